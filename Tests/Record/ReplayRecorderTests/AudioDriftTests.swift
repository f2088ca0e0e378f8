import FFmpeg
import MediaTime
import Testing

@testable import ReplayRecording
@testable import ReplaySources

/// Checks an hour of audio whose source has its own clock, from the measured times of its samples to the track's
/// packets.
@Suite struct AudioDriftTests {
    /// A source of blocks of 60 ms whose clock has a wrong rate.
    private struct Source {
        static let block: Int64 = 2880
        let partsPerMillion: Int64
        let epoch = HostTime(nanoseconds: 1_000_000_000_000)

        /// Returns the true time of a sample.
        func time(of sample: Int64) -> HostTime {
            let duration = SampleClock.duration(of: sample)
            return epoch + duration + .nanoseconds(duration.nanoseconds / 1_000_000 * partsPerMillion)
        }

        /// Adds one measurement to the stream's clock, wrong by up to 2 ms.
        func measure(_ clock: inout SampleClock, at sample: Int64, second: Int64) {
            clock.measure(sample: sample, at: time(of: sample) + .milliseconds(second % 5 - 2))
        }

        /// Calls `body` with the number of each block's first sample and the time that the recorder computes for it.
        func blocks(_ body: (Int64, HostTime) throws -> Void) rethrows {
            var clock = SampleClock(sample: 0, at: epoch)
            var second: Int64 = 0
            for sample in stride(from: 0, to: 3600 * SampleClock.rate, by: Int(Self.block)) {
                if sample / SampleClock.rate > second {
                    second = sample / SampleClock.rate
                    measure(&clock, at: sample, second: second)
                }
                try body(sample, clock.time(of: sample))
            }
        }
    }

    @Test("No sample of an hour is placed more than 10 ms from its time", arguments: [-100, 100, 300])
    func placement(partsPerMillion: Int64) {
        let source = Source(partsPerMillion: partsPerMillion)
        var timeline = AudioTimeline()
        var worst: Int64 = 0
        source.blocks { sample, time in
            let position = timeline.position
            let placement = timeline.place(Int(Source.block), at: SampleClock.samples(in: time - source.epoch))
            let placed = position + Int64(placement.silence - placement.skipped)
            let wanted = SampleClock.samples(in: source.time(of: sample) - source.epoch)
            worst = max(worst, abs(placed - wanted))
        }
        #expect(worst <= 480)
    }

    @Test(
        "An audio track at the end of an hour is in the packet of its time, with a clock 100 ppm wrong",
        arguments: [-100, 100])
    func hour(partsPerMillion: Int64) throws {
        let source = Source(partsPerMillion: partsPerMillion)
        let control = SessionControl()
        control.begin(with: SessionClock(epoch: source.epoch))
        let track = try AudioTrack(.microphone, streamIndex: 1, control: control)
        let silence = [Float](repeating: 0, count: Int(Source.block))
        let tone = (0..<Int(Source.block)).map { Float($0 % 48 < 24 ? 0.5 : -0.5) }
        let begin = 3599 * SampleClock.rate / Source.block * Source.block
        var loud: [Int64] = []
        try source.blocks { sample, time in
            try (sample < begin ? silence : tone).withUnsafeBufferPointer {
                try track.append($0, at: time, now: .distantFuture) { packets in
                    loud += packets.filter { $0.size > 100 }.map { $0.pts ?? 0 }
                }
            }
        }
        let first = try #require(loud.first { $0 > 48_000 })
        let wanted = SampleClock.samples(in: source.time(of: begin) - source.epoch)
        // A packet is heard in the two frames from its time on.
        #expect(abs(first + 1024 - wanted) <= 1024 + 480, "\((first - wanted) * 1000 / 48_000) ms")
    }
}
