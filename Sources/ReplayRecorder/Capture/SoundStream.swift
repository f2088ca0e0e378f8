import CPulse

/// One stream of samples from the sound server. Everything happens with the loop's lock held.
///
/// A sink that is idle has rendered up to 2 s ahead and sends nothing until that time has come, and one that
/// is suspended sends nothing at all: the stream delivers silence then, up to shortly before now.
final class SoundStream {
    private static let fragment: Int64 = 20_000_000
    /// How far behind the present silence ends, so that late samples still find their place.
    private static let lag: Int64 = 60_000_000
    /// Without samples for so long the source is asleep: at first, and once it has delivered.
    private static let patience: (first: Int64, later: Int64) = (80_000_000, 250_000_000)

    private let connection: PulseConnection
    private let source: SoundSource
    private let stream: OpaquePointer
    private let handler: @Sendable (SoundSource, SoundEvent) -> Void
    private var timer: OpaquePointer?
    /// nil: the time of the samples to come must be measured first.
    private var clock: SampleClock?
    /// The question for the latency that is under way; its answer must not find this object gone.
    private var measurement: OpaquePointer?
    private var blocksUntilMeasurement = 0
    /// The number of the next sample to be read.
    private var position: Int64 = 0
    /// When what was delivered ends, or the stream began.
    private var deliveredEnd = HostTime.now
    private var lastArrival: HostTime?
    private var isAsleep = false
    private var isLost = false
    private let silence: [Float]

    init(
        _ source: SoundSource, on connection: PulseConnection,
        handler: @escaping @Sendable (SoundSource, SoundEvent) -> Void
    ) throws(CaptureError) {
        self.connection = connection
        self.source = source
        self.handler = handler
        silence = Array(repeating: 0, count: 960 * source.channels)
        var format = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(SampleClock.rate), channels: UInt8(source.channels))
        guard let stream = pa_stream_new(connection.context, "Screen recording", &format, nil) else {
            throw connection.refused("to record")
        }
        self.stream = stream
    }

    deinit {
        endMeasurement(cancelling: true)
        if let timer { connection.loop.api?.pointee.time_free(timer) }
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    /// Begins to deliver.
    func start() throws(CaptureError) {
        let device = try connection.name(of: source)
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { _, this in SoundStream.at(this)?.stateChanged() }, this)
        pa_stream_set_read_callback(stream, { _, _, this in SoundStream.at(this)?.samplesArrived() }, this)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: UInt32(Self.fragmentBytes(source)))
        let begun = pa_stream_connect_record(stream, device, &attributes, PA_STREAM_ADJUST_LATENCY)
        while begun >= 0, pa_stream_get_state(stream) == PA_STREAM_CREATING { connection.loop.wait() }
        guard pa_stream_get_state(stream) == PA_STREAM_READY else {
            isLost = true
            throw refusal(device)
        }
        deliveredEnd = .now
        timer = pa_context_rttime_new(
            connection.context, Self.loopTime(after: Self.patience.first),
            { _, _, _, this in SoundStream.at(this)?.checkForSleep() }, this)
    }

    private func refusal(_ device: String) -> CaptureError {
        if pa_context_errno(connection.context) == Int32(PA_ERR_NOENTITY.rawValue) {
            return CaptureError(.noSoundSource, "The sound server has no source “\(device)”.")
        }
        return connection.refused("to record from “\(device)”")
    }

    private static func fragmentBytes(_ source: SoundSource) -> Int64 {
        SampleClock.samples(in: fragment) * Int64(source.channels * MemoryLayout<Float>.size)
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> SoundStream? {
        address.map { Unmanaged<SoundStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stateChanged() {
        connection.loop.signal()
        let state = pa_stream_get_state(stream)
        guard state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED, timer != nil, !isLost else {
            return
        }
        isLost = true
        let reason = "The sound server or its device went away: \(connection.lastError)."
        handler(source, .lost(CaptureError(.soundLost, reason)))
    }

    private func samplesArrived() {
        lastArrival = .now
        if clock == nil || blocksUntilMeasurement <= 0 { measure() }
        blocksUntilMeasurement -= 1
        deliver()
    }

    /// Asks for the stream's latency. Always when samples have just come: some sources (those that remap a
    /// monitor) do not count what they hold, and are right only then.
    private func measure() {
        guard measurement == nil else { return }
        let this = Unmanaged.passUnretained(self).toOpaque()
        let measured: pa_stream_success_cb_t = { _, success, this in
            SoundStream.at(this)?.measured(success != 0)
        }
        measurement = pa_stream_update_timing_info(stream, measured, this)
        blocksUntilMeasurement = 50
    }

    private func endMeasurement(cancelling: Bool) {
        guard let operation = measurement else { return }
        if cancelling { pa_operation_cancel(operation) }
        pa_operation_unref(operation)
        measurement = nil
    }

    /// The latency is computed here because `pa_stream_get_latency` takes a time before the stream began, as
    /// a monitor of a sink with a long buffer has it, for 0.
    private func measured(_ success: Bool) {
        endMeasurement(cancelling: false)
        guard success, let info = pa_stream_get_timing_info(stream)?.pointee else { return }
        let queued = (info.write_index - info.read_index) / Int64(source.channels * MemoryLayout<Float>.size)
        let micros = Int64(info.source_usec) + Int64(info.transport_usec) - Int64(info.sink_usec)
        let time = HostTime.now - micros * 1000 - SampleClock.duration(of: queued)
        if clock == nil {
            clock = SampleClock(sample: position, at: time)
        } else {
            clock?.measure(sample: position, at: time)
        }
        deliver()
    }

    /// Delivers what has been read, once its time is known.
    private func deliver() {
        guard let clock else { return }
        var data: UnsafeRawPointer?
        var byteCount = 0
        while pa_stream_peek(stream, &data, &byteCount) >= 0, byteCount > 0 {
            let count = byteCount / MemoryLayout<Float>.size
            let time = clock.time(of: position)
            if isAsleep { deliverSilence(until: time) }
            isAsleep = false
            if let data {
                let samples = data.assumingMemoryBound(to: Float.self)
                deliver(UnsafeBufferPointer(start: samples, count: count), at: time)
            } else {
                deliverSilence(until: time + SampleClock.duration(of: Int64(count / source.channels)))
            }
            position += Int64(count / source.channels)
            pa_stream_drop(stream)
        }
    }

    private func deliver(_ samples: UnsafeBufferPointer<Float>, at time: HostTime) {
        handler(source, .samples(samples, at: time))
        deliveredEnd = time + SampleClock.duration(of: Int64(samples.count / source.channels))
    }

    private func deliverSilence(until end: HostTime) {
        var missing = Int(SampleClock.samples(in: max(0, end - deliveredEnd)))
        silence.withUnsafeBufferPointer { block in
            while missing > 0 {
                let count = min(missing, block.count / source.channels)
                deliver(UnsafeBufferPointer(rebasing: block[..<(count * source.channels)]), at: deliveredEnd)
                missing -= count
            }
        }
    }

    private func checkForSleep() {
        guard !isLost, let timer else { return }
        let sleptFor = lastArrival.map { .now - $0 } ?? Self.patience.later
        if sleptFor >= Self.patience.later {
            isAsleep = true
            clock = nil
            deliverSilence(until: .now - Self.lag)
        }
        let next = isAsleep ? 2 * Self.fragment : Self.patience.later
        pa_context_rttime_restart(connection.context, timer, Self.loopTime(after: next))
    }

    private static func loopTime(after nanoseconds: Int64) -> pa_usec_t {
        pa_rtclock_now() + pa_usec_t(nanoseconds / 1000)
    }
}
