import CPulse
import MediaTime

@testable import ReplayCapture
@testable import ReplaySources

/// A player that plays silence to a sink, and a step at a known instant.
final class TonePlayer {
    private let loop: PulseLoop
    private var connection: PulseConnection?
    private let stream: OpaquePointer
    /// The time at which the step is heard.
    private(set) var stepTime: HostTime?

    init(_ server: String, sink: String) throws {
        let loop = try PulseLoop()
        self.loop = loop
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: 48_000, channels: 2)
        (connection, stream) = try loop.locked { () throws(CaptureError) in
            let connection = try PulseConnection(loop, server: server) { loop.signal() }
            while connection.takeInventory() == nil {
                if let failure = connection.failure { throw failure }
                loop.wait()
            }
            return (connection, pa_stream_new(connection.context, "tone", &format, nil))
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        loop.locked {
            pa_stream_set_write_callback(
                stream, { stream, bytes, _ in write(0, byteCount: bytes, to: stream) }, this)
            var attributes = pa_buffer_attr(
                maxlength: .max, tlength: 48_000 * 8 / 20, prebuf: 0, minreq: .max, fragsize: .max)
            pa_stream_connect_playback(stream, sink, &attributes, PA_STREAM_ADJUST_LATENCY, nil, nil)
        }
    }

    deinit {
        loop.locked {
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
            connection = nil
        }
    }

    /// Starts a tone of 100 ms, and returns the time at which its first sample is heard.
    func play() -> HostTime {
        loop.locked {
            let this = Unmanaged.passUnretained(self).toOpaque()
            let step: pa_stream_success_cb_t = { stream, _, this in
                Unmanaged<TonePlayer>.fromOpaque(this!).takeUnretainedValue().step(stream)
            }
            pa_operation_unref(pa_stream_update_timing_info(stream, step, this))
            while stepTime == nil { loop.wait() }
            return stepTime!
        }
    }

    private func step(_ stream: OpaquePointer?) {
        var (latency, isNegative) = (pa_usec_t(0), Int32(0))
        pa_stream_get_latency(stream, &latency, &isNegative)
        stepTime = .now + .microseconds(Int64(latency))
        write(0.5, byteCount: 48_000 * 8 / 10, to: stream)
        loop.signal()
    }
}

private func write(_ value: Float, byteCount: Int, to stream: OpaquePointer?) {
    let samples = [Float](repeating: value, count: byteCount / 4)
    pa_stream_write(stream, samples, samples.count * 4, nil, 0, PA_SEEK_RELATIVE)
}
