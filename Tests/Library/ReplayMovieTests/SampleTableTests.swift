import ReplayTestSupport
import Testing

@testable import ReplayMovie

/// Checks that the compact table returns a track's samples unchanged.
@Suite struct SampleTableTests {
    /// Returns fragments as they are written: some as audio, some as video, with occasional jumps in time or in the
    /// file.
    private func fragments(_ random: inout SplitMix64) -> [[MovieIndex.Sample]] {
        var (dts, offset) = (Int64.random(in: -2048...2048, using: &random), Int64(100))
        return (0..<Int.random(in: 0...30, using: &random)).map { _ in
            let isEven = Bool.random(using: &random)
            offset += .random(in: 0...1 << 40, using: &random)
            return (0..<Int.random(in: 0...20, using: &random)).map { _ in
                let duration = isEven ? 1024 : Int64.random(in: 0...1 << 32 - 1, using: &random)
                let shift = isEven ? 0 : Int64.random(in: -9000...9000, using: &random)
                let isLarge = Int.random(in: 0..<20, using: &random) == 0
                let sample = MovieIndex.Sample(
                    dts: dts, pts: dts + shift, duration: duration, offset: offset,
                    size: .random(in: 0...(isLarge ? .max : 5000), using: &random),
                    isKeyframe: .random(using: &random))
                if Int.random(in: 0..<30, using: &random) == 0 { dts += .random(in: 1...1 << 20, using: &random) }
                if Int.random(in: 0..<30, using: &random) == 0 { offset -= .random(in: 0...50, using: &random) }
                dts += duration
                offset += Int64(sample.size)
                return sample
            }
        }
    }

    @Test("Samples come out as they went in: one after another, and in any order")
    func samples() {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let fragments = fragments(&random)
            var table = SampleTable()
            for fragment in fragments { table.append(SampleTable(fragment)) }
            table.shrink()
            let samples = fragments.flatMap(\.self)
            #expect(Array(table) == samples)
            #expect(table.indices.shuffled(using: &random).allSatisfy { table[$0] == samples[$0] })
            #expect(Array(SampleTable(samples)) == samples)
        }
    }
}
