import MediaTime

/// The playback state that all participants share: a time of the edit at a host time, and the speed from there on.
struct WatchState: Equatable, Sendable {
    /// The revision of the edit to which the times refer.
    var revision: String
    /// The edited time at `hostTime`, in ticks, in 0...duration.
    var time: Int64
    /// The duration of the edit, in ticks.
    var duration: Int64
    /// The ticks per second of `time` and `duration`.
    let timescale: Int32
    /// The speed while playing, in percent of the normal one, in `WatchState.rates`.
    var rate = 100
    var isPlaying = false
    /// The instant from which the state is in effect. Until then, the position is `time`.
    var hostTime: HostTime

    /// The speeds that a command may set, in percent.
    static let rates = 25...800

    /// Returns the edited time at an instant, in ticks.
    func position(at instant: HostTime) -> Int64 {
        guard isPlaying, hostTime < instant else { return time }
        let elapsed = Int128((instant - hostTime).nanoseconds) * Int128(timescale) * Int128(rate)
        return Int64(min(Int128(duration), Int128(time) + elapsed / Self.unit))
    }

    /// The instant at which the end of the edit is reached, or nil if the group does not play.
    var end: HostTime? {
        guard isPlaying else { return nil }
        let divisor = Int128(timescale) * Int128(rate)
        let nanoseconds = (Int128(max(0, duration - time)) * Self.unit + divisor - 1) / divisor
        return hostTime + .nanoseconds(Int64(clamping: nanoseconds))
    }

    /// The nanoseconds in a second, times the percent in one.
    private static let unit: Int128 = 100_000_000_000

    /// Returns the state that stays at a position from an instant on, or plays from there.
    func moved(to position: Int64, at instant: HostTime, isPlaying: Bool? = nil) -> WatchState {
        var state = self
        (state.time, state.hostTime) = (min(max(0, position), duration), instant)
        state.isPlaying = isPlaying ?? self.isPlaying
        return state
    }
}
