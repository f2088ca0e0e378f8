import FoundationEssentials
public import MediaTime
package import ReplayLibrary

/// A request to a recorder, one JSON object per line: `{"request":"mark","name":"here"}`. See docs/CONTROL.md.
package struct ControlRequest: Codable, Sendable {
    package enum Request: String, Codable, Sendable {
        /// Asks for one `status`.
        case status
        /// Asks for a `status` twice per second and at each change, until `ended`.
        case watch
        /// Changes what is recorded. The answer is `done`.
        case pause, resume, mute, unmute, cover, uncover, mark
        /// Ends the recording. The answer is `ended`.
        case stop
        /// Ends the recording and removes all its files. The answer is `ended`.
        case discard
    }

    package var request: Request
    /// The name of a mark.
    package var name: String?

    package init(_ request: Request, name: String? = nil) {
        self.request = request
        self.name = name
    }
}

/// A message from a recorder, one JSON object per line. Exactly one of its fields is set.
package struct ControlReply: Codable, Sendable {
    /// Set when the recording has begun.
    package var started: Started?
    /// True when the desktop asks its user what to share, false when the user has answered. No time limit applies to
    /// `started` in between.
    package var asking: Bool?
    package var status: RecordingStatus?
    /// Set when a requested change is in effect.
    package var done: Done?
    /// Set when the recording has ended. No message follows.
    package var ended: Ended?
    /// Set if the recording could not begin, or if a request was not understood or is refused.
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
        /// The time of the change, on the recording's clock.
        package var time: MediaTime
        /// False if the state was already as requested.
        package var isChanged: Bool
        /// The number of a new mark in the recording, from 1.
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
        /// The reason for the end, or nil if the recording was discarded.
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

/// JSON messages on a socket, one per line.
package enum ControlLine {
    package static func encode(_ message: some Encodable) -> [UInt8] {
        // Values of these types always encode. The other side ignores an empty line.
        ((try? JSONEncoder().encode(message)).map([UInt8].init) ?? []) + [UInt8(ascii: "\n")]
    }

    package static func decode<Message: Decodable>(_ line: some Collection<UInt8>) -> Message? {
        // Who gets a line that is not understood answers so, or ignores it.
        try? JSONDecoder().decode(Message.self, from: Data(line))
    }
}

/// The answer to a request that changes a recording in progress.
public struct RecorderChange: Codable, Sendable {
    /// The time from which the change is in effect, on the recording's clock.
    public let time: MediaTime
    /// False if the state was already as requested.
    public let isChanged: Bool
    /// The number of a new mark in the recording, from 1. Nil for other changes.
    public let number: Int?
}
