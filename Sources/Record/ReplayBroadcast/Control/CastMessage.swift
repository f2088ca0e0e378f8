package import ReplayErrors

/// A request to a `replay-cast` process, one JSON object per line. See docs/CONTROL.md.
package struct CastRequest: Codable, Sendable {
    package enum Request: String, Codable, Sendable {
        /// Asks for one `status`.
        case status
        /// Asks for a `status` twice per second and at each change, until `ended`.
        case watch
        /// Stops or continues sending. The answer is `status`.
        case pause, resume
        /// Ends the broadcast. The answer is `ended`.
        case stop
    }

    package var request: Request

    package init(_ request: Request) { self.request = request }
}

/// A message from a `replay-cast` process, one JSON object per line. Exactly one of its fields is set.
package struct CastReply: Codable, Sendable {
    package var status: BroadcastStatus?
    /// The last status. No message follows.
    package var ended: BroadcastStatus?
    /// Set if the broadcast could not begin, or if a request was not understood.
    package var failed: Failure?

    package init(status: BroadcastStatus? = nil, ended: BroadcastStatus? = nil, failed: Failure? = nil) {
        self.status = status
        self.ended = ended
        self.failed = failed
    }

    package struct Failure: Codable, Equatable, Sendable {
        /// The exit code of sysexits(3).
        package var code: Int32
        package var message: String

        package init(_ error: any CategorizedError) {
            code = error.category.exitCode
            message = error.description
        }
    }
}
