import ReplayBroadcastHandler

/// The pauses of a handler's broadcast: those of the recorder, and those of the broadcast alone.
struct HandlerPause {
    private var causes: Set<HandlerEvent.PauseCause> = []

    /// Begins or ends a pause.
    /// - Returns: The message, or nil if the handler is paused as before.
    mutating func set(_ isPaused: Bool, by cause: HandlerEvent.PauseCause) -> HandlerEvent? {
        let wasPaused = !causes.isEmpty
        if isPaused { causes.insert(cause) } else { causes.remove(cause) }
        return causes.isEmpty == wasPaused ? HandlerEvent(isPaused: isPaused, cause: cause) : nil
    }
}
