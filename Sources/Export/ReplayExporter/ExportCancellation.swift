import Synchronization

/// Ends an export early, from anywhere. The export then throws `ExportError.cancelled`, with nothing written; or, where
/// it was about to be whole already, it finishes.
public final class ExportCancellation: Sendable {
    private let value = Atomic(false)

    /// Not cancelled yet.
    public init() {}

    /// Whether somebody has cancelled.
    public var isCancelled: Bool { value.load(ordering: .relaxed) }

    /// Cancels; more than once is as once.
    public func cancel() { value.store(true, ordering: .relaxed) }
}
