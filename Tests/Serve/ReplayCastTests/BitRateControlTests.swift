import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCast

@Suite struct BitRateControlTests {
    private let start = HostTime(nanoseconds: 1_000_000_000_000)

    @Test("The rate falls while frames wait, at most every two seconds, and rises again when none waits")
    func fallsAndRises() {
        var control = BitRateControl(limit: 4_000_000, at: start)
        var rates: [Int] = []
        for tick in 0..<600 {
            let now = start + .milliseconds(Int64(tick) * 100)
            // Frames wait for the first ten seconds.
            if let rate = control.update(backlog: tick < 100 ? .seconds(2) : .zero, at: now) { rates.append(rate) }
        }
        #expect(rates.prefix(4) == [2_800_000, 1_960_000, 1_372_000, 960_400])
        #expect(Array(rates.dropFirst(4)) == rates.dropFirst(4).sorted())
        #expect(control.rate > 1_900_000 && control.rate <= 4_000_000)
    }

    @Test("Whatever waits, the rate stays within its bounds, and does not change more often than it may")
    func random() {
        var random = SplitMix64.seeded()
        var control = BitRateControl(limit: 1_000_000, at: start)
        var (now, changes) = (start, [HostTime]())
        for _ in 0..<5000 {
            now = now + .milliseconds(Int64.random(in: 1...400, using: &random))
            let backlog = Duration.milliseconds(Int64.random(in: 0...1500, using: &random))
            if control.update(backlog: backlog, at: now) != nil { changes.append(now) }
            #expect((BitRateControl.least...1_000_000).contains(control.rate))
        }
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $1 - $0 >= .seconds(2) })
    }
}
