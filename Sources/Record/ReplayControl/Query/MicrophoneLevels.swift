import Descriptors
import Glibc
import ReplaySources
import Threads

/// The level of a microphone before it is recorded.
package enum MicrophoneLevels {
    /// Returns the peak sample value of each tenth of a second, in 0...1, until the iteration ends. A slow consumer
    /// misses values.
    ///
    /// Meanwhile a process of `replayd` reads the microphone and records nothing.
    /// - Parameter name: The microphone's name, or nil for the default one.
    /// - Returns: A stream that fails with `CaptureError`: `noAudioServer`, `noAudioSource`, `requestRefused`,
    ///   `noRecorder`.
    package static func listen(to name: String?) -> AsyncThrowingStream<Float, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            do {
                let query = SourceQuery(.microphoneLevel, text: name)
                let daemon = try query.start()
                daemon.connection.send(ControlLine.encode(query))
                continuation.onTermination = { [connection = daemon.connection] _ in
                    shutdown(connection.descriptor.rawValue, Int32(SHUT_RDWR))
                }
                try WorkerThread.detach(named: "levels") {
                    continuation.finish(throwing: follow(daemon) { continuation.yield($0) })
                }
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    /// - Returns: The error that ended the stream, or nil if the connection was closed.
    private static func follow(_ daemon: DaemonProcess, onLevel body: (Float) -> Void) -> CaptureError? {
        defer { _ = SystemCall.retrying { waitpid(daemon.pid, nil, 0) } }
        var buffer: [UInt8] = []
        while let lines = daemon.connection.receive(&buffer) {
            for line in lines {
                guard let answer: SourceAnswer = ControlLine.decode(line) else { continue }
                if let failure = answer.failed { return failure }
                if let level = answer.level { body(level) }
            }
        }
        return nil
    }
}
