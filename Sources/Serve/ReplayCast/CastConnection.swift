package import ReplayBroadcast
package import ReplayLibrary

/// One connection of a broadcast: to a target that gets the recording, or to a source of comments. It works on threads
/// of its own, and reports its events.
package protocol CastConnection: AnyObject, Sendable {
    var number: CastLink.Number { get }
    /// The progress so far.
    var progress: CastLink.Progress { get }

    /// Drops the connection. Its threads end soon.
    func interrupt()

    /// Stops or continues the work. The connection stays open.
    func setSuspended(_ isSuspended: Bool)

    /// Completes the work.
    func complete()

    /// Waits until the connection's threads have ended and everything is freed.
    func awaitEnd(for limit: Duration)
}

/// A function that opens a connection to a source of comments of a recording.
package typealias CommentConnector =
    @Sendable (
        _ number: CastLink.Number, _ source: CommentSource, _ recording: Recording, _ earlier: CommentSummary?,
        _ report: @escaping @Sendable (CastLink.Number, CastLink.Event) -> Void
    ) throws -> any CastConnection

/// The parts of a broadcast that need the libraries of another program.
package struct CastExtensions: Sendable {
    /// Makes the output to viewers.
    package var viewerOutput: ViewerOutput?
    /// Opens sources of comments.
    package var commentConnector: CommentConnector?

    package init(viewerOutput: ViewerOutput? = nil, commentConnector: CommentConnector? = nil) {
        (self.viewerOutput, self.commentConnector) = (viewerOutput, commentConnector)
    }
}
