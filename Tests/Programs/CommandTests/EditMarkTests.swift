import Foundation
import ReplayTestSupport
import Testing

/// Checks marks of an edit, which begin chapters.
@Suite struct EditMarkTests {
    private func chapters(_ place: Workplace, _ name: String = "out.mp4") throws -> [String] {
        try place.result("export", "--preset", "original", "--force", "-o", place.path(name))
        return try FileLabelTests.Labels(place.path(name)).texts
    }

    @Test("Marks begin chapters, move along with cuts, are turned off, undone and removed, and copy every frame")
    func chapters() throws {
        let place = try Workplace()
        _ = try place.importMovie(.plain)
        try place.result("edit", "mark", "1", "The", "setup")
        try place.result("edit", "mark 2.5 \"Say \\\"hello\\\"\"")
        let named = ["0.000000 1.000000 Chapter 1", "1.000000 2.500000 The setup", "2.500000 3.000000 Say \"hello\""]
        #expect(try chapters(place) == named)
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(0..<75))
        try place.result("cut", "0.5..1.5")
        #expect(try chapters(place)[1] == "0.500000 1.500000 The setup")
        try place.result("undo")
        try place.result("edit", "--off", "1")
        #expect(try chapters(place) == ["0.000000 2.500000 Chapter 1", named[2]])
        try place.result("edit", "--on", "1")
        #expect(try chapters(place) == named)
        try place.result("edit", "--remove", "2")
        #expect(try chapters(place) == [named[0], "1.000000 3.000000 The setup"])
        #expect(try place.result("edits").contains("1  mark 0:01.000 \"The setup\""))
    }

    @Test("Chapters of a file are undone together")
    func together() throws {
        let place = try Workplace()
        _ = try place.importMovie(.plain)
        try Data("WEBVTT\n\n00:00.000 --> 00:01.000\nA\n\n00:01.000 --> 00:03.000\nB\n".utf8)
            .write(to: place.folder.appending(path: "in.vtt"))
        try place.result("edit", "--apply", "in.vtt")
        #expect(try chapters(place) == ["0.000000 1.000000 A", "1.000000 3.000000 B"])
        try place.result("undo")
        #expect(try chapters(place) == [])
    }

    @Test(
        "A mark that cannot be is refused in a sentence",
        arguments: [
            ("mark", "requires a time"), ("mark soon", "soon"), ("mark 99", "after the end"), ("mark -99", "before"),
            ("mark 1 \"a", "quotation mark"), ("mark 1 \u{7}", "U+0007"),
        ])
    func bad(words: String, complaint: String) throws {
        let place = try Workplace()
        _ = try place.importMovie(.plain)
        let run = try place.replay("edit", words)
        #expect(run.status == 65 && run.errors.contains(complaint), "\(run.errors)")
    }
}
