package import MediaTime

/// Why a wait for the screen ended.
package enum ScreenEvent: Hashable, Sendable {
    /// The screen or the pointer changed; when it last did, as far as is known yet.
    case changed(at: HostTime)
    /// The deadline has passed and nothing changed.
    case deadline
    /// The waker was signalled.
    case woken
}
