import ReplayTestSupport
import Testing

@Suite struct AudioMatchTests {
    @Test("White noise is found at each place within reach, and not where it is not")
    func whiteNoise() throws {
        var random = SplitMix64.seeded()
        let source = (0..<8192).map { _ in Float.random(in: -1...1, using: &random) }
        for shift in [-513, -2, 1, 510] {
            let audio = Array(source[(3000 - shift)..<(3000 - shift + 1024)])
            let match = try #require(AudioMatch(of: audio, at: 0, count: 1024, in: source, near: 3000, reach: 700))
            #expect(match.shift == shift && match.likeness > 0.999, "\(match)")
        }
        let other = (0..<1024).map { _ in Float.random(in: -1...1, using: &random) }
        let match = try #require(AudioMatch(of: other, at: 0, count: 1024, in: source, near: 3000, reach: 700))
        #expect(match.likeness < 0.5, "\(match)")
    }
}
