import Foundation
import Testing

@testable import HLSOutput

/// Checks how pauses are told from frames that arrive late.
@Suite struct LiveClockTests {
    private let begin = Date(timeIntervalSince1970: 1_800_000_000)

    /// Notes frames: their times, and when they arrive, in seconds.
    private func pauses(_ frames: [(time: Double, arrival: Double)]) -> (pauses: [Bool], date: Double) {
        var clock = LiveClock()
        let found = frames.map {
            clock.isAfterPause(Int64($0.time * 90_000), at: begin.addingTimeInterval($0.arrival))
        }
        return (found, clock.date(of: 0)?.timeIntervalSince(begin) ?? .nan)
    }

    @Test("Frames of a recording in progress are old at first; the first date is then that of the recording")
    func joined() {
        let found = pauses([(0, 3), (1, 3.01), (2, 3.02), (3, 3.1), (4, 4.1), (6, 6.2)])
        #expect(found.pauses == Array(repeating: false, count: 6) && abs(found.date - 0.1) < 0.001)
    }

    @Test("Frames that are late by less than a second show no pause; those after one do until the clock begins anew")
    func paused() {
        #expect(pauses([(0, 0), (1, 1.9), (2, 2.1), (3, 4.5), (4, 5.5)]).pauses == [false, false, false, true, true])
        var clock = LiveClock()
        clock.restart(3 * 90_000, at: begin.addingTimeInterval(4.5))
        let isPaused = clock.isAfterPause(4 * 90_000, at: begin.addingTimeInterval(5.5))
        #expect(!isPaused)
    }
}
