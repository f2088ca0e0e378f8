import FoundationEssentials
public import MediaTime
package import ReplayLibrary

/// What is said to a recorder, one JSON object a line: `{"request":"mark","name":"here"}`. See docs/CONTROL.md.
package struct ControlRequest: Codable, Sendable {
    package enum Request: String, Codable, Sendable {
        /// Answer with one `status`.
        case status
        /// Send a `status` twice a second and at each change, until the `ended`.
        case watch
        /// Change what is taken; the answer is `done`.
        case pause, resume, mute, unmute, cover, uncover, mark
        /// Bring the recording to its end; the answer is `ended`.
        case stop
        /// End it and remove every file of it; the answer is `ended`.
        case discard
    }

    package var request: Request
    /// Of a mark.
    package var name: String?

    package init(_ request: Request, name: String? = nil) {
        self.request = request
        self.name = name
    }
}

/// What a recorder says, one JSON object a line, with just one of these set.
package struct ControlReply: Codable, Sendable {
    /// The recording has begun.
    package var started: Started?
    /// The desktop asks its user what is shared, and `started` may be as long in coming as that takes; false: it was answered.
    package var asking: Bool?
    package var status: RecordingStatus?
    /// What was asked for holds from now on.
    package var done: Done?
    /// The recording has come to its end; nothing follows.
    package var ended: Ended?
    /// It could not begin, or a request was not understood or cannot be.
    package var failed: Failure?

    package init(
        started: Started? = nil, asking: Bool? = nil, status: RecordingStatus? = nil, done: Done? = nil,
        ended: Ended? = nil, failed: Failure? = nil
    ) {
        self.started = started
        self.asking = asking
        self.status = status
        self.done = done
        self.ended = ended
        self.failed = failed
    }

    package struct Started: Codable, Sendable {
        package var id: RecordingID
        package var width: Int
        package var height: Int

        package init(id: RecordingID, width: Int, height: Int) {
            self.id = id
            self.width = width
            self.height = height
        }
    }

    package struct Done: Codable, Sendable {
        package var request: ControlRequest.Request
        /// When, in the recording's own time.
        package var time: MediaTime
        /// False where it was unchanged.
        package var isChanged: Bool
        /// Of a mark: which one of the recording it is, from 1.
        package var number: Int?

        package init(request: ControlRequest.Request, time: MediaTime, isChanged: Bool, number: Int? = nil) {
            self.request = request
            self.time = time
            self.isChanged = isChanged
            self.number = number
        }
    }

    package struct Ended: Codable, Sendable {
        package var id: RecordingID
        /// Nil where it was discarded.
        package var ending: RecordingFacts.Ending?

        package init(id: RecordingID, ending: RecordingFacts.Ending? = nil) {
            self.id = id
            self.ending = ending
        }
    }

    package struct Failure: Codable, Sendable, Error {
        package var message: String
        package var kind: RecorderError.Kind

        package init(message: String, kind: RecorderError.Kind) {
            self.message = message
            self.kind = kind
        }
    }
}

/// Lines of JSON, as they go over a socket.
package enum ControlLine {
    package static func encode(_ message: some Encodable) -> [UInt8] {
        // Values of ours always encode; an empty line would be ignored by the other side.
        ((try? JSONEncoder().encode(message)).map([UInt8].init) ?? []) + [UInt8(ascii: "\n")]
    }

    package static func decode<Message: Decodable>(_ line: some Collection<UInt8>) -> Message? {
        // Who gets a line that is not understood answers so, or ignores it.
        try? JSONDecoder().decode(Message.self, from: Data(line))
    }
}

/// The answer to a request to a recorder.
public struct RecorderChange: Codable, Sendable {
    /// From when on it holds, in the recording's own time.
    public let time: MediaTime
    /// False where it was unchanged.
    public let isChanged: Bool
    /// Of a mark: which one of the recording it is, from 1.
    public let number: Int?
}
