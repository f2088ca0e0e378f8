import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition

@Suite struct PlayedFramesTests {
    @Test("Frames follow each other without holes, and none is shown of which nothing is kept", arguments: 0..<40)
    func properties(round: Int) throws {
        var random = SplitMix64.seeded(function: "properties \(round)")
        let recorded = CodedRecording.changing(seconds: 20, using: &random)
        // A proxy has only some of the recording's frames.
        let times = recorded.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        try #require(!times.isEmpty)
        let duration: Int64 = 21 * 90_000
        var edit = try Edit(duration: MediaTime(value: duration, timescale: 90_000))
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let start = Int64.random(in: 0..<duration - 1, using: &random)
            let length = Int64.random(in: 1...90_000, using: &random)
            let range = TimeRange(
                start: MediaTime(value: start, timescale: 90_000),
                end: MediaTime(value: min(duration, start + length), timescale: 90_000))
            edit = (try? edit.applying(.cut(range))) ?? edit
        }
        let frames = PlayedFrames(times: times, recorded: recorded, clips: edit.clips)
        var end: Int64 = 0
        for number in 0..<frames.count {
            let frame = frames[number]
            #expect(frame.number == number && frame.start == end && frame.duration > 0)
            end = frame.start + frame.duration
            #expect(frames.number(at: frame.start) == number && frames.number(at: end - 1) == number)
            #expect(isKept(times[frame.sample], recorded, edit), "\(times[frame.sample])")
        }
        #expect(end == edit.editedDuration.value)
    }

    /// True if the edit keeps a part of the time during which the recording shows the frame at `time`.
    private func isKept(_ time: Int64, _ recorded: [Int64], _ edit: Edit) -> Bool {
        let next = recorded.first { $0 > time } ?? edit.duration.value
        // Before its first frame, a recording shows that frame.
        let start = time == recorded.first ? 0 : time
        return edit.kept.contains { $0.start.value < next && $0.end.value > start }
    }

    @Test("A clip shorter than the proxy's frames goes on with what is kept before it")
    func shortClip() throws {
        var edit = try Edit(duration: MediaTime(value: 100, timescale: 10))
        for (start, end) in [(20, 45), (46, 80)] as [(Int64, Int64)] {
            try edit.apply(
                .cut(
                    TimeRange(
                        start: MediaTime(value: start, timescale: 10), end: MediaTime(value: end, timescale: 10))))
        }
        // At 45, the recording shows a frame that the proxy lacks.
        let frames = PlayedFrames(times: [0, 10, 40, 80], recorded: [0, 10, 40, 44, 50, 80], clips: edit.clips)
        #expect((0..<frames.count).map { frames[$0].sample } == [0, 1, 3])
        #expect((0..<frames.count).map { frames[$0].duration } == [10, 11, 20])
    }
}
