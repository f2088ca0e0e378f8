/// The settings of the process that runs a service's programs. It gets them as one line of JSON on its standard input.
package struct SetupConfiguration: Codable, Sendable {
    package var facts: BroadcastSetup.Facts
    package var program: SetupProgram
    /// The folder of the service's file, which paths in the answer begin from.
    package var folder: String?
    /// True if the answer needs no address, because the service has one.
    package var hasAddress: Bool
}

/// A message to that process, one JSON object per line. Exactly one of its fields is set.
package struct SetupRequest: Codable, Sendable {
    /// True when the broadcast begins.
    package var begun: Bool?
    /// Set when the target has accepted the connection, with the recording's id.
    package var live: String?
    /// The reason why the broadcast has ended. No message follows.
    package var ended: BroadcastSetup.EndReason?

    package init(begun: Bool? = nil, live: String? = nil, ended: BroadcastSetup.EndReason? = nil) {
        (self.begun, self.live, self.ended) = (begun, live, ended)
    }
}

/// A message from that process, one JSON object per line. Exactly one of its fields is set.
package struct SetupReply: Codable, Equatable, Sendable {
    /// An address that the user must open.
    package var open: SetupLine.Address?
    /// A line that the set-up program wrote to its standard error.
    package var text: String?
    /// Set when the set-up program has ended well. The process then waits for the broadcast's end.
    package var answer: SetupAnswer?
    /// Set if the set-up failed. No message follows.
    package var failed: CastReply.Failure?
    /// A failure of another program of the service, as a clause.
    package var problem: String?
    /// True when all programs have ended. No message follows.
    package var finished: Bool?

    package init(
        open: SetupLine.Address? = nil, text: String? = nil, answer: SetupAnswer? = nil,
        failed: CastReply.Failure? = nil, problem: String? = nil, finished: Bool? = nil
    ) {
        (self.open, self.text, self.answer) = (open, text, answer)
        (self.failed, self.problem, self.finished) = (failed, problem, finished)
    }
}
