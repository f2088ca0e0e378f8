package import AudioSources
package import MediaTime
import ReplayMovie
package import ReplaySources

/// The rules for what is recorded at each instant. Nothing is recorded during a pause. A mute replaces the microphone
/// by silence. A cover replaces the screen, and application audio by silence.
///
/// A pure value. Times are host times, so that late audio is judged by the time of its capture.
package struct SessionGate: Sendable {
    package var clock: SessionClock
    /// The end of the recording on the movie's clock, in nanoseconds, or nil for no limit.
    package let end: Int64?
    package var mute = HostIntervals()
    package private(set) var cover = HostIntervals()
    package private(set) var coverReasons: Set<CoverReason> = []

    package init(_ clock: SessionClock, end: Int64? = nil) {
        self.clock = clock
        self.end = end
    }

    /// Returns true if `time` is at or after the end.
    package func isOver(at time: HostTime) -> Bool { end.map { clock.nanoseconds(at: time) >= $0 } ?? false }

    /// The host time of the end. Nil if there is no limit or during a pause.
    package var deadline: HostTime? { end.flatMap(clock.hostTime) }

    /// Returns the movie clock's value in ticks of 1/`timescale` s, limited to the end.
    package func ticks(at time: HostTime, timescale: Int32) -> Int64 {
        let shown = MediaTime(value: min(clock.nanoseconds(at: time), end ?? .max), timescale: 1_000_000_000)
        return shown.converted(to: timescale, rounding: .nearest).value
    }

    package var isCovered: Bool { !coverReasons.isEmpty }

    /// Returns true if the screen is recorded now and was recorded at `time`, which must be recent.
    package func takesScreen(at time: HostTime) -> Bool {
        !clock.isPaused && !isCovered && time >= clock.epoch && !isOver(at: time) && !clock.pauses.contains(time)
            && !cover.contains(time)
    }

    package mutating func cover(_ reason: CoverReason, at time: HostTime) {
        coverReasons.insert(reason)
        cover.open(at: time)
    }

    /// Removes a reason for the cover. Uncovers the screen if no reason is left.
    package mutating func uncover(_ reason: CoverReason, at time: HostTime) {
        coverReasons.remove(reason)
        if coverReasons.isEmpty { cover.close(at: time) }
    }

    /// Returns the parts of an audio range to record, in order. Parts with `isInside` are silenced. Pauses and audio
    /// after the end are left out.
    package func pieces(of range: Range<HostTime>, for kind: AudioSource) -> [HostIntervals.Piece] {
        let silence = kind == .microphone ? mute : cover
        let end = deadline ?? .distantFuture
        let taken = min(range.lowerBound, end)..<min(range.upperBound, end)
        return clock.pauses.pieces(of: taken).filter { !$0.isInside }.flatMap { silence.pieces(of: $0.range) }
    }
}
