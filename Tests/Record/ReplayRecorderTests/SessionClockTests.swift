import MediaTime
import ReplayRecording
import ReplayTestSupport
import Testing

@Suite struct SessionClockTests {
    private let epoch = HostTime(nanoseconds: 5_000_000_000)

    @Test("It stands still during a pause and loses nothing by it")
    func pause() {
        var clock = SessionClock(epoch: epoch)
        clock.pause(at: epoch + .nanoseconds(1_000))
        #expect(clock.nanoseconds(at: epoch + .nanoseconds(500)) == 500)
        #expect(clock.nanoseconds(at: epoch + .nanoseconds(9_000)) == 1_000)
        #expect(clock.isPaused)
        clock.resume(at: epoch + .nanoseconds(10_000))
        #expect(clock.nanoseconds(at: epoch + .nanoseconds(10_001)) == 1_001)
        #expect(clock.nanoseconds(at: epoch + .nanoseconds(800)) == 800)
    }

    @Test("A second pause within a pause, and a resume without one, change nothing")
    func idle() {
        var clock = SessionClock(epoch: epoch)
        clock.resume(at: epoch + .nanoseconds(10))
        clock.pause(at: epoch + .nanoseconds(100))
        clock.pause(at: epoch + .nanoseconds(200))
        clock.resume(at: epoch + .nanoseconds(300))
        clock.resume(at: epoch + .nanoseconds(400))
        #expect(clock.nanoseconds(at: epoch + .nanoseconds(500)) == 300)
    }

    @Test("After any pauses it shows what was not paused, nanosecond by nanosecond, and never goes back")
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            var clock = SessionClock(epoch: epoch, origin: 77)
            var (now, running, isPaused) = (epoch, Int64(77), false)
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                let step = Int64.random(in: 0...1_000_000, using: &random)
                let before = clock.nanoseconds(at: now)
                now = now + .nanoseconds(step)
                if !isPaused { running += step }
                #expect(clock.nanoseconds(at: now) == running)
                #expect(before <= running)
                isPaused.toggle()
                if isPaused { clock.pause(at: now) } else { clock.resume(at: now) }
            }
        }
    }

    @Test("It says when it will show a time, unless it stands still")
    func target() {
        var clock = SessionClock(epoch: epoch)
        clock.pause(at: epoch + .nanoseconds(100))
        #expect(clock.hostTime(of: 500) == nil)
        clock.resume(at: epoch + .nanoseconds(1_100))
        #expect(clock.hostTime(of: 500) == epoch + .nanoseconds(1_500))
    }
}
