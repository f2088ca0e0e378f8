import Foundation
import ReplayTestSupport
import Testing

/// A folder of HLS plays in a browser: by the browser's own player, and as a program in a page would play it.
@Suite(.timeLimit(.minutes(10))) struct HLSInChromiumTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "Chromium plays an exported folder to its end, seeks in it, and buffers it from 0 on",
        arguments: ["hls", "hls-single"])
    func plays(preset: String) throws {
        let place = try Workplace()
        let sample = Self.project.appending(path: "SampleMedia/typing.mp4")
        #expect(try place.replay("import", sample.path).status == 0)
        #expect(try place.replay("cut", "1..2.5").status == 0)
        let exported = try place.replay("export", "--preset", preset, "--page", "-o", place.path("folder"))
        try #require(exported.status == 0, "\(exported.errors)")

        let judge = Process()
        let said = Pipe()
        judge.executableURL = Self.project.appending(path: "Scripts/judge-hls-in-chromium")
        judge.arguments = [place.path("folder")]
        (judge.standardOutput, judge.standardError) = (said, said)
        try judge.runWithSignalsOpen()
        let text = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        judge.waitUntilExit()
        #expect(judge.terminationStatus == 0 && text.isEmpty, "\(text)")
    }
}
