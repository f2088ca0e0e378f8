import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks the marks that `highlight` and `clicks` draw from the pointer data, with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct PointerTests {
    static let gray = SourceMovie(
        "gray", "gray.mp4", "-f lavfi -i color=gray:s=640x360:r=25:d=4 \(SourceMovie.x264)")
    private static let (width, height) = (640, 360)

    /// The pointer is at (100, 80) from 0 s to 2 s, then at (400, 200). It clicks there at 2.5 s.
    private static let entries = [
        PointerEntry(time: 0, kind: .moved, x: 100, y: 80), PointerEntry(time: 180_000, kind: .moved, x: 400, y: 200),
        PointerEntry(time: 225_000, kind: .pressed, button: 1, x: 400, y: 200),
        PointerEntry(time: 230_000, kind: .released, button: 1, x: 400, y: 200),
    ]

    private func place(_ bytes: [UInt8] = entries.flatMap(\.bytes)) throws -> (Workplace, String) {
        let place = try Workplace()
        let id = try place.importMovie(Self.gray)
        try Data(bytes).write(to: place.recordingFolder(id).appending(path: "pointer.bin"))
        return (place, id)
    }

    private func export(_ place: Workplace, _ options: String...) throws -> [Data] {
        let made = try place.start(
            ["export", "--preset", "original", "-o", place.path("out.mp4"), "--force"] + options
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        return try frames(place.path("out.mp4"))
    }

    /// Returns the pixels of each frame: red, green and blue.
    private func frames(_ path: String) throws -> [Data] {
        let movie = try ExportedMovie(path)
        let bytes = try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        let size = (movie.video?.width ?? 0) * (movie.video?.height ?? 0) * 3
        return stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<$0 + size]) }
    }

    private func coloured(
        _ frame: Data, around place: (x: Int, y: Int) = (400, 200), width: Int = width
    ) -> ColouredPixels {
        ColouredPixels(frame, width: width, around: place)
    }

    @Test("A click has a ring that grows around its place for 0.4 s, and GOPs without clicks are copies")
    func clicks() throws {
        let (place, _) = try place()
        try place.result("edit", "clicks")
        #expect(try place.replay("edits").output.contains("clicks 0:00.000..0:04.000"))
        let explained = try place.replay("export", "--preset", "original", "--render", "smart", "--explain").output
        #expect(explained.contains("an effect applies"), "\(explained)")
        let frames = try export(place, "--render", "smart")
        let times = try ExportedMovie(place.path("out.mp4")).times().map(\.seconds)
        try #require(frames.count == times.count)
        var sizes: [Double] = []
        for (frame, time) in zip(frames, times) {
            let found = coloured(frame)
            guard time > 2.499, time < 2.899 else {
                #expect(found.count == 0, "\(time)")
                continue
            }
            // Near its end, the ring has almost faded.
            guard time < 2.75 else { continue }
            #expect(found.count > 40, "\(time) \(found)")
            let middle = try #require(found.middle)
            #expect(abs(middle.x - 400) < 3 && abs(middle.y - 200) < 3, "\(time) \(middle)")
            sizes.append(found.farthest)
        }
        #expect(sizes.count >= 6 && sizes == sizes.sorted() && sizes[0] < 14 && (sizes.last ?? 0) > 18, "\(sizes)")
        let recorded = try PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash)
        let made = try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash)
        // The click is in the GOP from 2 s to 3 s.
        #expect(made.prefix(50).elementsEqual(recorded.prefix(50)))
        #expect(made.suffix(25).elementsEqual(recorded.suffix(25)))
    }

    @Test("Everything is copied if the range has no click")
    func noClicks() throws {
        let (place, _) = try place()
        try place.result("edit", "clicks", "0..2.4")
        let frames = try export(place, "--render", "smart")
        #expect(frames.allSatisfy { coloured($0).count == 0 })
        #expect(
            try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash)
                == PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash))
    }

    @Test("A highlight goes with the pointer, in the preview and in stills as in exports of every size")
    func highlight() throws {
        let (place, _) = try place()
        try place.result("edit", "highlight", "1..3")
        let frames = try export(place, "--render", "smart")
        try #require(frames.count == 100)
        for (number, frame) in frames.enumerated() {
            let wanted = number < 50 ? (x: 100, y: 80) : (x: 400, y: 200)
            let found = coloured(frame, around: wanted)
            guard (25..<75).contains(number) else {
                #expect(found.count == 0, "\(number)")
                continue
            }
            #expect(found.count > 100 && found.farthest < 17, "\(number) \(found)")
            let middle = try #require(found.middle)
            #expect(abs(middle.x - wanted.x) < 2 && abs(middle.y - wanted.y) < 2, "\(number) \(middle)")
        }
        // A full render encodes all frames, and they look the same.
        let full = try export(place, "--render", "full")
        #expect(coloured(full[30], around: (100, 80)).count > 100 && coloured(full[20]).count == 0)
        try place.result("still", "1.5", "-o", place.path("still.png"))
        let still = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-i", place.path("still.png"), "-f", "rawvideo", "-pix_fmt", "rgb24",
            "pipe:1",
        ])
        #expect(coloured(still, around: (100, 80)).count > 100)
        #expect(coloured(still, around: (100, 80)).farthest < 17)
    }

    @Test("What is drawn goes with the frame where that is cropped and turned, and is not seen over what is hidden")
    func shapes() throws {
        let (place, _) = try place()
        try place.result("edit", "highlight")
        try place.result("edit", "crop", "320x180+300+100")
        try place.result("edit", "rotate", "90")
        let frame = try export(place)[60]
        // (100, 100) in the crop, turned to the right: 180 pixels wide.
        let found = coloured(frame, around: (80, 100), width: 180)
        #expect(found.count > 100 && found.farthest < 17, "\(found)")
        try place.result("undo")
        try place.result("undo")
        try place.result("edit", "cover", "..", "200x200+300+100")
        let covered = try export(place)[60]
        #expect(coloured(covered).count == 0)
        #expect(coloured(try export(place)[10], around: (100, 80)).count > 100)
    }

    @Test("Pointer data before the damage is used, and an export succeeds whatever the file contains")
    func damaged() throws {
        let bytes = Self.entries.flatMap(\.bytes)
        var flipped = bytes
        flipped[37] ^= 0xFF
        for (bytes, hasClicks) in [(Array(bytes[..<41]), false), (flipped, false), (bytes + [7, 7, 7], true)] {
            let (place, id) = try place(bytes)
            try place.result("edit", "clicks")
            try place.result("edit", "highlight")
            let frames = try export(place)
            #expect(coloured(frames[30], around: (100, 80)).count > 100)
            let rings = frames[60..<70].map { coloured($0).redCount }.max() ?? 0
            #expect(hasClicks ? rings > 40 : rings == 0, "\(rings)")
            // A later change of the file does not change the edit.
            let file = place.recordingFolder(id).appending(path: "pointer.bin")
            for rest in [Data("nonsense that is no entry".utf8), Data()] {
                try rest.write(to: file)
                #expect(try export(place).allSatisfy { coloured($0).count == 0 })
            }
            try FileManager.default.removeItem(at: file)
            #expect(try export(place).allSatisfy { coloured($0).count == 0 })
        }
    }

    @Test("Without anything of the pointer both are refused in a sentence, and nothing changes")
    func refused() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        for words in [["highlight"], ["clicks", "1..2"]] {
            try place.start(["edit"] + words).wait().expectComplaint(65, "replay record --pointer")
        }
        try Data("[\"cut 1..2\", \"clicks\"]".utf8).write(to: URL(filePath: place.path("edit.json5")))
        try place.replay("edit", "--apply", place.path("edit.json5")).expectComplaint(65, "replay record --pointer")
        #expect(try !place.replay("edits").output.contains("0:01"))
        #expect(try !place.replay("info").output.contains("pointer"))
        try Data(Self.entries.flatMap(\.bytes)).write(to: place.recordingFolder(id).appending(path: "pointer.bin"))
        try place.replay("edit", "highlight", "1..2", "2..3").expectComplaint(65, "does not accept")
        #expect(try place.replay("highlight", "1..2").status == 0)
        #expect(try place.replay("edits").output.contains("highlight 0:01.000..0:02.000"))
        #expect(try place.replay("edit", "--apply", place.path("edit.json5")).status == 0)
        #expect(try place.replay("info").output.contains("2 positions, 1 click"))
        struct Info: Decodable {
            struct Pointer: Decodable { let positions, clicks: Int }
            let pointer: Pointer
        }
        let info: Info = try place.replay("info", "--json").json()
        #expect(info.pointer.positions == 2 && info.pointer.clicks == 1)
    }

    @Test("A redaction removes what the pointer did in its range, and what it did beside that stays")
    func redacted() throws {
        for words in [["2..3"], ["2.2..2.8", "100x100+0+0"]] {
            let last = PointerEntry(time: 330_000, kind: .moved, x: 9, y: 9)
            let (place, id) = try place((Self.entries + [last]).flatMap(\.bytes))
            let made = try place.start(["redact"] + words + ["--yes"]).wait()
            #expect(made.status == 0, "\(made.errors)")
            let bytes = try [UInt8](Data(contentsOf: place.recordingFolder(id).appending(path: "pointer.bin")))
            let left = stride(from: 0, to: bytes.count, by: 16).compactMap { PointerEntry(bytes[$0..<$0 + 16]) }
            #expect(left.count * 16 == bytes.count)
            #expect(Set(left.map(\.kind)).isDisjoint(with: [.pressed, .released]))
            #expect(left.first == Self.entries.first && left.last == last)
            #expect(left.contains { $0.kind == .left })
            #expect(!left.contains { $0.time > 198_000 && $0.x == 400 })
            #expect(try !place.names(in: "home/recordings/\(id)").contains { $0.hasPrefix("pointer.bin.") })
        }
    }

    @Test("A redaction of audio alone leaves it, and a discard removes it")
    func discarded() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let file = place.recordingFolder(id).appending(path: "pointer.bin")
        let bytes = Data(Self.entries.flatMap(\.bytes))
        try bytes.write(to: file)
        let made = try place.replay("redact", "1..2", "--audio", "all", "--yes")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Data(contentsOf: file) == bytes)
        #expect(try place.replay("discard", id, "--yes").status == 0)
        #expect(!FileManager.default.fileExists(atPath: place.recordingFolder(id).path))
    }
}
