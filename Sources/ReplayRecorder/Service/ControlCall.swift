import Glibc
import ReplayMovie

/// One request for a change to the recorder of a recording, over a connection of its own. Blocks: it wants a thread.
enum ControlCall {
    /// A recorder answers at once; one that does not is stopped or stuck.
    private static let patience = 10

    /// - Throws: `RecorderError` where none is at work on the recording, it refuses, or it does not answer.
    static func send(_ request: ControlRequest, to recording: Recording) throws(RecorderError) -> RecorderChange {
        guard recording.state == .recording, let socket = try? ControlSocket.connect(in: recording.folder) else {
            throw .notRecording(recording)
        }
        var patience = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(
            socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        socket.send(ControlLine.encode(request))
        var buffer: [UInt8] = []
        while let lines = socket.receive(&buffer) {
            for line in lines {
                guard let reply: ControlReply = ControlLine.decode(line) else { continue }
                if let failure = reply.failed { throw RecorderError(failure.kind, failure.message) }
                if let done = reply.done { return RecorderChange(time: done.time, isChanged: done.isChanged) }
                if reply.ended != nil { throw .notRecording(recording) }
            }
        }
        throw RecorderError(.busy, "the recorder of “\(recording.displayName)” does not answer")
    }
}

extension RecorderError {
    /// No recorder is at work on it.
    static func notRecording(_ recording: Recording) -> RecorderError {
        RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
    }
}
