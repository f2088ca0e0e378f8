import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite struct ServerClockTests {
    private let arrival = HostTime(nanoseconds: 5_000_000_000_000_300_000)
    private var milliseconds: UInt32 { UInt32(truncatingIfNeeded: arrival.nanoseconds / 1_000_000) }

    @Test("A plausible server time is used")
    func aTimeThatAgreesIsBelieved() {
        let time = ServerClock.hostTime(of: milliseconds &- 7, arrival: arrival)
        #expect(arrival - time == .microseconds(6800))
    }

    @Test("No event happens after its arrival")
    func noEventHappensAfterItsArrival() {
        #expect(ServerClock.hostTime(of: milliseconds, arrival: arrival) == arrival)
        #expect(ServerClock.hostTime(of: milliseconds &+ 1, arrival: arrival) == arrival)
    }

    @Test("The time of a foreign clock is not used", arguments: [2_000, 3_000_000_000, 4_294_960_000] as [UInt32])
    func aForeignClockIsNot(age: UInt32) {
        #expect(ServerClock.hostTime(of: milliseconds &- age, arrival: arrival) == arrival)
    }

    @Test("Wraps around")
    func wrapsAround() {
        let late = HostTime(nanoseconds: ((1 << 32) + 2) * 1_000_000)
        #expect(late - ServerClock.hostTime(of: .max, arrival: late) == .nanoseconds(2_500_000))
    }
}

@Suite struct SampleClockTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    @Test("Follows the count of samples")
    func followsTheCountOfSamples() {
        let clock = SampleClock(sample: 4_800, at: start)
        #expect(clock.time(of: 4_800) == start)
        #expect(clock.time(of: 52_800) == start + .seconds(1))
    }

    @Test("Drift is followed and jitter is not")
    func driftIsFollowedAndJitterIsNot() {
        var clock = SampleClock(sample: 0, at: start)
        for second in 1...60 {
            // The clock is 100 ppm fast, with a jitter of ±2 ms.
            let truth = start + .microseconds(1_000_100 * second)
            let sample = Int64(second) * 48_000
            clock.measure(sample: sample, at: truth + (second.isMultiple(of: 2) ? .milliseconds(2) : .milliseconds(-2)))
            #expect((clock.time(of: sample) - truth).magnitude < .microseconds(1500))
        }
    }

    @Test("Jumps only when a gap is measured twice")
    func jumpsOnlyWhenAGapIsMeasuredTwice() {
        var clock = SampleClock(sample: 0, at: start)
        clock.measure(sample: 0, at: start + .milliseconds(80))
        #expect(clock.time(of: 0) == start)
        clock.measure(sample: 0, at: start + .milliseconds(80))
        #expect(clock.time(of: 0) == start + .milliseconds(80))
    }

    @Test("Samples and durations agree")
    func samplesAndDurationsAgree() {
        #expect(SampleClock.duration(of: 48_000) == .seconds(1))
        #expect(SampleClock.samples(in: SampleClock.duration(of: 1_234_567)) == 1_234_567)
    }
}
