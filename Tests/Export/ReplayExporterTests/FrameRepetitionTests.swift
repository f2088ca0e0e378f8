import ReplayTestSupport
import Testing

@testable import ReplayComposition

/// The times at which a still frame is repeated under a moving effect.
struct FrameRepetitionTests {
    /// Returns the intervals between the frames from `start` to `end`.
    private func intervals(_ repetition: FrameRepetition, from start: Int64, until end: Int64) -> [Int64] {
        var times = [start]
        while let next = repetition.time(after: times[times.count - 1], until: end) { times.append(next) }
        times.append(end)
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }

    @Test func `No interval is longer at a constant rate, and none is short at a variable one`() {
        var random = SplitMix64.seeded()
        for _ in 0..<1000 {
            let interval = Int64.random(in: 2...9000, using: &random)
            let start = Int64.random(in: 0...1_000_000, using: &random)
            let length = Int64.random(in: 1...100_000, using: &random)
            let even = intervals(FrameRepetition(interval: interval), from: start, until: start + length)
            #expect(even.dropLast().allSatisfy { $0 == interval })
            #expect(even.allSatisfy { 2 * $0 <= 3 * interval })
            #expect(even.count == 1 || even.allSatisfy { 2 * $0 >= interval - 1 })
            let strict = intervals(
                FrameRepetition(interval: interval, isStrict: true), from: start, until: start + length)
            #expect(strict.allSatisfy { $0 <= interval })
        }
    }
}
