package import MediaTime

/// The reason why a wait for the screen ended.
package enum ScreenEvent: Hashable, Sendable {
    /// The screen or the pointer has changed. The time is that of the last change known so far.
    case changed(at: HostTime)
    /// The deadline has passed and nothing changed.
    case deadline
    /// The waker was signalled.
    case woken
}
