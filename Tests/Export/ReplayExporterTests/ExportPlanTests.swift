import MediaTime
import ReplayComposition
import ReplayRendering
import ReplayTimeline
import Testing

@Suite struct ExportPlanTests {
    private let share: Preset

    init() throws { share = try .named("share-1080p") }

    private func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 90_000) }

    private func source(
        _ width: Int, _ height: Int, rotation: Int = 0, aspect: Rational = 1
    ) -> RecordedVideo {
        .init(
            width: width, height: height, rotation: rotation, pixelAspect: aspect, timescale: 90_000,
            times: (0..<300).map { $0 * 3000 },
            keyframes: (0..<5).map { MediaTime(value: $0 * 180_000, timescale: 90_000) })
    }

    @Test("Spans follow one another in the output and lie where the edit keeps")
    func spans() throws {
        var edit = try Edit(duration: time(900_000))
        try edit.apply(.cut(TimeRange(start: time(270_000), end: time(450_000))))
        let plan = ExportPlan(edit: edit, source: source(1920, 1080), preset: share)
        #expect(plan.frames.map(\.source) == edit.kept)
        #expect(plan.frames.map(\.start) == [time(0), time(270_000)])
        #expect(plan.frames.map(\.frames) == [90, 150])
        #expect(plan.duration == time(720_000))
    }

    @Test(
        "Decoding begins at the last keyframe at or before a span",
        arguments: [(0, 0), (1, 0), (179_999, 0), (180_000, 180_000), (899_000, 720_000)])
    func keyframes(start: Int64, keyframe: Int64) throws {
        let edit = try Edit(duration: time(900_000)).applying(.trim(TimeRange(start: time(start), end: time(900_000))))
        let plan = ExportPlan(edit: edit, source: source(1920, 1080), preset: share)
        #expect(plan.frames.first?.action == .encode(.everything, decodeFrom: time(keyframe)))
    }

    @Test(
        "Frames become smaller where they do not fit, never larger, and even",
        arguments: [
            (1920, 1080, 0, 1920, 1080), (3840, 2160, 0, 1920, 1080), (1280, 720, 0, 1280, 720),
            (2560, 1080, 0, 1920, 810), (1080, 1920, 0, 1080, 1920), (1080, 1920, 90, 1920, 1080),
            (2160, 3840, 0, 1080, 1920), (1920, 1080, 90, 1080, 1920),
            (641, 359, 0, 640, 358), (1, 1, 0, 2, 2),
        ])
    func sizes(width: Int, height: Int, rotation: Int, outWidth: Int, outHeight: Int) throws {
        let edit = try Edit(duration: time(900_000))
        let plan = ExportPlan(edit: edit, source: source(width, height, rotation: rotation), preset: share)
        #expect([plan.width, plan.height] == [outWidth, outHeight])
    }

    @Test("Pixels that are not square are made so")
    func aspect() throws {
        let edit = try Edit(duration: time(900_000))
        let aspect = try #require(Rational(64, 45))
        let plan = ExportPlan(edit: edit, source: source(720, 576, aspect: aspect), preset: share)
        #expect([plan.width, plan.height] == [1024, 576])
    }
}
