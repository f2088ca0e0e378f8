import MediaTime
import ReplayTestSupport
import Testing

@Suite struct FrameRateTests {
    @Test(
        "Each frame begins where the index changes",
        arguments: ["60", "30000/1001", "24000/1001", "59.94", "1/10", "12.5"])
    func eachFrameBeginsWhereTheIndexChanges(text: String) throws {
        let rate = try #require(FrameRate(text))
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let index = Int.random(in: 0...10_000_000, using: &random)
            let start = try #require(rate.startTime(ofFrame: index))
            #expect(rate.frameIndex(at: start) == index)
            let before =
                start.converted(to: 1_000_000_000, rounding: .up)
                - MediaTime(value: 1, timescale: 1_000_000_000)
            #expect(rate.frameIndex(at: before) == index - 1)
        }
    }

    @Test(
        "A rate that is not positive or out of bounds is refused",
        arguments: ["0", "-30", "1/0", "1000000001", "1/1000000001", "fast"])
    func rateThatIsNotPositiveOrOut(text: String) {
        #expect(FrameRate(text) == nil)
    }

    @Test("A frame lasts exactly its fraction")
    func frameLastsExactlyItsFraction() throws {
        let rate = try #require(FrameRate("30000/1001"))
        #expect(rate.frameDuration == MediaTime(value: 1001, timescale: 30000))
        #expect(rate.description == "30000/1001")
        #expect(rate.startTime(ofFrame: .max) == nil)
        #expect(FrameRate("1/1000000000")?.startTime(ofFrame: 9) == nil)
    }
}
