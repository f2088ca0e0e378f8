import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay edit style` with ffmpeg's decoder, on frames of 320x180 that are grey at the bottom.
@Suite(.timeLimit(.minutes(30))) struct StyleTests {
    private func place(_ edits: String...) throws -> (place: Workplace, id: String) {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        for edit in edits { try place.result("edit", edit) }
        return (place, id)
    }

    /// A decoded export.
    private struct Frames {
        let width: Int
        let height: Int
        let frames: [Data]

        func luma(_ x: Int, _ y: Int, frame: Int = 10) -> UInt8 {
            frames[frame][frames[frame].startIndex + y * width + x]
        }
    }

    private func export(_ place: Workplace, _ options: String...) throws -> Frames {
        let path = place.path("out.mp4")
        let made = try place.start(["export", "-o", path, "--force"] + options).wait()
        try #require(made.status == 0, "\(made.errors)")
        let movie = try ExportedMovie(path)
        let size = try size(of: path)
        let bytes = try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        let frames = stride(from: 0, to: bytes.count, by: size[0] * size[1]).map {
            Data(bytes[bytes.startIndex + $0..<bytes.startIndex + $0 + size[0] * size[1]])
        }
        return Frames(width: size[0], height: size[1], frames: frames)
    }

    private func size(of path: String) throws -> [Int] {
        let output = try ChildProcess.tool([
            "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of",
            "csv=p=0",
            path,
        ])
        let sides = String(decoding: output, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
        try #require(sides.count == 2)
        return sides
    }

    @Test("The screen is in the middle of its background in every frame, at its own size")
    func shown() throws {
        let (place, _) = try place("style none background white padding 10%")
        let explanation = try place.replay("export", "--explain").output
        #expect(explanation.contains("the edit puts the frame on a background"), "\(explanation)")
        let found = try export(place)
        #expect(found.width == 400 && found.height == 224 && found.frames.count == 75)
        for number in [0, 30, 74] {
            for (x, y) in [(3, 3), (396, 3), (3, 220), (396, 220), (36, 112), (363, 112)] {
                #expect(found.luma(x, y, frame: number) > 250, "\(x) \(y)")
            }
            for (x, y) in [(44, 196), (200, 196), (355, 196)] {
                #expect(abs(Int(found.luma(x, y, frame: number)) - 128) < 12, "\(x) \(y)")
            }
        }
    }

    @Test("Shapes and presets set the size of the frame; the last style counts, and `none` ends it")
    func shapes() throws {
        let (place, _) = try place("style dusk", "style calm aspect 9:16")
        #expect(try place.replay("edits").output.contains("replaced"))
        try place.result("style", "calm", "aspect=9:16")
        var found = try export(place)
        #expect(abs(found.width * 16 - found.height * 9) <= 32)
        try place.result("edit", "style glass aspect 1080x1920")
        found = try export(place)
        #expect((found.width, found.height) == (1080, 1920))
        found = try export(place, "--height", "960")
        #expect((found.width, found.height) == (540, 960))
        try place.result("edit", "style", "none")
        #expect(try place.replay("export", "--preset", "original", "--explain").output.contains("copy 75"))
    }

    @Test("What is hidden stays hidden under a style, a zoom and a blurred background")
    func hidden() throws {
        let (place, _) = try place("cover 0..3 320x180+0+0", "style glass", "zoom 1..2 100x60+20+100 0.2s")
        let found = try export(place)
        for number in [0, 30, 40, 74] {
            #expect(found.frames[number].allSatisfy { $0 < 70 }, "\(number)")
        }
        let (second, _) = try self.place("cover 0..3", "style none background black padding 5%")
        #expect(try export(second).frames.allSatisfy { $0.allSatisfy { $0 < 4 } })
    }

    @Test("An image is the background, from the command or from the file of a style, and is kept with the recording")
    func image() throws {
        let (place, id) = try place()
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "color=white:s=64x64:r=1:d=1", "-frames:v",
            "1", place.path("wall.png"),
        ])
        try FileManager.default.createDirectory(atPath: place.path("styles"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: place.path("wall.png"), toPath: place.path("styles/wall.png"))
        try Data("{ version: 1, padding: '10%', image: 'wall.png' }".utf8)
            .write(to: URL(filePath: place.path("styles/ours.json5")))
        for words in [
            ["none", "padding", "10%", "image", place.path("styles/wall.png")],
            ["none", "--padding", "10%", "--background", place.path("styles/wall.png")],
            [place.path("styles/ours.json5")],
        ] {
            #expect(try place.start(["edit", "style"] + words).wait().status == 0, "\(words)")
            let found = try export(place)
            #expect(found.width == 400 && found.luma(5, 5) > 250 && found.luma(200, 196) < 150, "\(words)")
        }
        try FileManager.default.removeItem(atPath: place.path("styles"))
        #expect(try export(place).luma(5, 5) > 250)
        let copy = try #require(
            try FileManager.default.contentsOfDirectory(atPath: place.recordingFolder(id).path)
                .first { $0.hasPrefix("cover-") })
        try FileManager.default.removeItem(at: place.recordingFolder(id).appending(path: copy))
        try place.start(["export", "-o", place.path("none.mp4")]).wait().expectComplaint(66, "is missing in its folder")
    }

    @Test("An export may have another style, and a default is only for edits without one")
    func option() throws {
        let (place, _) = try place()
        #expect(try export(place, "--style", "none padding 10%").width == 400)
        #expect(try export(place, "--preset", "original").width == 320)
        _ = try place.result("config", "export.style", "none padding 10%")
        #expect(try export(place).width == 400)
        #expect(try export(place, "--style", "none").width == 320)
        try place.result("edit", "style none padding 20%")
        #expect(try export(place).width == 532)
        try place.replay("config", "export.style", "clam").expectComplaint(65, "there is no style “clam”")
        try place.replay("export", "--style", "clam").expectComplaint(64, "there is no style “clam”")
    }

    @Test(
        "What is wrong is said in a sentence, and nothing changes",
        arguments: [
            (["clam"], 65, "there is no style “clam”"), (["calm", "padding", "50%"], 65, "is not a percentage"),
            (["calm", "aspect", "1:1000"], 65, "is not a shape"), (["calm", "image"], 65, "requires a file"),
            (["calm", "image", "missing.png"], 66, "cannot be opened"), (["./missing.json5"], 66, "missing.json5"),
            (["./bad.json5"], 65, "bad.json5, line 1, column 15: a style has no “paddin”"),
            (["calm", "colour", "red"], 65, "a style has no “colour”"),
            (["blur"], 65, "write it as “style background blur”"), (["bg.png"], 65, "write it as “style image bg.png”"),
        ] as [([String], Int32, String)])
    func wrong(words: [String], status: Int32, complaint: String) throws {
        let (place, _) = try place()
        try Data("{ version: 1, paddin: '5%' }".utf8).write(to: URL(filePath: place.path("bad.json5")))
        let outcome = try place.start(["edit", "style"] + words).wait()
        outcome.expectComplaint(status, complaint)
        #expect(!(try place.replay("edits").output.contains("style")))
    }

    @Test("A job names a style and changes it; the file of a style is refused there")
    func job() throws {
        let (place, _) = try place()
        func run(_ style: String) throws -> ChildProcess.Outcome {
            try Data("{ version: 1, jobs: [{ movie: 'silent.mp4', output: 'job.mp4', edit: ['\(style)'] }] }".utf8)
                .write(to: URL(filePath: place.path("jobs.json")))
            return try place.replay("batch", "jobs.json")
        }
        #expect(try run("style none padding 10% aspect 1:1").status == 0)
        #expect(try size(of: place.path("job.mp4")) == [400, 400])
        try run("style ./ours.json5").expectComplaint(65, "a job cannot name the file of a style")
    }
}
