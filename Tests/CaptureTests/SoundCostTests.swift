import Glibc
import Testing

@testable import ReplayRecorder

/// What two silent tracks cost: the recorder is left running for hours, and mostly nothing plays.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SoundCostTests {
    /// CPU time of the calling thread, in nanoseconds.
    private static var threadTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test func twoSilentSourcesAndTheirEncodersCostNextToNothing() async throws {
        let server = HeadlessSound()
        let tracks: [SoundSource: SoundTrack] = [
            .everything: try SoundTrack(.application, streamIndex: 1),
            .defaultMicrophone: try SoundTrack(.microphone, streamIndex: 2),
        ]
        let epoch = HostTime.now
        for track in tracks.values { track.begin(at: epoch) }
        let (spent, continuation) = AsyncStream.makeStream(of: (at: HostTime, time: Int64).self)
        let capture = try SoundCapture.open([.everything, .defaultMicrophone], server: server.address) {
            source, event in
            guard case .samples(let samples, let time) = event else { return }
            #expect(throws: Never.self) { try tracks[source]?.append(samples, at: time) }
            continuation.yield((.now, Self.threadTime))
        }
        defer { capture.close() }
        var first: (at: HostTime, time: Int64)?
        for await now in spent where now.at - epoch > 3_000_000_000 {
            let start = first ?? now
            first = start
            guard now.at - start.at > 5_000_000_000 else { continue }
            let perSecond = (now.time - start.time) * 1_000_000 / (now.at - start.at)
            print("two silent sources and their encoders: \(perSecond) microseconds of CPU a second")
            #expect(perSecond < 10_000)
            break
        }
    }
}
