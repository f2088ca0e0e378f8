import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks how exports draw recorded shortcuts, with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct KeysTests {
    private static let (width, height) = (640, 360)

    /// Ctrl+S at 1 s, and F5 at 3 s.
    private static let entries = [
        KeyEntry(time: 90_000, modifiers: .control, key: "S"), KeyEntry(time: 270_000, modifiers: [], key: "F5"),
    ]

    private func place(_ bytes: [UInt8] = entries.flatMap(\.bytes)) throws -> (Workplace, String) {
        let place = try Workplace()
        let id = try place.importMovie(PointerTests.gray)
        try Data(bytes).write(to: place.recordingFolder(id).appending(path: "keys.bin"))
        return (place, id)
    }

    /// Exports, and returns the luma of each frame.
    private func export(_ place: Workplace, _ options: String...) throws -> [[UInt8]] {
        let made = try place.start(
            ["export", "--preset", "original", "-o", place.path("out.mp4"), "--force"] + options
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
        let bytes = try ExportedMovie(place.path("out.mp4")).decode([
            "-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray",
        ])
        let size = Self.width * Self.height
        return stride(from: 0, to: bytes.count, by: size).map { [UInt8](bytes[$0..<$0 + size]) }
    }

    /// Returns the rows and columns in which a frame is much brighter or darker than its grey.
    private func extent(_ frame: [UInt8]) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        let ground = Int(frame[0])
        let places = frame.indices.filter { abs(Int(frame[$0]) - ground) > 40 }
        let (columns, rows) = (places.map { $0 % Self.width }, places.map { $0 / Self.width })
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return (left...right, top...bottom)
    }

    @Test(
        "They are in the middle at the bottom or the top, with the size of the operation, for their time and no longer")
    func shown() throws {
        let (place, _) = try place()
        try place.result("edit", "keys")
        let frames = try export(place, "--render", "smart")
        try #require(frames.count == 100)
        for (number, frame) in frames.enumerated() {
            let isShown = (25..<45).contains(number) || number >= 75 && number < 95
            // While they appear and disappear, they are faint.
            if [25, 26, 42, 43, 44, 75, 76, 92, 93, 94].contains(number) { continue }
            #expect((extent(frame) != nil) == isShown, "\(number)")
        }
        let caps = try #require(extent(frames[35]))
        let height = 0.07 * Double(Self.height)
        #expect(abs(Double(caps.y.upperBound) - (Double(Self.height) * 0.95)) < 8, "\(caps)")
        #expect(abs(Double(caps.y.count) - height) < 8, "\(caps)")
        #expect(abs(caps.x.lowerBound + caps.x.upperBound - Self.width) < 6, "\(caps)")
        // Two caps are wider than one.
        #expect(try #require(extent(frames[85])).x.count < caps.x.count)
        let recorded = try PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash)
        #expect(try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash).prefix(25) == recorded.prefix(25))
        try place.result("edit", "keys", "top", "size", "15%")
        let large = try #require(extent(try export(place)[35]))
        #expect(large.y.lowerBound < 30 && abs(large.y.count - 54) < 12, "\(large)")
        #expect(try place.replay("edits").output.contains("keys top size 15%"))
    }

    @Test(
        "They are in a file of operations and in a style's canvas, wrong words are refused, and damage costs what follows it"
    )
    func words() throws {
        let (place, id) = try place()
        try Data("[\"keys top\", \"style calm aspect 9:16\"]".utf8).write(to: URL(filePath: place.path("edit.json5")))
        #expect(try place.replay("edit", "--apply", place.path("edit.json5")).status == 0)
        try place.result("still", "1.4", "-o", place.path("still.png"))
        for words in [["middle"], ["size"], ["size", "2%"], ["1..2"], ["size", "x"], ["21%"]] {
            try place.start(["edit", "keys"] + words).wait().expectComplaint(65, "keys")
        }
        #expect(try place.replay("info").output.contains("2 shortcuts"))
        var damaged = Self.entries.flatMap(\.bytes)
        damaged[40] ^= 1
        try Data(damaged).write(to: place.recordingFolder(id).appending(path: "keys.bin"))
        #expect(try place.replay("info").output.contains("1 shortcut"))
        try place.result("undo")
        try place.result("edit", "keys")
        let frames = try export(place)
        #expect(extent(frames[35]) != nil && extent(frames[85]) == nil)
        #expect(try place.replay("edits").errors.contains("keys.bin is damaged or missing"))
        try Data("nonsense".utf8).write(to: place.recordingFolder(id).appending(path: "keys.bin"))
        #expect(try export(place).allSatisfy { extent($0) == nil })
        try place.result("undo")
        try place.start(["edit", "keys"]).wait().expectComplaint(65, "keys.bin is damaged")
    }
}
