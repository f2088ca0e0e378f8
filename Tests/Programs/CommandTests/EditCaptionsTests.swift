import Foundation
import ReplayTestSupport
import Testing

/// Checks captions as a part of the edit.
@Suite(.timeLimit(.minutes(10))) struct EditCaptionsTests {
    private static let text = "WEBVTT\n\n00:00.500 --> 00:01.000\nfirst\n\n00:02.000 --> 00:02.800\nlast\n"

    /// Returns the captions of a file in SubRip, as ffmpeg writes them: times and texts.
    private func captions(_ path: String) throws -> [String] {
        let data = try ChildProcess.tool([
            JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin", "-i", path, "-map", "0:s:0", "-f", "srt",
            "pipe:1",
        ])
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func place() throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie()
        try Data(Self.text.utf8).write(to: URL(filePath: place.path("talk.vtt")))
        try place.result("edit", "captions", "talk.vtt", "en")
        try FileManager.default.removeItem(atPath: place.path("talk.vtt"))
        return place
    }

    @Test("Every kind of export has them, cut along with the edit", arguments: ["mp4", "mov", "mkv", "webm"])
    func tracks(ending: String) throws {
        let place = try place()
        try place.result("cut", "1.2..1.8")
        try place.result("export", "-o", "out.\(ending)")
        let found = try captions(place.path("out.\(ending)"))
        let texts = ["first", "last"].filter { text in found.contains { $0.contains(text) } }
        #expect(texts == ["first", "last"], "\(found)")
        // Matroska shifts all times by the padding of the audio.
        #expect(found.contains { $0.hasPrefix("00:00:01,4") }, "\(found)")
        #expect(try ExportedMovie(place.path("out.\(ending)")).streams.contains { $0.kind == "subtitle" })
    }

    @Test("An HLS folder has them, and says what it loses when it is exported again without")
    func folder() throws {
        let place = try place()
        try place.result("export", "--preset", "hls-single", "-o", "hls", "--page")
        #expect(try place.result("validate", "hls").contains("captions"))
        #expect(place.exists("hls/captions/index.m3u8"))
        let again = try place.replay("export", "--preset", "hls-single", "-o", "hls", "--captions", "none")
        #expect(again.status == 0 && again.errors.contains("removed the page and captions of the earlier export"))
        #expect(!place.exists("hls/captions") && !place.exists("hls/index.html"))
    }

    @Test("They can be left out, replaced, burned in, removed and undone, and take no other file of the recording")
    func choices() throws {
        let place = try place()
        func hasCaptions(_ name: String) throws -> Bool {
            try ExportedMovie(place.path(name)).streams.contains { $0.kind == "subtitle" }
        }
        try place.result("export", "-o", "none.mp4", "--captions", "none")
        #expect(try !hasCaptions("none.mp4"))
        try place.result("export", "-o", "burned.mp4", "--captions-as", "burned")
        #expect(try !hasCaptions("burned.mp4"))
        #expect(
            try ExportedMovie(place.path("burned.mp4")).decode(["-f", "md5"])
                != ExportedMovie(place.path("none.mp4")).decode(["-f", "md5"]))
        try place.result("undo")
        try place.result("export", "-o", "undone.mp4")
        #expect(try !hasCaptions("undone.mp4"))
        try place.replay("edit", "captions", "missing.vtt").expectComplaint(66, "missing.vtt")
        try place.replay("edit", "captions", "plain.mp4").expectComplaint(65, "plain.mp4")
        try place.replay("edit", "captions", "edit.json").expectComplaint(66, "edit.json")
        try place.replay("edit", "captions").expectComplaint(65, "captions demo.srt en")
    }
}
