import Foundation
import Testing

/// Which recording is meant, and what is said where none is.
@Suite struct LookupTests {
    static let commands = [
        ["info"], ["trim", "--from", "1"], ["cut", "1..2"], ["undo"], ["redo"], ["edits"], ["export"], ["discard"],
        ["play"],
        ["rename", "x"],
    ]

    @Test(arguments: commands)
    func `Without recordings nothing can be done`(command: [String]) throws {
        let desk = try Desk()
        try desk.start(command).wait().expectComplaint(66, "there is no recording yet")
    }

    @Test(arguments: ["zzz", "../x", ".", "..", "/", "", "20*", "-"])
    func `What is no recording's id is unknown`(reference: String) throws {
        let desk = try Desk()
        _ = try desk.importMovie(.silent)
        for command in ["info", "edits", "undo", "export", "discard"] {
            try desk.replay(command, reference).expectComplaint(66, "there is no recording “\(reference)”")
        }
        try desk.replay("cut", "-r", reference, "1..2").expectComplaint(66, reference)
        #expect(try desk.names(in: "home/recordings").count == 1)
    }

    @Test func `A prefix names one recording, or says which it could be`() throws {
        let desk = try Desk()
        let first = try desk.importMovie(.silent)
        #expect(try desk.result("info", String(first.prefix(8))).contains(first))
        let second = try desk.importMovie(.silent)
        try desk.replay("info", "20").expectComplaint(66, first, second)
        try desk.result("discard", first)
        #expect(try desk.result("info", "20").contains(second))
        #expect(try desk.result("info").contains(second))
    }

    @Test func `A discarded recording leaves nothing`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        #expect(try desk.result("discard", id) == id)
        #expect(try desk.names(in: "home/recordings").isEmpty)
        try desk.replay("discard", id).expectComplaint(66, id)
    }

    @Test func `A name is never a path`() throws {
        let desk = try Desk()
        try SourceMovie.silent.make(at: desk.path("silent.mp4"))
        let before = try desk.names(in: ".")
        for name in ["../../x", "/etc/x", "a\u{1B}[31m\nb", ""] {
            let id = try desk.result("import", desk.path("silent.mp4"), "--name", name)
            #expect(try desk.names(in: "home/recordings/\(id)") == ["lock", "movie.mp4", "recording.json"])
            // What a terminal would obey is not sent to it.
            #expect(try !desk.result("list").contains("\u{1B}"))
            #expect(try !desk.result("info", id).contains("\u{1B}"))
        }
        #expect(try desk.result("list").split(separator: "\n").count == 5)
        #expect(try desk.names(in: ".") == (before + ["home"]).sorted())
    }
}
