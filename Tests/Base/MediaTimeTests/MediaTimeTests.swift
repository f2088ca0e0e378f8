import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@Suite struct MediaTimeTests {
    @Test("Equal instants are equal and hash alike in every timescale")
    func equalInstantsAreEqualAndHashAlike() {
        let times = [MediaTime(value: 1, timescale: 2), MediaTime(value: 45000, timescale: 90000)]
        #expect(times[0] == times[1])
        #expect(Set(times).count == 1)
        #expect(MediaTime(value: 0, timescale: 90000) == .zero)
    }

    @Test("Numbers out of bounds are refused")
    func numbersOutOfBoundsAreRefused() {
        #expect(MediaTime(validating: 0, timescale: 0) == nil)
        #expect(MediaTime(validating: 0, timescale: -1) == nil)
        #expect(MediaTime(validating: 0, timescale: 1_000_000_001) == nil)
        #expect(MediaTime(validating: MediaTime.limit, timescale: 1) != nil)
        #expect(MediaTime(validating: MediaTime.limit + 1, timescale: 1) == nil)
        #expect(MediaTime(validating: .min, timescale: 1_000_000_000) == nil)
    }

    @Test("Frames of 29_97 add up exactly")
    func framesOf2997AddUp() throws {
        let frame = MediaTime(value: 1001, timescale: 30000)
        let sum = (0..<30000).reduce(MediaTime.zero) { sum, _ in sum + frame }
        #expect(sum == MediaTime(value: 1001, timescale: 1))
    }

    @Test("A sum without a common timescale is nothing, unless it can be reduced")
    func sumWithoutACommonTimescaleIsNothing() {
        let nanosecond = MediaTime(value: 1, timescale: 1_000_000_000)
        let tick = MediaTime(value: 1, timescale: 90000)
        #expect(nanosecond.adding(tick) == nil)
        #expect(
            nanosecond.adding(MediaTime(value: 9, timescale: 90000))
                == MediaTime(value: 100_001, timescale: 1_000_000_000))
        #expect(
            MediaTime(value: MediaTime.limit, timescale: 1).adding(MediaTime(value: 1, timescale: 1)) == nil)
    }

    @Test("Sums and order agree with plain 128 bit fractions")
    func sumsAndOrderAgreeWithPlain128Bit() {
        var random = SplitMix64.seeded()
        let timescales: [Int32] = [1, 24, 25, 1000, 24000, 30000, 44100, 48000, 60000, 90000, 1_000_000]
        for _ in 0..<20_000 {
            let first = MediaTime.random(timescales: timescales, using: &random)
            let second = MediaTime.random(timescales: timescales, using: &random)
            let common = Int128(first.timescale) * Int128(second.timescale)
            let (left, right) = (first.count(in: common), second.count(in: common))
            #expect((first + second).count(in: common) == left + right)
            #expect((first - second).count(in: common) == left - right)
            #expect((first < second) == (left < right))
            #expect((first == second) == (left == right))
        }
    }

    @Test("A conversion is the nearest tick on the side asked for")
    func conversionIsTheNearestTickOnTheSide() {
        var random = SplitMix64.seeded()
        for _ in 0..<20_000 {
            let time = MediaTime.random(timescales: [7, 1001, 44100, 90000, 1_000_000_000], using: &random)
            let timescale = Int32.random(in: 1...100_000, using: &random)
            let down = time.converted(to: timescale, rounding: .down)
            let up = time.converted(to: timescale, rounding: .up)
            let nearest = time.converted(to: timescale, rounding: .nearest)
            #expect(down <= time && time <= up && up.value - down.value <= 1)
            #expect((up.value == down.value) == (down == time))
            let common = 2 * Int128(time.timescale) * Int128(timescale)
            let distance = (nearest.count(in: common) - time.count(in: common)).magnitude
            #expect(distance <= (common / Int128(timescale) / 2).magnitude)
        }
    }

    @Test("Halves are rounded away from zero", arguments: [(3, 2), (1, 1), (-1, -1), (-3, -2)] as [(Int64, Int64)])
    func halvesAreRoundedAwayFromZero(halves: Int64, nearest: Int64) {
        #expect(MediaTime(value: halves, timescale: 2).converted(to: 1, rounding: .nearest).value == nearest)
    }

    @Test("The farthest time can be counted in the finest timescale")
    func farthestTimeCanBeCountedInTheFinest() {
        let farthest = MediaTime(value: MediaTime.limit, timescale: 1)
        let nanoseconds = farthest.converted(to: 1_000_000_000, rounding: .nearest)
        #expect(nanoseconds == farthest)
        #expect((-nanoseconds).converted(to: 1, rounding: .down) == -farthest)
    }

    @Test("Ticks of a time base go there and back")
    func ticksOfATimeBaseGo() throws {
        let frame = try #require(Rational(1001, 30000))
        let time = try #require(MediaTime(ticks: 120, in: frame))
        #expect(time.timescale == 30000)
        #expect(time.ticks(in: frame, rounding: .down) == 120)
        #expect(time.ticks(in: Rational(1, 90000)!, rounding: .down) == 360_360)
        #expect(time.ticks(in: 1, rounding: .up) == 5)
    }

    @Test("Time bases that make no sense give nothing")
    func timeBasesThatMakeNoSenseGiveNothing() throws {
        let time = MediaTime(value: 1, timescale: 1)
        #expect(time.ticks(in: 0, rounding: .down) == nil)
        #expect(time.ticks(in: -1, rounding: .down) == nil)
        #expect(MediaTime(ticks: 1, in: 0) == nil)
        let tiny = try #require(Rational(1, .max))
        #expect(time.ticks(in: tiny, rounding: .down) == .max)
        #expect(MediaTime(value: 2, timescale: 1).ticks(in: tiny, rounding: .down) == nil)
        #expect(MediaTime(ticks: 1, in: tiny) == nil)
        #expect(MediaTime(ticks: .max, in: tiny) == time)
        #expect(MediaTime(ticks: .min, in: 1) == nil)
    }

    @Test("Scaling keeps the timescale")
    func scalingKeepsTheTimescale() throws {
        let time = MediaTime(value: 90001, timescale: 90000)
        let half = try #require(Rational(1, 2))
        let scaled = try #require(time.scaled(by: half, rounding: .down))
        #expect(scaled.value == 45000 && scaled.timescale == 90000)
        #expect(time.scaled(by: Rational(.max), rounding: .down) == nil)
    }

    @Test("A time is stored as text with its timescale")
    func itIsStoredAsTextWithItsTimescale() throws {
        let time = MediaTime(value: 2, timescale: 90000)
        let data = try JSONEncoder().encode(time)
        let decoded = try JSONDecoder().decode(MediaTime.self, from: data)
        #expect(decoded.value == 2 && decoded.timescale == 90000)
        for text in ["1", "1/0", "x/1", "1/1/1", "9223372036854775807/1", "1/-1", ""] {
            #expect(MediaTime(text) == nil)
        }
    }
}

extension MediaTime {
    static func random(timescales: [Int32], using random: inout SplitMix64) -> MediaTime {
        let timescale = timescales.randomElement(using: &random)!
        let bound = Int64(timescale) * 1_000_000
        return MediaTime(value: .random(in: -bound...bound, using: &random), timescale: timescale)
    }

    /// Returns the number of ticks in a timescale that is a multiple of this one.
    func count(in common: Int128) -> Int128 {
        Int128(value) * (common / Int128(timescale))
    }
}
