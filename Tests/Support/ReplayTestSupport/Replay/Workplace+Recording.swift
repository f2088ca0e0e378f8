import Foundation

extension Workplace {
    /// The part of `replay status --json` that the tests need, for one recording.
    public struct Status: Decodable, Sendable {
        /// A recorded source.
        public struct Source: Decodable, Sendable {
            /// The kind, such as `monitor` or `window`.
            public let kind: String
        }

        /// The id of the recording.
        public let id: String
        /// The state of the recording.
        public let state: String
        /// The number of frames in the movie.
        public let frames: Int
        /// The size of the movie, in bytes.
        public let bytes: Int64
        /// The recorded sources; nil if they are not known yet.
        public let sources: [Source]?
        /// The reasons for a cover.
        public let coverReasons: [String]
        /// True if the microphone is muted.
        public let isMuted: Bool
        /// A problem that did not end the recording.
        public let warning: String?
        /// The length, as ticks over ticks per second.
        private let elapsed: String

        /// The length, in seconds.
        public var seconds: Double {
            let parts = elapsed.split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 ? parts[0] / parts[1] : .nan
        }
    }

    /// Requests the status of the latest recording until it satisfies `isWanted`.
    public func awaitStatus(_ isWanted: (Status) -> Bool) throws -> Status {
        try .awaited(isWanted) { try replay("status", "--json") }
    }
}

extension Workplace.Status {
    /// Requests the status of the latest recording until it satisfies `isWanted`. Each request waits for the recorder's
    /// answer.
    /// - Parameter ask: Runs `replay status --json`.
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
