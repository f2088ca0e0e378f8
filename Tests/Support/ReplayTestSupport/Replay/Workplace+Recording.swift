import Foundation

extension Workplace {
    /// What `replay status --json` says of a recording, of which only this is looked at.
    public struct Status: Decodable, Sendable {
        /// What is recorded.
        public struct Source: Decodable, Sendable {
            /// Such as `monitor` or `window`.
            public let kind: String
        }

        /// The recording.
        public let id: String
        /// What it is doing.
        public let state: String
        /// Frames in the movie.
        public let frames: Int
        /// Bytes in the movie.
        public let bytes: Int64
        /// What is recorded; nil where that is not known yet.
        public let sources: [Source]?
        /// Why it is covered.
        public let coverReasons: [String]
        /// Whether the microphone is silenced.
        public let isMuted: Bool
        /// What went wrong without ending it.
        public let warning: String?
        /// How long it is, as ticks over ticks a second.
        private let elapsed: String

        /// How long it is, in seconds.
        public var seconds: Double {
            let parts = elapsed.split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 ? parts[0] / parts[1] : .nan
        }
    }

    /// Asks for the status of the latest recording until it is as wanted.
    public func awaitStatus(_ isWanted: (Status) -> Bool) throws -> Status {
        try .awaited(isWanted) { try replay("status", "--json") }
    }
}

extension Workplace.Status {
    /// Asks until the status of the latest recording is as wanted; each question waits for the recorder's answer.
    /// - Parameter ask: runs `replay status --json`.
    public static func awaited(
        _ isWanted: (Self) -> Bool, ask: () throws -> ChildProcess.Outcome
    ) throws -> Self {
        var last: Self?
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        repeat {
            last = try ask().json([Self].self).last
            if let last, isWanted(last) { return last }
        } while ContinuousClock.now < deadline
        throw ServerError("The recorder never came so far: \(last.map { "\($0)" } ?? "nothing is being recorded").")
    }
}
