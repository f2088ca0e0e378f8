package import MediaTime
package import ReplayLibrary
import ReplayMovie
package import ReplaySources

/// What of its sources a recording takes at each instant: nothing while paused, silence in place of a muted
/// microphone, a cover in place of the screen and silence in place of application audio while covered.
///
/// A pure value; instants are the host's, so that audio which comes late is judged by when it was heard.
package struct SessionGate: Sendable {
    package var clock: SessionClock
    /// Where the recording is to end on the movie's clock, in nanoseconds; nil: nowhere.
    package let end: Int64?
    package var mute = HostIntervals()
    package private(set) var cover = HostIntervals()
    package private(set) var coverReasons: Set<CoverReason> = []

    package init(_ clock: SessionClock, end: Int64? = nil) {
        self.clock = clock
        self.end = end
    }

    /// Whether an instant is at or after the end.
    package func isOver(at time: HostTime) -> Bool { end.map { clock.nanoseconds(at: time) >= $0 } ?? false }

    /// When the end will come; nil: never, or the clock stands still.
    package var deadline: HostTime? { end.flatMap(clock.hostTime) }

    /// What the movie's clock shows, in ticks, `timescale` of them a second; never more than at the end.
    package func ticks(at time: HostTime, timescale: Int32) -> Int64 {
        let shown = MediaTime(value: min(clock.nanoseconds(at: time), end ?? .max), timescale: 1_000_000_000)
        return shown.converted(to: timescale, rounding: .nearest).value
    }

    package var isCovered: Bool { !coverReasons.isEmpty }

    /// Whether the screen is taken now, and was at an instant that is not long past.
    package func takesScreen(at time: HostTime) -> Bool {
        !clock.isPaused && !isCovered && time >= clock.epoch && !isOver(at: time) && !clock.pauses.contains(time)
            && !cover.contains(time)
    }

    package mutating func cover(_ reason: CoverReason, at time: HostTime) {
        coverReasons.insert(reason)
        cover.open(at: time)
    }

    /// Takes the cover away, if there is no other reason for it.
    package mutating func uncover(_ reason: CoverReason, at time: HostTime) {
        coverReasons.remove(reason)
        if coverReasons.isEmpty { cover.close(at: time) }
    }

    /// What is taken of a stretch of audio: the pieces, in order, of which each is heard or silenced. What lies in
    /// a pause or after the end is left out.
    package func pieces(of range: Range<HostTime>, for kind: AudioSource) -> [HostIntervals.Piece] {
        let silence = kind == .microphone ? mute : cover
        let end = deadline ?? .distantFuture
        let taken = min(range.lowerBound, end)..<min(range.upperBound, end)
        return clock.pauses.pieces(of: taken).filter { !$0.isInside }.flatMap { silence.pieces(of: $0.range) }
    }
}
