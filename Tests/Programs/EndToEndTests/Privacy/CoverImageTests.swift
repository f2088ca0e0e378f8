import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks an image of the user in place of the plain cover.
@Suite(.serialized, .timeLimit(.minutes(30))) struct CoverImageTests {
    /// Makes an image with ffmpeg.
    private func frame(_ source: String, _ path: String) throws {
        try ChildProcess.tool(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "1", path])
    }

    @Test(
        "It is shown fitted on black while covered, whatever kind of frame it is",
        arguments: [
            ("color=red:s=300x300", "a.png", [254, 0, 0]), ("color=0x00FF00:s=300x300", "a.jpg", [0, 255, 0]),
            ("color=0x2040F0:s=300x300,format=bgra", "a.bmp", [32, 64, 240]),
            ("color=white@0.0:s=300x300,format=rgba", "clear.png", [0, 0, 0]),
        ])
    func shown(source: String, name: String, colour: [Int]) throws {
        let place = try Workplace(screen: (640, 360))
        try frame(source, place.path(name))
        // The path is relative to the command's working folder.
        _ = try place.replay("record", "--audio", "none", "--cover-image", name, "--detach")
        let covered = try place.replay("cover", "--json")
        #expect(covered.status == 0)
        _ = try place.awaitStatus { $0.seconds > 2.5 }
        #expect(try place.replay("stop").status == 0)
        let movie = MediaProbe(
            path: try RecordingLibrary.open(home: place.home.path).recording(matching: nil).path + "/movie.mp4")
        let middle = try #require(try movie.colours(x: 320, y: 180).last?.colour)
        let edge = try #require(try movie.colours(x: 40, y: 180).last?.colour)
        #expect(zip(middle, colour).allSatisfy { abs($0 - $1) < 12 }, "\(middle)")
        #expect(edge.allSatisfy { $0 < 8 }, "\(edge)")
    }

    private func refused(_ place: Workplace, _ path: String, _ status: Int32) throws {
        let outcome = try place.start("record", "--audio", "none", "--duration", "1s", "--cover-image", path)
            .wait()
        #expect(outcome.status == status, "\(path): \(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("cover image"), "\(outcome.errors)")
        #expect(try RecordingLibrary.open(home: place.home.path).ids().isEmpty)
    }

    @Test("What is no frame, or too large, is refused in a sentence with 65, what is not there with 66")
    func noFrame() throws {
        let place = try Workplace(screen: (640, 360))
        try frame("color=red:s=9000x9000", place.path("huge.png"))
        try Data("no frame\n".utf8).write(to: place.folder.appending(path: "text.png"))
        try Data().write(to: place.folder.appending(path: "empty.png"))
        try Data("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n".utf8).write(to: place.folder.appending(path: "list.m3u8"))
        try Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).write(to: place.folder.appending(path: "a.svg"))
        try #require(mkfifo(place.path("pipe"), 0o600) == 0)
        for name in ["huge.png", "text.png", "empty.png", "list.m3u8", "a.svg", "pipe", ".", "/dev/zero", ""] {
            try refused(place, name, 65)
        }
        try refused(place, "missing.png", 66)
        try refused(place, "text.png/below", 66)
    }
}
