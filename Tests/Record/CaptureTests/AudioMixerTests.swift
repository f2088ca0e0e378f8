import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite struct AudioMixerTests {
    private static let start = HostTime(nanoseconds: 7_000_000_000)
    private let first = AudioTarget.playback(1, monitor: "m")
    private let second = AudioTarget.playback(2, monitor: "m")

    private func time(_ sample: Int) -> HostTime { Self.start + SampleClock.duration(of: Int64(sample)) }

    private func append(
        _ value: Float, _ count: Int, at sample: Int, of stream: AudioTarget, to mixer: inout AudioMixer
    ) {
        [Float](repeating: value, count: count).withUnsafeBufferPointer {
            mixer.append($0, at: time(sample), of: stream)
        }
    }

    @Test("Streams are added up where they belong")
    func streamsAreAddedUpWhereTheyBelong() {
        var mixer = AudioMixer(channels: 1, start: Self.start)
        append(0.25, 960, at: 0, of: first, to: &mixer)
        append(0.5, 960, at: 480, of: second, to: &mixer)
        #expect(
            mixer.take(until: Self.start)
                == Array(repeating: 0.25, count: 480) + Array(repeating: 0.75, count: 480))
        #expect(mixer.position == time(960))
        append(0.25, 960, at: 960, of: first, to: &mixer)
        #expect(mixer.take(until: Self.start) == Array(repeating: 0.75, count: 480))
    }

    @Test("A stream that is late is silent and is placed anew")
    func aStreamThatIsLateIsSilentAndIsPlacedAnew() {
        var mixer = AudioMixer(channels: 1, start: Self.start)
        append(0.25, 960, at: 0, of: first, to: &mixer)
        append(0.5, 480, at: 0, of: second, to: &mixer)
        #expect(mixer.take(until: time(960)).suffix(480).allSatisfy { $0 == 0.25 })
        // A delay of 10 ms is too short to be a gap in a continuing stream.
        append(0.5, 960, at: 1_440, of: second, to: &mixer)
        append(0.25, 1_440, at: 960, of: first, to: &mixer)
        #expect(
            mixer.take(until: Self.start)
                == Array(repeating: 0.25, count: 480) + Array(repeating: 0.75, count: 960))
    }

    @Test("A stream that has ended is heard to its end and waited for no more")
    func aStreamThatHasEndedIsHeardToItsEndAndWaitedForNoMore() {
        var mixer = AudioMixer(channels: 1, start: Self.start)
        append(0.25, 960, at: 0, of: first, to: &mixer)
        append(0.5, 480, at: 0, of: second, to: &mixer)
        mixer.end(second)
        #expect(
            mixer.take(until: Self.start)
                == Array(repeating: 0.75, count: 480) + Array(repeating: 0.25, count: 480))
        mixer.end(first)
        #expect(mixer.take(until: time(1_920)) == Array(repeating: 0, count: 960))
    }

    @Test("Without streams there is silence up to the deadline")
    func withoutStreamsThereIsSilenceUpToTheDeadline() {
        var mixer = AudioMixer(channels: 2, start: Self.start)
        #expect(mixer.take(until: time(1_000)) == Array(repeating: 0, count: 2_000))
        #expect(mixer.take(until: time(500)).isEmpty)
        #expect(mixer.position == time(1_000))
    }

    @Test(
        "An application is known by name, program or process, in any case, and by nothing less",
        arguments: [("firefox", true), ("FIREFOX-BIN", true), ("42", true), ("fire", false), ("4", false), ("", false)])
    func applications(text: String, isMatched: Bool) {
        let application = AudioApplication(name: "Firefox", binary: "firefox-bin", processID: 42)
        #expect(application.isMatched(by: text) == isMatched)
    }
}
