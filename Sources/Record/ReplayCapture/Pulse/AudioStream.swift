import CPulse
import MediaTime
import ReplaySources

/// A stream of samples from the audio server, with the time of each. All calls are made with the loop's lock held.
///
/// The stream may be silent for long. An idle sink has rendered up to 2 s ahead and sends nothing during that time. A
/// suspended sink sends nothing at all.
final class AudioStream {
    /// The state of a stream.
    enum State {
        case beginning, running
        case failed(CaptureError)
    }

    /// The maximum plausible latency in seconds: longer than any audio server buffers samples.
    private static let maxLatency: UInt64 = 60
    /// The duration of samples that the audio server may collect before it sends them. Each transfer wakes two processes.
    private static let fragment = Duration.milliseconds(60)
    /// The time without samples after which the stream is asleep: before and after its first samples.
    private static let timeout: (first: Duration, later: Duration) = (.milliseconds(80), .milliseconds(250))
    /// The number of blocks between two measurements of the time: about one second.
    private static let measurementInterval = 16

    private(set) var state = State.beginning
    private let connection: PulseConnection
    private let target: AudioTarget
    private let channels: Int
    private let stream: OpaquePointer
    private let onChange: () -> Void
    private let onSamples: (UnsafeBufferPointer<Float>, HostTime) -> Void
    /// The clock of the samples, or nil if the time of the next samples must be measured first.
    private var clock: SampleClock?
    /// The pending latency request. It is cancelled if this object is freed.
    private var measurement: OpaquePointer?
    private var blocksUntilMeasurement = 0
    /// The number of the next sample to read.
    private var position: Int64 = 0
    private let beginning = HostTime.now
    private var latestArrival: HostTime?

    /// Creates a stream and starts to connect it.
    /// - Parameters:
    ///   - onChange: Called when the stream runs or has failed. The stream must not be freed in this call.
    ///   - onSamples: Receives samples and the time of the first one. The buffer is valid only during the call.
    init(
        _ target: AudioTarget, channels: Int, on connection: PulseConnection, onChange: @escaping () -> Void,
        onSamples: @escaping (UnsafeBufferPointer<Float>, HostTime) -> Void
    ) throws(CaptureError) {
        self.connection = connection
        self.target = target
        self.channels = channels
        self.onChange = onChange
        self.onSamples = onSamples
        var format = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(SampleClock.rate), channels: UInt8(channels))
        guard let stream = pa_stream_new(connection.context, "Screen recording", &format, nil) else {
            throw connection.refused("to record")
        }
        self.stream = stream
        begin()
    }

    deinit {
        endMeasurement(cancelling: true)
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_read_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
    }

    private func begin() {
        // `deinit` removes the callbacks. Both hold the loop's lock.
        let this = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, { AudioStream.at($1)?.stateChanged() }, this)
        pa_stream_set_read_callback(stream, { AudioStream.at($2)?.samplesArrived() }, this)
        pa_stream_set_moved_callback(stream, { AudioStream.at($1)?.clock = nil }, this)
        if case .playback(let index, _) = target { pa_stream_set_monitor_stream(stream, index) }
        let bytes = SampleClock.samples(in: Self.fragment) * Int64(channels * MemoryLayout<Float>.size)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: UInt32(bytes))
        if pa_stream_connect_record(stream, target.device, &attributes, PA_STREAM_ADJUST_LATENCY) < 0 {
            state = .failed(connection.refused("to record from “\(target.device)”"))
        }
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> AudioStream? {
        address.map { Unmanaged<AudioStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stateChanged() {
        switch pa_stream_get_state(stream) {
        case PA_STREAM_READY: state = .running
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: state = .failed(failure)
        default: return
        }
        onChange()
    }

    private var failure: CaptureError {
        if case .running = state {
            return CaptureError(.audioLost, reason: "the audio source “\(target.device)” was disconnected")
        }
        if pa_context_errno(connection.context) == Int32(PA_ERR_NOENTITY.rawValue) {
            return CaptureError(.noAudioSource, reason: "the audio server has no source “\(target.device)”")
        }
        if connection.hasTimedOut, let server = connection.serverName { return PulseConnection.idle(server) }
        return connection.refused("to record from “\(target.device)”")
    }

    /// Returns true if no samples have arrived for a while. The time of the next samples is then measured again.
    func isAsleep(at now: HostTime) -> Bool {
        let isAsleep =
            latestArrival.map { now - $0 >= Self.timeout.later } ?? (now - beginning >= Self.timeout.first)
        if isAsleep { clock = nil }
        return isAsleep
    }

    private func samplesArrived() {
        latestArrival = .now
        if clock == nil || blocksUntilMeasurement <= 0 { measure() }
        blocksUntilMeasurement -= 1
        deliver()
    }

    /// Requests the stream's latency, always when samples have just arrived. Some sources (remapped monitors) do not
    /// count the samples that they hold, so only then is their latency right.
    private func measure() {
        guard measurement == nil else { return }
        // `deinit` cancels this operation.
        let this = Unmanaged.passUnretained(self).toOpaque()
        measurement = pa_stream_update_timing_info(stream, { AudioStream.at($2)?.measured($1 != 0) }, this)
        blocksUntilMeasurement = Self.measurementInterval
    }

    private func endMeasurement(cancelling: Bool) {
        guard let operation = measurement else { return }
        if cancelling { pa_operation_cancel(operation) }
        pa_operation_unref(operation)
        measurement = nil
    }

    /// Sets the clock from the latency. It is computed here because `pa_stream_get_latency` returns 0 instead of a time
    /// before the stream's start. A monitor of a sink with a long buffer has such times.
    private func measured(_ success: Bool) {
        endMeasurement(cancelling: false)
        guard success, let info = pa_stream_get_timing_info(stream)?.pointee else { return }
        let queued = (info.write_index &- info.read_index) / Int64(channels * MemoryLayout<Float>.size)
        // Some of the server's numbers are differences that may be negative, but they are sent as unsigned.
        let micros =
            Int64(truncatingIfNeeded: info.source_usec) &+ Int64(truncatingIfNeeded: info.transport_usec)
            &- Int64(truncatingIfNeeded: info.sink_usec)
        guard micros.magnitude < Self.maxLatency * 1_000_000, queued.magnitude < Self.maxLatency * 48_000 else {
            return
        }
        let time = HostTime.now - .microseconds(micros) - SampleClock.duration(of: queued)
        if clock == nil {
            clock = SampleClock(sample: position, at: time)
        } else {
            clock?.measure(sample: position, at: time)
        }
        deliver()
    }

    /// Delivers the samples read so far, once their time is known. A gap in the samples becomes a gap in the times.
    private func deliver() {
        guard let clock else { return }
        var data: UnsafeRawPointer?
        var byteCount = 0
        while pa_stream_peek(stream, &data, &byteCount) >= 0, byteCount > 0 {
            let count = byteCount / MemoryLayout<Float>.size
            if let samples = data?.assumingMemoryBound(to: Float.self) {
                onSamples(UnsafeBufferPointer(start: samples, count: count), clock.time(of: position))
            }
            position += Int64(count / channels)
            pa_stream_drop(stream)
        }
    }
}
