import ReplayTestSupport
import Testing

@testable import ReplayRendering

@Suite struct KeyframeClockTests {
    /// Returns the times of the keyframes for frames at these times; the last is shown until `end`.
    private func keyframes(_ times: [Int64], end: Int64, interval: Int64, repeats: Bool) -> [Int64] {
        var clock = KeyframeClock(interval: interval)
        var made: [Int64] = []
        for (start, end) in zip(times, times.dropFirst() + [end]) {
            if clock.isKeyframe(from: start, to: end) { made.append(start) }
            if repeats { made += clock.repeats(until: end) }
        }
        return made
    }

    @Test("At a constant rate there is one every interval")
    func constant() {
        let times = (0..<100).map { Int64($0 * 30) }
        #expect(keyframes(times, end: 3000, interval: 600, repeats: true) == [0, 600, 1200, 1800, 2400])
    }

    @Test("A frame that is shown for long is repeated, where that is wanted")
    func still() {
        #expect(keyframes([0], end: 1500, interval: 600, repeats: true) == [0, 600, 1200])
        #expect(keyframes([0, 1000], end: 1500, interval: 600, repeats: false) == [0, 1000])
    }

    @Test("Whatever the frames' times, no keyframe is later than the interval after the one before")
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            var times: [Int64] = [0]
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                times.append((times.last ?? 0) + Int64.random(in: 1...900, using: &random))
            }
            let end = (times.last ?? 0) + Int64.random(in: 1...900, using: &random)
            let made = keyframes(times, end: end, interval: 600, repeats: true)
            #expect(made.first == 0)
            #expect(zip(made, made.dropFirst() + [end]).allSatisfy { 0 < $1 - $0 && $1 - $0 <= 600 })
        }
    }
}
