import Glibc
import ReplayLibrary

/// A request that changes a recording in progress, sent over its own connection. Blocks: call it from a dedicated
/// thread.
enum ControlCall {
    /// Sends a request to the recorder of a recording and waits for the answer.
    /// - Throws: `RecorderError` if the recording has no recorder, or if the recorder refuses or does not answer.
    package static func send(_ request: ControlRequest, to recording: Recording) throws(RecorderError) -> RecorderChange
    {
        let deadline = AnswerTimeout.firstAnswer
        let socket = try ControlSocket.connect(to: recording, until: deadline)
        socket.send(ControlLine.encode(request))
        var buffer: [UInt8] = []
        while AnswerTimeout.isReadable(socket.descriptor, until: deadline) {
            guard let lines = socket.receive(&buffer) else { throw .notRecording(recording) }
            for line in lines {
                guard let reply: ControlReply = ControlLine.decode(line) else { continue }
                if let failure = reply.failed { throw RecorderError(failure.kind, description: failure.message) }
                if let done = reply.done {
                    return RecorderChange(time: done.time, isChanged: done.isChanged, number: done.number)
                }
                if reply.ended != nil { throw .notRecording(recording) }
            }
        }
        throw .unresponsive(recording)
    }
}

extension RecorderError {
    /// The error of a recording that has no recorder.
    static func notRecording(_ recording: Recording) -> RecorderError {
        RecorderError(.notRecording, description: "“\(recording.displayName)” is not being recorded")
    }

    /// The error of a recorder that is stopped or stuck.
    static func unresponsive(_ recording: Recording) -> RecorderError {
        RecorderError(
            .unresponsive,
            description: "the recorder of “\(recording.displayName)” does not answer; "
                + "“replay stop --force \(recording.id)” ends it and keeps what it has written")
    }
}
