import Foundation
import MediaTime
import Testing

@testable import ReplayComments

@Suite struct RecordingClockTests {
    private let start = Date(timeIntervalSince1970: 1_777_897_800)

    /// Returns a clock that has seen a recording of 60 s with a pause from 20 s to 50 s, by notes every 200 ms.
    private func paused() -> RecordingClock {
        var clock = RecordingClock(startingAt: start)
        for tick in 0...450 {
            let host = Double(tick) / 5
            clock.observe(
                .milliseconds(Int64(saturating: elapsed(host) * 1000)),
                at: HostTime(nanoseconds: Int64(tick) * 200_000_000),
                date: start + host)
        }
        return clock
    }

    private func elapsed(_ host: Double) -> Double { host < 20 ? host : host < 50 ? 20 : host - 30 }

    @Test("A date has the recording’s time, and a date in a pause has the pause’s time")
    func dates() throws {
        let clock = paused()
        let now = HostTime(nanoseconds: 90_000_000_000)
        for (host, expected) in [(0.0, 0.0), (10, 10), (25, 20), (49, 20), (60, 30), (90, 60), (900, 60.1)] {
            let time = try #require(clock.time(of: start + host, now: now))
            #expect(abs(Double(time.wholeMilliseconds) / 1000 - expected) <= 0.5, "\(host): \(time)")
        }
        #expect(clock.time(of: start - 1, now: now) == nil)
        #expect(clock.time(of: Date(timeIntervalSince1970: 1e15), now: now) != nil)
    }

    @Test("The present is at most 400 ms after the last note")
    func present() {
        let clock = paused()
        let last = HostTime(nanoseconds: 90_000_000_000)
        #expect(clock.time(at: last).wholeMilliseconds == 60_000)
        #expect(clock.time(at: last + .milliseconds(100)).wholeMilliseconds == 60_100)
        #expect(clock.time(at: last + .seconds(30)).wholeMilliseconds == 60_400)
    }

    @Test("A reader that begins late knows dates before its first look")
    func late() throws {
        var clock = RecordingClock(startingAt: start)
        clock.observe(.seconds(100), at: HostTime(nanoseconds: 0), date: start + 130)
        let time = try #require(clock.time(of: start + 40, now: HostTime(nanoseconds: 0)))
        #expect(time.wholeMilliseconds == 40_000)
        let last = try #require(clock.time(of: start + 129, now: HostTime(nanoseconds: 0)))
        #expect(last.wholeMilliseconds == 100_000)
    }
}
