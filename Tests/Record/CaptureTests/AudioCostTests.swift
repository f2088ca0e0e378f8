import AudioSources
import Dispatch
import Glibc
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Synchronization
import Testing

@testable import ReplayCapture
@testable import ReplayRecording

/// Checks the cost of two silent tracks, because the recorder may run for hours while nothing plays.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AudioCostTests {
    /// The CPU time of the audio thread at the beginning and the end.
    private struct Span: Sendable {
        var start: (at: HostTime, time: Int64)?
        var end: (at: HostTime, time: Int64)?
    }

    /// The CPU time of the calling thread, in nanoseconds.
    private static var threadTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns the CPU time to encode a second of one noise track, in microseconds.
    private static func noiseCost() throws -> Double {
        var random = SplitMix64.seeded()
        let seconds = 5
        var encoder = try AudioEncoder(.application, streamIndex: 1)
        let count = encoder.frameSize * AudioSource.application.channels
        let samples = (0..<count).map { _ in Float.random(in: -0.5..<0.5, using: &random) }
        let start = threadTime
        for _ in 0..<seconds * 48_000 / encoder.frameSize {
            try samples.withUnsafeBufferPointer { try encoder.encode($0) }
        }
        return Double(threadTime - start) / 1000 / Double(seconds)
    }

    @Test("Two silent sources and their encoders cost next to nothing")
    func twoSilentSourcesAndTheirEncodersCostNextToNothing() throws {
        let server = try AudioServer()
        let control = SessionControl()
        let tracks = try AudioSource.allCases.enumerated().map {
            try AudioTrack($1, streamIndex: $0 + 1, control: control)
        }
        let epoch = HostTime.now
        control.begin(with: SessionClock(epoch: epoch))
        let span = Mutex(Span())
        let packets = Mutex(0)
        let end = DispatchSemaphore(value: 0)
        let capture = try AudioCapture.open([.everything, .defaultMicrophone], server: server.address) {
            source, event in
            guard case .samples(let samples, let time) = event else { return }
            let track = tracks.first { $0.kind == source.kind }
            try? track?.append(samples, at: time) { made in packets.withLock { $0 += made.count } }
            // An idle sink has rendered 2 s ahead, and sends nothing until then.
            guard time - epoch > .seconds(3) else { return }
            let now = (at: HostTime.now, time: Self.threadTime)
            span.withLock { span in
                span.start = span.start ?? now
                guard span.end == nil, let start = span.start, now.at - start.at > .seconds(5) else { return }
                span.end = now
                end.signal()
            }
        }
        defer { capture.close() }
        end.wait()
        let (start, last) = try span.withLock { (try #require($0.start), try #require($0.end)) }
        let perSecond = Double(last.time - start.time) / 1000 / ((last.at - start.at) / .seconds(1))
        // Machines differ. The ratio is about 0.3, and would be 1.1 if all silence were encoded.
        let noise = try Self.noiseCost()
        print("two silent sources and their encoders: \(perSecond) microseconds of CPU a second, noise \(noise)")
        #expect(perSecond < noise * (QuietMachine.isPromised ? 0.65 : 0.9))
        // Two tracks of 47 packets per second, for 8 seconds.
        #expect(packets.withLock { $0 } > 2 * 47 * 7)
    }
}
