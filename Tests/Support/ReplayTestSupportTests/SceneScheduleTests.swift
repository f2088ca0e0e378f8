import ReplayTestSupport
import Testing

@Suite struct SceneScheduleTests {
    @Test("Frames come at the rate asked for, and one at each full second", arguments: [1, 7, 24, 30, 60, 144, 1000])
    func framesComeAtTheRateAskedFor(rate: Int) {
        let schedule = SceneSchedule(SceneConfiguration(rate: rate))
        var now: UInt64 = 123_000_000_000 - 1
        let start = now
        for second in 0..<3 {
            #expect(schedule.next(after: now, start: start) == UInt64(123 + second) * 1_000_000_000)
            for _ in 0..<rate { now = schedule.next(after: now, start: start) }
        }
    }

    @Test("A pulsed scene has no frames while it stands still")
    func pulsedSceneHasNoFramesWhileItStands() {
        let schedule = SceneSchedule(
            SceneConfiguration(kind: .pulsed, rate: 60, motionSeconds: 2, stillSeconds: 3))
        let start: UInt64 = 77_300_000_001
        var now = start
        var frames = 0
        while now < start + 20_000_000_000 {
            now = schedule.next(after: now, start: start)
            frames += 1
            #expect((now - start) % 5_000_000_000 < 2_000_000_000)
        }
        #expect((480...482).contains(frames))
    }
}
