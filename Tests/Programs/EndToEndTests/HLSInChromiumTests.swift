import Foundation
import ReplayTestSupport
import Testing

/// Checks that an HLS folder plays in a browser: in the browser's own player, and by Media Source Extensions.
@Suite(.timeLimit(.minutes(30))) struct HLSInChromiumTests {
    private static let hasBrowser = ["/usr/bin/chromium", "/usr/local/bin/chromium"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        "Chromium plays an exported folder to its end, seeks in it, and buffers it from 0 on",
        .enabled(if: hasBrowser, "Chromium is not installed"), arguments: ["hls", "hls-single"])
    func plays(preset: String) throws {
        let place = try Workplace()
        let sample = ProjectFolder.url.appending(path: "SampleMedia/typing.mp4")
        #expect(try place.replay("import", sample.path).status == 0)
        #expect(try place.replay("cut", "1..2.5").status == 0)
        let captions = "WEBVTT\n\n00:00.500 --> 00:01.500\nBefore\n\n00:03.000 --> 00:04.000\nAfter\n"
        try captions.write(toFile: place.path("captions.vtt"), atomically: true, encoding: .utf8)
        let exported = try place.replay(
            "export", "--preset", preset, "--captions", place.path("captions.vtt"), "--captions-language", "en",
            "--page",
            "-o", place.path("folder"))
        try #require(exported.status == 0, "\(exported.errors)")
        let validated = try place.replay("validate", place.path("folder"))
        #expect(validated.status == 0, "\(validated.output)")
        let page = try String(contentsOfFile: place.path("folder/captions.vtt"), encoding: .utf8)
        #expect(
            page.contains("00:00:00.500 --> 00:00:01.000\nBefore")
                && page.contains("00:00:01.500 --> 00:00:02.500\nAfter"))

        let script = ProjectFolder.url.appending(path: "Scripts/judges/hls-in-chromium").path
        let judge = try ChildProcess([script, place.path("folder")]).wait(limit: 1200)
        let text = judge.output + judge.errors
        #expect(judge.status == 0 && text.isEmpty, "\(text)")
    }
}
