import Synchronization

/// The final event of a recording, for tasks that wait for it.
final class RecorderOutcome: Sendable {
    private struct State {
        var event: ScreenRecorder.Event?
        var waiting: [CheckedContinuation<ScreenRecorder.Event, Never>] = []
    }

    private let state = Mutex(State())

    /// Stores the final event and resumes the tasks that wait for it. Ignores a status.
    /// - Returns: True if `event` is a final one.
    func settle(with event: ScreenRecorder.Event) -> Bool {
        if case .status = event { return false }
        let waiting = state.withLock { state in
            state.event = event
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: event) }
        return true
    }

    package var value: ScreenRecorder.Event {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.event == nil { state.waiting.append(continuation) }
                    return state.event
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }
}
