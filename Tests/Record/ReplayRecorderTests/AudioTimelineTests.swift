import ReplaySources
import Testing

@Suite struct AudioTimelineTests {
    @Test("Silence stands before audio that begins late, and audio before time 0 is left out")
    func start() {
        var late = AudioTimeline()
        #expect(late.place(960, at: 500) == .init(silence: 500, skipped: 0, stretch: 0))
        #expect(late.position == 1460)
        var early = AudioTimeline()
        #expect(early.place(960, at: -300) == .init(silence: 0, skipped: 300, stretch: 0))
        #expect(early.position == 660)
        var tooEarly = AudioTimeline()
        #expect(tooEarly.place(960, at: -5000).skipped == 960)
        #expect(tooEarly.position == 0)
    }

    @Test("A hole becomes silence of its length")
    func hole() {
        var timeline = AudioTimeline()
        _ = timeline.place(960, at: 0)
        #expect(timeline.place(960, at: 960 + 48_000).silence == 48_000)
    }

    @Test("Filling brings the track to its end once")
    func fill() {
        var timeline = AudioTimeline()
        _ = timeline.place(960, at: 0)
        #expect(timeline.fill(to: 2000) == 1040)
        #expect(timeline.fill(to: 1500) == 0)
        #expect(timeline.position == 2000)
    }

    @Test(
        "A clock that runs wrong by 300 ppm is followed within 6 ms for an hour, never by a jump",
        arguments: [-300, -100, 100, 300])
    func drift(partsPerMillion: Int64) {
        var timeline = AudioTimeline()
        var worst: Int64 = 0
        for buffer in Int64(0)..<180_000 {
            let true_ = buffer * 960
            let stamped = true_ + true_ * partsPerMillion / 1_000_000
            let placement = timeline.place(960, at: stamped)
            #expect(placement.silence == 0 && placement.skipped == 0 && abs(placement.stretch) <= 1)
            worst = max(worst, abs(timeline.position - (stamped + 960)))
        }
        #expect(worst <= 288)
    }

    @Test("However short a buffer is, what it is stretched from and to has two samples")
    func shortBuffers() {
        for count in 1...5 {
            for drift: Int64 in [-4000, -300, 300, 4000] {
                var timeline = AudioTimeline()
                _ = timeline.place(960, at: 0)
                let placement = timeline.place(count, at: timeline.position + drift)
                let rest = count - placement.skipped
                #expect(placement.stretch == 0 || min(rest, rest + placement.stretch) >= 2, "\(count), \(drift)")
            }
        }
    }

    @Test("Jitter below the tolerance changes nothing")
    func jitter() {
        var timeline = AudioTimeline()
        for buffer in Int64(0)..<1000 {
            let placement = timeline.place(960, at: max(0, buffer * 960 + (buffer % 5 - 2) * 50))
            #expect(buffer == 0 || placement == .init())
        }
    }

    @Test("After silence was filled in ahead, late buffers are cut to the sample, not shifted")
    func lateAfterFilling() {
        var timeline = AudioTimeline()
        _ = timeline.place(960, at: 0)
        // The recorder was suspended. The buffers of that time come after silence has replaced them.
        #expect(timeline.fill(to: 48_000) == 47_040)
        var heard: Int64?
        for start in stride(from: Int64(960), to: 60_000, by: 960) {
            let placement = timeline.place(960, at: start)
            #expect(placement.silence == 0 && placement.stretch == 0)
            if placement.skipped < 960, heard == nil { heard = start + Int64(placement.skipped) }
        }
        #expect(heard == 48_000)
        #expect(timeline.position == 60_480)
    }
}
