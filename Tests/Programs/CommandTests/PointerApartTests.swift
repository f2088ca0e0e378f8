import Foundation
import Geometry
import MediaTime
import PointerShapes
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks how exports, stills and redactions draw a pointer that was recorded apart, with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct PointerApartTests {
    private static let (width, height) = (640, 360)

    /// A red square of 16 pixels with a hot spot in its middle, and a blue one of 8 pixels.
    private static let shapes = [
        PointerShape(
            pixels: Array(repeating: 0xFFEB_2828, count: 256), size: PixelSize(width: 16, height: 16),
            hotspot: PixelPoint(x: 8, y: 8)),
        PointerShape(
            pixels: Array(repeating: 0xFF28_28EB, count: 64), size: PixelSize(width: 8, height: 8),
            hotspot: PixelPoint(x: 4, y: 4)),
    ]

    /// The pointer is a red square at (100, 80) from 0 s to 2 s, then a blue one at (400, 200). It clicks at 2.5 s.
    private static let entries = [
        PointerEntry(time: 0, kind: .shaped, x: 1, y: 1000), PointerEntry(time: 0, kind: .moved, x: 100, y: 80),
        PointerEntry(time: 180_000, kind: .shaped, x: 2, y: 1000),
        PointerEntry(time: 180_000, kind: .moved, x: 400, y: 200),
        PointerEntry(time: 225_000, kind: .pressed, button: 1, x: 400, y: 200),
        PointerEntry(time: 250_000, kind: .released, button: 1, x: 400, y: 200),
    ]

    private func place(
        _ entries: [PointerEntry] = entries, shapes: [UInt8] = shapes.flatMap(\.bytes)
    ) throws -> (Workplace, String) {
        let place = try Workplace()
        let id = try place.importMovie(PointerTests.gray)
        let folder = place.recordingFolder(id)
        try Data(entries.flatMap(\.bytes)).write(to: folder.appending(path: "pointer.bin"))
        try Data(shapes).write(to: folder.appending(path: "shapes.bin"))
        return (place, id)
    }

    private func export(_ place: Workplace, _ options: String...) throws -> [Data] {
        let made = try place.start(
            ["export", "--preset", "original", "-o", place.path("out.mp4"), "--force"] + options
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        let movie = try ExportedMovie(place.path("out.mp4"))
        let bytes = try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "rgb24"])
        let size = (movie.video?.width ?? 0) * (movie.video?.height ?? 0) * 3
        return stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<$0 + size]) }
    }

    private func coloured(_ frame: Data, around place: (x: Int, y: Int), width: Int = width) -> ColouredPixels {
        ColouredPixels(frame, width: width, around: place)
    }

    /// Expects a square with its middle at a place, and nothing else.
    private func expectSquare(
        _ frame: Data, at place: (x: Int, y: Int), side: Int, width: Int = width, isRed: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = coloured(frame, around: place, width: width)
        let (least, most) = ((side - 2) * (side - 2), (side + 3) * (side + 3))
        #expect((least...most).contains(found.count), "\(found)", sourceLocation: sourceLocation)
        let middle = found.middle ?? (0, 0)
        #expect(
            abs(middle.x - place.x) <= 2 && abs(middle.y - place.y) <= 2, "\(found)", sourceLocation: sourceLocation)
        #expect(isRed == (found.redCount > found.count / 2), "\(found)", sourceLocation: sourceLocation)
    }

    @Test("Without an operation it is in each frame as if it had been recorded, and the plan says what that costs")
    func plain() throws {
        let (place, _) = try place()
        let explained = try place.replay("export", "--preset", "original", "--explain").output
        #expect(explained.contains("the pointer is drawn") && explained.contains("100 of 100 frames are encoded"))
        for render in ["smart", "full"] {
            let frames = try export(place, "--render", render)
            try #require(frames.count == 100)
            for number in [0, 25, 49] { expectSquare(frames[number], at: (100, 80), side: 16) }
            for number in [50, 75, 99] { expectSquare(frames[number], at: (400, 200), side: 8, isRed: false) }
        }
        try place.result("still", "1", "-o", place.path("still.png"))
        let still = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-i", place.path("still.png"), "-f", "rawvideo", "-pix_fmt", "rgb24",
            "pipe:1",
        ])
        expectSquare(still, at: (100, 80), side: 16)
        #expect(try place.replay("info").output.contains("2 positions, 1 click, apart from the frames"))
    }

    @Test("It has the size of the operation, is gone when it rests or is off, and then frames are copied")
    func looks() throws {
        let (place, _) = try place()
        try place.result("edit", "pointer", "size", "200%")
        expectSquare(try export(place)[10], at: (100, 80), side: 32)
        try place.result("edit", "pointer", "hide-idle", "500ms")
        let resting = try export(place)
        expectSquare(resting[5], at: (100, 80), side: 16)
        #expect(coloured(resting[30], around: (100, 80)).count == 0)
        expectSquare(resting[55], at: (400, 200), side: 8, isRed: false)
        try place.result("edit", "pointer", "click", "ring")
        #expect(coloured(try export(place)[65], around: (400, 200)).redCount > 40)
        try place.result("edit", "pointer", "click", "press", "size", "400%")
        let pressed = try export(place)
        #expect(coloured(pressed[66], around: (400, 200)).count < coloured(pressed[55], around: (400, 200)).count)
        #expect(try place.replay("edits").output.contains("pointer size 400% click press"))
        try place.result("edit", "pointer", "off")
        let off = try export(place, "--render", "smart")
        #expect(off.allSatisfy { coloured($0, around: (0, 0)).count == 0 })
        #expect(
            try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash)
                == PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash))
    }

    @Test("It goes with a crop, a turn, a zoom and a smaller export, and is not seen over what is hidden")
    func geometry() throws {
        let (place, _) = try place()
        try place.result("edit", "crop", "320x180+20+20")
        try place.result("edit", "rotate", "90")
        // (80, 60) in the crop, turned to the right: 180 pixels wide.
        expectSquare(try export(place)[10], at: (180 - 60, 80), side: 16, width: 180)
        try place.result("undo")
        try place.result("undo")
        try place.result("edit", "zoom", "..", "320x180+20+20", "0s")
        expectSquare(try export(place)[10], at: (160, 120), side: 32)
        try place.result("edit", "cover", "..", "20x20+100+70")
        // The right half of the square is covered.
        let half = coloured(try export(place)[10], around: (160, 120))
        #expect((400...600).contains(half.count), "\(half)")
        #expect((half.middle?.x ?? 999) < 156, "\(half)")
        try place.result("undo")
        try place.result("undo")
        try place.result("edit", "blur", "..", "60x60+70+50")
        #expect(coloured(try export(place)[10], around: (100, 80)).count == 0)
    }

    @Test("Operations in a file and in a job are those of the command, and wrong ones are refused in a sentence")
    func words() throws {
        let (place, _) = try place()
        try Data("[\"pointer size 200% smooth 0.5\"]".utf8).write(to: URL(filePath: place.path("edit.json5")))
        #expect(try place.replay("edit", "--apply", place.path("edit.json5")).status == 0)
        #expect(try place.replay("edits").output.contains("pointer size 200% smooth 0.5"))
        for (words, complaint) in [
            (["size", "1000%"], "from 50% to 400%"), (["smooth", "1.5"], "from 0 to 1"),
            (["click", "no"], "ring or press"),
            (["1..2"], "does not accept “1..2”"), ([], "requires a property"), (["hide-idle"], "hide-idle 2s"),
        ] {
            try place.start(["edit", "pointer"] + words).wait().expectComplaint(65, complaint)
        }
        let other = try Workplace()
        _ = try other.importMovie(.silent)
        try other.replay("edit", "pointer", "size", "200%").expectComplaint(65, "record --pointer apart")
    }

    @Test("A redaction removes the shapes that the pointer had only then, and an export draws the others")
    func redacted() throws {
        let last = [
            PointerEntry(time: 330_000, kind: .shaped, x: 1, y: 1000),
            PointerEntry(time: 330_000, kind: .moved, x: 50, y: 50),
        ]
        let (place, id) = try place(Self.entries + last)
        let made = try place.replay("redact", "1.9..3.5", "--yes")
        #expect(made.status == 0, "\(made.errors)")
        let bytes = try [UInt8](Data(contentsOf: place.recordingFolder(id).appending(path: "shapes.bin")))
        #expect(bytes == (Self.shapes[0].bytes + PointerShape.invisible.bytes))
        let frames = try export(place)
        expectSquare(frames[10], at: (100, 80), side: 16)
        #expect(coloured(frames[60], around: (400, 200)).count == 0)
        expectSquare(frames[95], at: (50, 50), side: 16)
    }

    @Test("With damaged or missing shapes an export succeeds, without those, and commands say so")
    func damaged() throws {
        let bytes = Self.shapes.flatMap(\.bytes)
        var flipped = bytes
        flipped[bytes.count - 3] ^= 0x40
        let (place, id) = try place(shapes: flipped)
        let frames = try export(place)
        expectSquare(frames[10], at: (100, 80), side: 16)
        #expect(coloured(frames[60], around: (400, 200)).count == 0)
        let file = place.recordingFolder(id).appending(path: "shapes.bin")
        for rest in [Data("nonsense that is no shape".utf8), Data()] {
            try rest.write(to: file)
            #expect(try export(place).allSatisfy { coloured($0, around: (0, 0)).count == 0 })
            #expect(try place.replay("edits").errors.contains("shapes.bin is damaged or missing"))
        }
        try FileManager.default.removeItem(at: file)
        let edited = try place.replay("edit", "pointer", "size", "200%")
        #expect(edited.status == 0, "\(edited.errors)")
        #expect(try place.replay("edits").errors.contains("shapes.bin is damaged or missing"))
        #expect(try place.replay("info").output.contains("apart from the frames"))
        // A folder in its place is reported before a redaction has begun.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        try place.replay("redact", "1..2", "--yes").expectComplaint(66, "cannot redact")
        #expect(try place.names(in: "home/recordings/\(id)").contains { $0.hasSuffix(".part") } == false)
        try FileManager.default.removeItem(at: file)
        try Data(bytes).write(to: file)
        #expect(try place.replay("edits").errors == "")
        let positions = place.recordingFolder(id).appending(path: "pointer.bin")
        try Data(contentsOf: positions).dropLast(1).write(to: positions)
        #expect(try place.replay("edits").errors.contains("pointer.bin is damaged or missing"))
        try FileManager.default.removeItem(at: positions)
        #expect(try place.replay("edits").errors.contains("pointer.bin is damaged or missing"))
    }
}
