import Foundation
import ReplayTestSupport
import Testing

/// Checks invalid edits.
@Suite struct BadEditTests {
    static let edits: [([String], Int32, String)] = [
        (["trim", "--from", "10"], 65, "after the end"),
        (["trim", "--to", "f76"], 65, "f76"),
        (["trim", "--from=-99"], 65, "before the start"),
        (["trim", "--from", "2", "--to", "1"], 65, "before it starts"),
        (["trim", "--from", "1", "--to", "1"], 65, "empty"),
        (["trim", "--from", "abc"], 64, "“abc” is not a time"),
        (["trim", "--to", "1:99"], 64, "“1:99” is not a time"),
        (["trim", "--to", "99999999999999999999"], 64, "too large"),
        (["trim", "--from", "0.00000000001"], 64, "more precise than a nanosecond"),
        (["trim", "--from"], 64, "Missing value"),
        (["trim", "--bogus"], 64, "--bogus"),
        (["cut", "5..6"], 65, "after the end"),
        (["cut", "2..1"], 65, "before it starts"),
        (["cut", "0..3"], 65, "would leave nothing"),
        (["cut", ".."], 65, "would leave nothing"),
        (["cut", "3"], 65, "is not a range"),
        (["cut", "a..b"], 65, "is not a time"),
        (["cut", "1..2", "0..1", "2..3"], 65, "would leave nothing"),
        (["cut", "1..2", "7..8"], 65, "after the end"),
        (["cut"], 64, "give a range to remove"),
        (["cut", "--bogus"], 64, "--bogus"),
        (["undo"], 65, "nothing to undo"),
        (["redo"], 65, "nothing to redo"),
        (["frobnicate"], 64, "frobnicate"),
    ]

    @Test("An edit that cannot be is refused in a sentence and changes nothing")
    func editThatCannotBeIsRefused() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        let before = try place.movieBytes(id)
        for (arguments, status, words) in Self.edits {
            try place.start(arguments).wait().expectComplaint(status, words)
            let files = try place.names(in: "home/recordings/\(id)")
            try #require(files == ["lock", "movie.mp4", "recording.json"], "\(arguments)")
        }
        #expect(try place.movieBytes(id) == before)
    }

    @Test("An edit in ticks of another clock is made in those of the movie")
    func editInTicksOfAnotherClockIsMade() throws {
        let place = try Workplace()
        // The keyframes are not at whole numbers of nanoseconds.
        let made = try place.shell(
            "ffmpeg -v error -f lavfi -i testsrc2=s=320x180:r=30:d=3 -c:v libx264 -preset veryfast -g 7 -bf 0 thirds.mp4"
        )
        try #require(made.status == 0)
        let id = try place.result("import", "thirds.mp4")
        let cut = #"{"cut":{"start":"100000007/1000000000","end":"1500000011/1000000000"}}"#
        let edit =
            #"{"version":1,"history":{"duration":"3000000000/1000000000","operations":[\#(cut)],"position":1}}"#
        try edit.write(toFile: place.path("home/recordings/\(id)/edit.json"), atomically: true, encoding: .utf8)
        #expect(try place.replay("export", id, "-o", "out.mp4", "--preset", "original").status == 0)
        #expect(try place.replay("cut", "-r", id, "2..2.5").status == 0)
    }

    @Test("Several ranges are cut together or not at all")
    func severalRangesAreCutTogether() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.replay("cut", "-r", id, "0.5..1", "2..9").expectComplaint(65, "after the end")
        try place.replay("cut", "-r", id, "0..2", "1..3").expectComplaint(65, "would leave nothing")
        let report: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(report.editedDuration == report.duration)
        #expect(!report.canUndo)
    }

    @Test("Times from the end, frames and open ranges are understood")
    func timesFromTheEnd() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("cut", "-r", id, "-2..-1.5", "f70..f75", "..200ms")
        let report: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(report.kept.map { [$0.start.seconds, $0.end.seconds] } == [[0.2, 1], [1.5, 2.8]])
        try place.result("trim", id, "--from", "-2.5", "--to", "f75")
        try place.result("undo", id)
        try place.result("redo", id)
        try place.replay("redo", id).expectComplaint(65, "nothing to redo")
    }
}
