import MediaTime
import ReplayRecording
import Testing

@Suite struct FramePacerTests {
    @Test("The first frame is a keyframe, and then one every two seconds")
    func keyframes() {
        var pacer = FramePacer(framesPerSecond: 60)
        let times = (0..<600).map { HostTime(nanoseconds: $0 * 16_666_667) }
        let keyframes = times.filter { pacer.take(at: $0) }
        let gaps = zip(keyframes, keyframes.dropFirst()).map { $1 - $0 }
        #expect(keyframes.first == times.first)
        #expect(keyframes.count == 5)
        #expect(gaps.allSatisfy { $0 >= .seconds(2) && $0 < .milliseconds(2020) })
    }

    @Test("A still screen is sent again two seconds after the last keyframe")
    func repeats() {
        var pacer = FramePacer(framesPerSecond: 60)
        #expect(pacer.repeatDeadline == nil)
        _ = pacer.take(at: HostTime(nanoseconds: 5))
        #expect(pacer.repeatDeadline == HostTime(nanoseconds: 2_000_000_005))
    }

    @Test("A source of any rate stays at or below the ceiling", arguments: [24, 30, 60, 75, 144, 1000])
    func ceiling(sourceRate: Int64) {
        var pacer = FramePacer(framesPerSecond: 30)
        var taken = 0
        for index in 0..<(sourceRate * 10) {
            let time = HostTime(nanoseconds: index * 1_000_000_000 / sourceRate)
            guard pacer.earliest.map({ $0 <= time }) ?? true else { continue }
            _ = pacer.take(at: time)
            taken += 1
        }
        #expect(taken <= 302)
        #expect(taken >= min(Int(sourceRate), 25) * 10 - 10)
    }

    @Test("A source at the ceiling's own rate loses no frame to jitter")
    func jitter() {
        var pacer = FramePacer(framesPerSecond: 60)
        for index in Int64(0)..<600 {
            let time = HostTime(nanoseconds: index * 16_666_667 + (index % 3 - 1) * 4_000_000)
            #expect(pacer.earliest.map { $0 <= time } ?? true)
            _ = pacer.take(at: time)
        }
    }
}
