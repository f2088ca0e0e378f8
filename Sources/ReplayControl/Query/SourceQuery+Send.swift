import Glibc
import ReplaySources

extension SourceQuery {
    /// A display may have thousands of windows, with titles of any length.
    private static let maxAnswerLength = 16 << 20

    /// Starts a `replayd`, asks it, and waits for its answer and its end.
    /// - Throws: `noRecorder`; what it fails with.
    func send() throws(CaptureError) -> SourceAnswer {
        let daemon = try start()
        defer { while waitpid(daemon.pid, nil, 0) < 0, errno == EINTR {} }
        // Its own end of the connection, so that it hears of ours.
        defer { shutdown(daemon.connection.descriptor, Int32(SHUT_RDWR)) }
        daemon.connection.send(ControlLine.encode(self))
        var buffer: [UInt8] = []
        guard let line = daemon.connection.receiveLine(&buffer, maxLength: Self.maxAnswerLength),
            let answer: SourceAnswer = ControlLine.decode(line)
        else { throw CaptureError(.noRecorder, "“replayd” ended without an answer.") }
        if let failure = answer.failed { throw failure }
        return answer
    }

    private func start() throws(CaptureError) -> DaemonProcess {
        do throws(RecorderError) {
            return try DaemonProcess.start(isDetached: false, hasOwnSession: false)
        } catch {
            throw CaptureError(.noRecorder, error.description + ".")
        }
    }
}
