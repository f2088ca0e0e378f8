import ReplayTestSupport
import Testing

@testable import ReplayRendering

@Suite struct DecodingTimesTests {
    /// Frames of random lengths. The last one may be short.
    private struct Output {
        let depth: Int
        let shown: [Int64]
        let range: Range<Int64>
        /// The indices of `shown`, in decoding order.
        let places: [Int]

        init(using random: inout SplitMix64) {
            depth = Int.random(in: 0...4, using: &random)
            let longest = Int64([3, 100, 4000].randomElement(using: &random) ?? 3)
            let start = Int64.random(in: 0...1000, using: &random)
            var (shown, time) = ([Int64](), start)
            for left in (0..<Int.random(in: 1...120, using: &random)).reversed() {
                shown.append(time)
                time += Int64.random(in: 2...(left < 20 ? longest : 4000), using: &random)
            }
            var (waiting, places) = (Array(shown.indices), [Int]())
            while let first = waiting.first {
                let mustBeFirst = first == places.count - depth
                let next = mustBeFirst ? 0 : Int.random(in: 0..<min(waiting.count, depth + 1), using: &random)
                places.append(waiting.remove(at: next))
            }
            (self.shown, range, self.places) = (shown, start..<time, places)
        }

        var times: DecodingTimes {
            DecodingTimes(
                depth: depth, last: shown.suffix(DecodingTimes.lastCount(depth: depth)),
                lastDecoded: shown[places[places.count - 1]], range: range)
        }
    }

    @Test("Frames are decoded one after the other, none after it is shown, and the last one ends the output")
    func areAscending() {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let output = Output(using: &random)
            var times = output.times
            times.expect(output.shown)
            let decoded = output.shown.map { _ in times.take() }
            #expect(decoded.first == output.range.lowerBound - times.lead)
            #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 })
            #expect(zip(decoded, output.places).allSatisfy { $0 <= output.shown[$1] })
            let last = output.shown[output.places[output.places.count - 1]]
            #expect(decoded[decoded.count - 1] + times.lead >= last)
        }
    }

    @Test("No frame but the last lasts, by its decoding time and the next, until the output ends")
    func endNotBeforeTheLast() {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let output = Output(using: &random)
            var times = output.times
            times.expect(output.shown)
            let decoded = output.shown.map { _ in times.take() }
            let lengths = zip(decoded, decoded.dropFirst()).map { $1 - $0 }
            #expect(zip(output.shown, lengths).allSatisfy { $0 + $1 < output.range.upperBound })
        }
    }
}
