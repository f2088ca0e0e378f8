import ReplayBroadcast
import Testing

@testable import ReplayCast

@Suite struct RateMeterTests {
    /// Returns the second in which frames of a size and rate exceed the limits; nil if they do not within a minute.
    private func excess(bitRate: Int?, framesPerSecond: Int?, size: Int, rate: Int) -> Int? {
        var limits = BroadcastService.Limits()
        (limits.bitRate, limits.framesPerSecond) = (bitRate, framesPerSecond)
        var meter = RateMeter(limits)
        return (0..<60 * rate).first { meter.add(time: Int64($0) * 1_000_000_000 / Int64(rate), size: size) }
            .map { $0 / rate }
    }

    @Test("A limit is exceeded after five seconds, by more than a tenth")
    func limits() {
        #expect(excess(bitRate: 1_000_000, framesPerSecond: nil, size: 5000, rate: 30) == 5)
        #expect(excess(bitRate: 1_000_000, framesPerSecond: nil, size: 4400, rate: 30) == nil)
        #expect(excess(bitRate: nil, framesPerSecond: 30, size: 1, rate: 60) == 5)
        #expect(excess(bitRate: nil, framesPerSecond: 30, size: 1, rate: 30) == nil)
        #expect(excess(bitRate: nil, framesPerSecond: nil, size: 1 << 20, rate: 60) == nil)
    }
}
