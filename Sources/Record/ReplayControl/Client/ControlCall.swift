import Glibc
import ReplayLibrary

/// One request for a change to the recorder of a recording, over a connection of its own. Blocks: it wants a thread.
enum ControlCall {
    /// - Throws: `RecorderError` where none is at work on the recording, it refuses, or it does not answer.
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
                if let failure = reply.failed { throw RecorderError(failure.kind, failure.message) }
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
    /// No recorder is at work on it.
    static func notRecording(_ recording: Recording) -> RecorderError {
        RecorderError(.notRecording, "“\(recording.displayName)” is not being recorded")
    }

    /// Its recorder is stopped or stuck.
    static func unresponsive(_ recording: Recording) -> RecorderError {
        RecorderError(
            .unresponsive,
            "the recorder of “\(recording.displayName)” does not answer; “replay stop --force \(recording.id)” ends it and "
                + "keeps what it has written")
    }
}
