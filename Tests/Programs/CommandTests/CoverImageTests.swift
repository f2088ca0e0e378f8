import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay edit cover … image FILE` with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct CoverImageTests {
    /// Imports numbered frames of 320x180 that are grey at the bottom. Makes an image of 400x100 that is white in its
    /// middle half and black beside it.
    private func place(_ image: String = "logo.png") throws -> (place: Workplace, id: String) {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i",
            "color=black:s=400x100:r=1:d=1,drawbox=100:0:200:100:white:fill", "-frames:v", "1", place.path(image),
        ])
        return (place, id)
    }

    private func copies(_ place: Workplace, _ id: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place.recordingFolder(id).path)
            .filter { $0.hasPrefix("cover-") }
    }

    private func frames(_ place: Workplace, _ options: String...) throws -> [Data] {
        let path = place.path("out.mp4")
        let made = try place.start(["export", "--preset", "original", "-o", path, "--force"] + options).wait()
        try #require(made.status == 0, "\(made.errors)")
        let bytes = try ExportedMovie(path).decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        return stride(from: 0, to: bytes.count, by: 320 * 180).map { Data(bytes[$0..<$0 + 320 * 180]) }
    }

    @Test(
        "The image fills the rectangle in each frame of the range, and the edit needs the file no more",
        arguments: ["logo.png", "logo.jpg"])
    func shown(image: String) throws {
        let (place, id) = try place(image)
        _ = try place.result("edit", "cover", "1.2..1.8", "100x100+40+60", "image", place.path(image))
        try FileManager.default.removeItem(atPath: place.path(image))
        let copy = try #require(try copies(place, id).first)
        let file = place.recordingFolder(id).appending(path: copy).path
        #expect(try place.shell("stat -c %a \(file)").line == "600")
        #expect(try place.replay("edits").output.contains("cover 0:01.200..0:01.800 100x100+40+60 image \(copy)"))
        for method in ["smart", "full"] {
            let frames = try frames(place, "--render", method)
            try #require(frames.count == 75)
            for (number, frame) in frames.enumerated() {
                func at(_ x: Int, _ y: Int) -> UInt8 { frame[y * 320 + x] }
                // White to the edges: the black parts of the image are cropped.
                let inside = [at(42, 62), at(137, 62), at(90, 110), at(42, 157), at(137, 157)]
                let isShown = (30..<45).contains(number)
                #expect(inside.allSatisfy { $0 > 225 } == isShown, "\(method) \(number): \(inside)")
                #expect(abs(Int(at(34, 150)) - 128) < 12 && abs(Int(at(146, 150)) - 128) < 12, "\(method) \(number)")
            }
        }
    }

    @Test("A copy is made once, is taken by its name, and goes with the recording")
    func copies() throws {
        let (place, id) = try place()
        for range in ["0..1", "2..3"] {
            _ = try place.result("edit", "cover \(range) 100x100+40+60 image \(place.path("logo.png"))")
        }
        let names = try copies(place, id)
        #expect(names.count == 1)
        let line = "cover 1..2 50x50+0+0 image \(try #require(names.first))"
        try Data("['\(line)']".utf8).write(to: URL(filePath: place.path("edit.json5")))
        #expect(try place.replay("edit", "--apply", place.path("edit.json5")).status == 0)
        #expect(try copies(place, id) == names)
        #expect(try frames(place)[30][20 * 320 + 20] > 225)
        #expect(try place.replay("undo").status == 0)
        #expect(try place.replay("discard", id).status == 0)
        #expect(!FileManager.default.fileExists(atPath: place.recordingFolder(id).path))
    }

    @Test("Where the copy is gone, or is no image, an export fails and shows nothing")
    func gone() throws {
        let (place, id) = try place()
        _ = try place.result("edit", "cover 1..2 100x100+40+60 image \(place.path("logo.png"))")
        let copy = place.recordingFolder(id).appending(path: try #require(try copies(place, id).first))
        try Data("no image".utf8).write(to: copy)
        let export = ["export", "--preset", "original", "-o", place.path("out.mp4")]
        try place.start(export).wait().expectComplaint(65, "is not a supported image")
        try FileManager.default.removeItem(at: copy)
        try place.start(export).wait().expectComplaint(66, "is missing in its folder")
        #expect(!place.exists("out.mp4"))
        #expect(try place.replay("edit", "--remove", "1").status == 0)
        #expect(try place.start(export).wait().status == 0)
    }

    @Test("What is no image is refused in a sentence, and nothing changes")
    func refused() throws {
        let (place, id) = try place()
        try Data("text".utf8).write(to: URL(filePath: place.path("text.png")))
        _ = try place.shell("truncate -s 40M \(place.path("huge.png"))")
        for (path, status, complaint) in [
            ("missing.png", 66, "cannot be opened"), ("text.png", 65, "is not a supported image"),
            ("huge.png", 65, "is not a supported image"), ("silent.mp4", 65, "is not a supported image"),
        ] as [(String, Int32, String)] {
            try place.replay("edit", "cover", "1..2", "image", place.path(path)).expectComplaint(status, complaint)
            let script = [#"image 1..2 20x10+0+0 "\#(place.path(path))""#]
            try JSONEncoder().encode(script).write(to: URL(filePath: place.path("edit.json5")))
            try place.replay("edit", "--apply", place.path("edit.json5")).expectComplaint(
                status, "edit.json5:1:2: ", complaint)
        }
        try place.replay("edit", "cover", "1..2", "image").expectComplaint(65, "requires a file")
        try place.replay("edit", "blur", "1..2", "image", place.path("logo.png")).expectComplaint(
            65, "does not accept “image”")
        #expect(try copies(place, id).isEmpty)
        #expect(!(try place.replay("edits").output.contains("cover")))
    }
}
