package import ReplayMovie
import Synchronization

/// Cancels an export from any thread or task. The export then throws `ExportError.cancelled` and writes nothing. If the
/// output is already complete, the export finishes.
public final class ExportCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Creates a cancellation that is not set.
    public init() {}

    /// True if the export was cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the export. Further calls have no effect.
    public func cancel() {
        let actions = state.withLock { state in
            defer { state.actions = [] }
            state.isCancelled = true
            return state.actions
        }
        for action in actions { action() }
    }

    /// Runs a part of an export. A cancellation ends the movie's decoders, even if one of them hangs.
    /// - Throws: `ExportError.cancelled` if the export was cancelled, and the errors of `body`.
    package func interrupting<Output>(_ movie: MovieReader, _ body: () throws -> Output) throws -> Output {
        onCancel { [weak movie] in movie?.interrupt() }
        do {
            return try body()
        } catch {
            // A decoder that was interrupted throws an error of its own.
            throw isCancelled ? ExportError.cancelled : error
        }
    }

    /// Calls a function when the export is cancelled, or at once if it was cancelled before.
    private func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.actions.append(action) }
            return state.isCancelled
        }
        if isCancelled { action() }
    }
}
