import MediaTime
import ReplayTimeline
import Testing

@testable import HLSOutput
@testable import ReplayComposition
@testable import ReplayRendering

@Suite struct LadderTests {
    private func ladder(_ width: Int, _ height: Int, preset name: String = "hls", hasAudio: Bool = true) throws
        -> Ladder
    {
        let source = RecordedVideo(
            width: width, height: height, rotation: 0, pixelAspect: 1, timescale: 90_000,
            times: (0..<60).map { Int64($0 * 3000) }, keyframes: [.zero])
        let edit = try Edit(duration: MediaTime(value: 180_000, timescale: 90_000))
        return Ladder(try .named(name), hasAudio: hasAudio) { ExportPlan(edit: edit, source: source, preset: $0) }
    }

    private func sizes(_ ladder: Ladder) -> [String] { ladder.rungs.map { "\($0.plan.width)x\($0.plan.height)" } }

    @Test("The recording's own size comes first, and every rung is smaller than the one before")
    func descending() throws {
        #expect(try sizes(ladder(2560, 1440)) == ["2560x1440", "1920x1080", "1280x720", "852x480", "640x360"])
        #expect(try sizes(ladder(1920, 1080)) == ["1920x1080", "1280x720", "852x480", "640x360"])
        #expect(try sizes(ladder(1080, 1920)) == ["1080x1920", "720x1280", "480x852", "360x640"])
    }

    @Test("A rung that would be no smaller is left out, and that is told")
    func dropped() throws {
        #expect(try ladder(1280, 720).dropped == ["1080p"])
        #expect(try sizes(ladder(320, 180)) == ["320x180"])
        #expect(try ladder(1920, 1080, preset: "hls-single").dropped.isEmpty)
    }

    @Test("Without audio there is a small rendition for slow networks")
    func slowNetwork() throws {
        let ladder = try ladder(1920, 1080, hasAudio: false)
        #expect(ladder.rungs.last?.video.maxBitRate == 145_000)
        #expect(ladder.rungs.last?.plan.height == 234)
    }
}
