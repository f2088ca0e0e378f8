import Foundation

extension Workplace {
    /// What `replay status --json` says of a recording, of which only this is looked at.
    public struct Status: Decodable, Sendable {
        /// The recording.
        public let id: String
        /// What it is doing.
        public let state: String
        /// Frames in the movie.
        public let frames: Int
        /// Bytes in the movie.
        public let bytes: Int64
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

    /// Asks for the status of the latest recording until it is as wanted; each question waits for the recorder's
    /// answer.
    /// - Parameter limit: how long.
    public func awaitStatus(limit: Duration = .seconds(60), _ isWanted: (Status) -> Bool) throws -> Status {
        var last: Status?
        let deadline = ContinuousClock.now + limit
        repeat {
            last = try replay("status", "--json").json([Status].self).last
            if let last, isWanted(last) { return last }
        } while ContinuousClock.now < deadline
        throw ServerError("The recorder never came so far: \(last.map { "\($0)" } ?? "nothing is being recorded").")
    }
}
