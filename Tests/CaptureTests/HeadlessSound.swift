import CPulse
import Glibc
import Synchronization

@testable import ReplayRecorder

/// A PulseAudio server of the test's own with idle null sinks: `app`, and `vmic`, which the source `mic`
/// hears.
final class HeadlessSound {
    let address: String
    private let folder: String
    private let server: ChildProcess

    init(microphone: Bool = true) {
        var template = Array("/tmp/replay-sound-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
        address = "unix:\(folder)/pulse.sock"
        var arguments = ["pulseaudio", "-n", "--daemonize=no", "--disallow-exit", "--exit-idle-time=-1"]
        arguments += ["--use-pid-file=no", "--log-target=stderr", "--log-level=info"]
        var modules = [
            "module-native-protocol-unix auth-anonymous=1 socket=\(folder)/pulse.sock",
            "module-null-sink sink_name=app rate=48000 channels=2",
        ]
        if microphone {
            modules += [
                "module-null-sink sink_name=vmic rate=48000 channels=2",
                "module-remap-source source_name=mic master=vmic.monitor channels=1 channel_map=mono "
                    + "master_channel_map=front-left remix=no",
            ]
        }
        (server, _) = ChildProcess.start(
            arguments + modules.flatMap { ["-L", $0] },
            environment: ["HOME": folder, "XDG_RUNTIME_DIR": folder],
            until: "Daemon startup complete", on: STDERR_FILENO)
    }

    deinit {
        server.kill()
        for file in ["pulse.sock", ".config/pulse/cookie"] { unlink("\(folder)/\(file)") }
        for inner in ["/pulse", "/.config/pulse", "/.config", ""] { rmdir(folder + inner) }
    }

    func kill() {
        server.kill()
    }
}

/// Plays silence to a sink, and a step at an instant that it knows.
final class TonePlayer {
    private let connection: PulseConnection
    private let stream: OpaquePointer
    /// When the step is heard.
    private(set) var stepTime: HostTime?

    init(_ server: String, sink: String) throws {
        connection = try PulseConnection.open(server: server)
        var format = pa_sample_spec(format: PA_SAMPLE_FLOAT32LE, rate: 48_000, channels: 2)
        stream = connection.loop.locked { [connection] in
            pa_stream_new(connection.context, "tone", &format, nil)
        }
        let this = Unmanaged.passUnretained(self).toOpaque()
        connection.loop.locked {
            pa_stream_set_write_callback(
                stream, { stream, bytes, _ in write(0, byteCount: bytes, to: stream) }, this)
            var attributes = pa_buffer_attr(
                maxlength: .max, tlength: 48_000 * 8 / 20, prebuf: 0, minreq: .max, fragsize: .max)
            pa_stream_connect_playback(stream, sink, &attributes, PA_STREAM_ADJUST_LATENCY, nil, nil)
        }
    }

    deinit {
        connection.loop.locked {
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
    }

    /// Begins a tone of 100 ms; returns when its first sample is heard.
    func play() -> HostTime {
        connection.loop.locked {
            let this = Unmanaged.passUnretained(self).toOpaque()
            let step: pa_stream_success_cb_t = { stream, _, this in
                Unmanaged<TonePlayer>.fromOpaque(this!).takeUnretainedValue().step(stream)
            }
            pa_operation_unref(pa_stream_update_timing_info(stream, step, this))
            while stepTime == nil { connection.loop.wait() }
            return stepTime!
        }
    }

    private func step(_ stream: OpaquePointer?) {
        var (latency, isNegative) = (pa_usec_t(0), Int32(0))
        pa_stream_get_latency(stream, &latency, &isNegative)
        stepTime = .now + Int64(latency) * 1000
        write(0.5, byteCount: 48_000 * 8 / 10, to: stream)
        connection.loop.signal()
    }
}

private func write(_ value: Float, byteCount: Int, to stream: OpaquePointer?) {
    let samples = [Float](repeating: value, count: byteCount / 4)
    pa_stream_write(stream, samples, samples.count * 4, nil, 0, PA_SEEK_RELATIVE)
}
