import Foundation
import ReplayTestSupport
import Testing

/// Checks which recording a name selects, and the errors if there is none.
@Suite struct LookupTests {
    static let commands = [
        ["info"], ["trim", "--from", "1"], ["cut", "1..2"], ["undo"], ["redo"], ["edits"], ["export"], ["discard"],
        ["play"],
        ["rename", "x"],
    ]

    @Test("Without recordings nothing can be done", arguments: commands)
    func withoutRecordingsNothingCanBeDone(command: [String]) throws {
        let place = try Workplace()
        try place.start(command).wait().expectComplaint(66, "there is no recording yet")
    }

    @Test("What is no recording's id is unknown", arguments: ["zzz", "../x", ".", "..", "/", "", "20*", "-"])
    func whatIsNoRecordingsIdIsUnknown(reference: String) throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        for command in ["info", "edits", "undo", "export", "discard"] {
            try place.replay(command, reference).expectComplaint(66, "there is no recording “\(reference)”")
        }
        try place.replay("cut", "-r", reference, "1..2").expectComplaint(66, reference)
        #expect(try place.names(in: "home/recordings").count == 1)
    }

    @Test("A prefix names one recording, or says which it could be")
    func prefixNamesOneRecording() throws {
        let place = try Workplace()
        let first = try place.importMovie(.silent)
        #expect(try place.result("info", String(first.prefix(8))).contains(first))
        let second = try place.importMovie(.silent)
        try place.replay("info", "20").expectComplaint(66, first, second)
        try place.result("discard", first)
        #expect(try place.result("info", "20").contains(second))
        #expect(try place.result("info").contains(second))
    }

    @Test("A discarded recording leaves nothing")
    func discardedRecordingLeavesNothing() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        #expect(try place.result("discard", id) == id)
        #expect(try place.names(in: "home/recordings").isEmpty)
        try place.replay("discard", id).expectComplaint(66, id)
    }

    @Test("A name is never a path")
    func nameIsNeverAPath() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let before = try place.names(in: ".")
        for name in ["../../x", "/etc/x", "a\u{1B}[31m\nb", ""] {
            let id = try place.result("import", place.path("silent.mp4"), "--name", name)
            #expect(try place.names(in: "home/recordings/\(id)") == ["lock", "movie.mp4", "recording.json"])
            // Control sequences are not sent to a terminal.
            #expect(try !place.result("list").contains("\u{1B}"))
            #expect(try !place.result("info", id).contains("\u{1B}"))
        }
        #expect(try place.result("list").split(separator: "\n").count == 5)
        #expect(try place.names(in: ".") == (before + ["home"]).sorted())
    }
}
