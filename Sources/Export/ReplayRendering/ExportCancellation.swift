import Synchronization

/// Cancels an export from any thread or task. The export then throws `ExportError.cancelled` and writes nothing. If the
/// output is already complete, the export finishes.
public final class ExportCancellation: Sendable {
    private let value = Atomic(false)

    /// Creates a cancellation that is not set.
    public init() {}

    /// True if the export was cancelled.
    public var isCancelled: Bool { value.load(ordering: .relaxed) }

    /// Cancels the export. Further calls have no effect.
    public func cancel() { value.store(true, ordering: .relaxed) }
}
