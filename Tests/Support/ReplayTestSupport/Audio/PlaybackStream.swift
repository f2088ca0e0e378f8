internal import CPulse

/// A stream of 48 kHz mono samples to a PulseAudio sink. A single thread must use it, and drives it with `turn`.
final class PlaybackStream {
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let stream: OpaquePointer
    private var timing: OpaquePointer?

    /// Connects, and returns when the stream is ready.
    init(sink: String, server: String?) throws(SceneError) {
        guard let loop = pa_mainloop_new(),
            let context = pa_context_new(pa_mainloop_get_api(loop), "replay-scene")
        else { throw SceneError("There is no memory for an audio stream.") }
        self.loop = loop
        self.context = context
        pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
        try Self.wait(on: loop, for: "audio server") {
            (pa_context_get_state(context) == PA_CONTEXT_READY, !PlaybackStream.isGood(context))
        }
        var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(BeepTone.sampleRate), channels: 1)
        guard let stream = pa_stream_new(context, "clock", &format, nil) else {
            throw SceneError("The audio server refuses a stream.")
        }
        self.stream = stream
        // The whole buffer is 100 ms, so that the sink renders in short blocks.
        var buffer = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(BeepTone.sampleRate * 2 / 10), prebuf: .max, minreq: .max,
            fragsize: .max)
        pa_stream_connect_playback(stream, sink, &buffer, PA_STREAM_ADJUST_LATENCY, nil, nil)
        try Self.wait(on: loop, for: "sink \(sink)") {
            (pa_stream_get_state(stream) == PA_STREAM_READY, pa_stream_get_state(stream) == PA_STREAM_FAILED)
        }
    }

    deinit {
        if let timing { pa_operation_unref(timing) }
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    private static func isGood(_ context: OpaquePointer) -> Bool {
        let state = pa_context_get_state(context)
        return state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED
    }

    private static func wait(
        on loop: OpaquePointer, for what: String, until condition: () -> (isReady: Bool, hasFailed: Bool)
    ) throws(SceneError) {
        let limit = MonotonicClock.nanoseconds + UInt64(WaitLimit.seconds) * 1_000_000_000
        while true {
            let (isReady, hasFailed) = condition()
            if isReady { return }
            guard !hasFailed, MonotonicClock.nanoseconds < limit else {
                throw SceneError("There is no \(what).")
            }
            iterate(loop)
        }
    }

    private static func iterate(_ loop: OpaquePointer) {
        if pa_mainloop_prepare(loop, 10_000) >= 0, pa_mainloop_poll(loop) >= 0 { pa_mainloop_dispatch(loop) }
    }

    /// Runs the main loop for at most a hundredth of a second.
    ///
    /// - Returns: False if the server has ended.
    func turn() -> Bool {
        Self.iterate(loop)
        return pa_stream_get_state(stream) == PA_STREAM_READY
    }

    /// The number of samples that the stream accepts now.
    var wanted: Int {
        let bytes = pa_stream_writable_size(stream)
        return bytes == Int.max || bytes < 0 ? 0 : Int(bytes) / 2
    }

    func write(_ samples: [Int16]) {
        pa_stream_write(stream, samples, samples.count * 2, nil, 0, PA_SEEK_RELATIVE)
    }

    /// Measures the time at which sample 0 is heard, in nanoseconds of the monotonic clock. Returns nil while the
    /// answer to the last request is pending.
    func measureOrigin() -> Int? {
        guard let question = timing else {
            timing = pa_stream_update_timing_info(stream, nil, nil)
            return nil
        }
        guard pa_operation_get_state(question) != PA_OPERATION_RUNNING else { return nil }
        pa_operation_unref(question)
        timing = nil
        var played: pa_usec_t = 0
        guard pa_stream_get_time(stream, &played) == 0, played > 0 else { return nil }
        return Int(MonotonicClock.nanoseconds) - Int(played) * 1000
    }
}
