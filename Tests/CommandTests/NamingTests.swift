import Foundation
import ReplayTestSupport
import Testing

/// How recordings are named on the command line, and ranges and outputs beside them.
@Suite struct NamingTests {
    @Test func `A name names its recording everywhere, and so does its beginning`() throws {
        let desk = try Desk()
        let first = try desk.importMovie(.silent)
        let second = try desk.result("import", desk.path("silent.mp4"), "--name", "demo two")
        let third = try desk.result("import", desk.path("silent.mp4"), "--name", "demo")
        for command in ["info", "edits", "trim"] { #expect(try desk.replay(command, "demo two").status == 0) }
        #expect(try desk.result("info", "demo").contains(third))
        #expect(try desk.result("info", "demo t").contains(second))
        try desk.replay("info", "dem").expectComplaint(66, second, third)
        #expect(try desk.result("rename", first, "3-4") == first)
        #expect(try desk.result("info", "3-4").contains(first))
        // What is a recording is no range.
        try desk.replay("cut", "3-4").expectComplaint(64, "say what to remove")
        try desk.result("cut", "3-4", "1-2")
        #expect(try desk.replay("edits", first, "--json").json(EditsReport.self).kept.count == 2)
        #expect(try desk.replay("edits", second, "--json").json(EditsReport.self).kept.count == 1)
    }

    @Test func `The recording stands first in cut and trim, whatever form the range has`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        _ = try desk.importMovie(.silent)
        for words in [["1..2"], ["1-2"], ["--from", "1", "--to", "2"], ["--start", "1", "--end", "2"], ["-2..-1"]] {
            for command in ["cut", "trim"] {
                let outcome = try desk.start([command, id] + words).wait()
                #expect(outcome.status == 0, "\(command) \(words): \(outcome.errors)")
                let kept = try desk.replay("edits", id, "--json").json(EditsReport.self)
                #expect(kept.editedDuration.seconds == (command == "cut" ? 2 : 1), "\(command) \(words)")
                try desk.result("undo", id)
            }
        }
        try desk.replay("trim", id, "0..1", "2..3").expectComplaint(64, "replay cut")
        try desk.replay("cut", "zzz", "1..2").expectComplaint(66, "there is no recording “zzz”")
        try desk.replay("cut", id, "1", "2").expectComplaint(65, "two dots")
    }

    @Test func `An export takes the recording, the output, or both in this order`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        #expect(try desk.result("export", "a.mp4") == "a.mp4")
        #expect(try desk.result("export", id, "b.mp4") == "b.mp4")
        try desk.replay("export", id, "b.mp4").expectComplaint(73, "--force")
        #expect(try desk.result("export", id, "b.mp4", "-y") == "b.mp4")
        try FileManager.default.createDirectory(atPath: desk.path("out"), withIntermediateDirectories: true)
        #expect(try desk.result("export", "-o", "out/") == "out/\(id).mp4")
        #expect(try desk.result("export", "-o", "out", "--force") == "out/\(id).mp4")
        #expect(desk.exists("out/\(id).mp4"))
        try desk.replay("export", "-o", "missing/").expectComplaint(73, "missing")
        try desk.replay("export", "missing recording").expectComplaint(66, "there is no recording")
        try desk.replay("export", id, "c.mp4", "-o", "d.mp4").expectComplaint(64, "both name the output")
        #expect(try desk.result("export", "--format", "hls", "-o", "hls") == "hls/main.m3u8")
        #expect(try desk.result("export", "--preset", "720p", "e.mp4") == "e.mp4")
    }

    @Test func `A recording gets another name, and loses it`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        try desk.result("rename", "the bug")
        #expect(try desk.result("list").contains("the bug"))
        try desk.result("rename", "the b", "")
        #expect(try !desk.result("list").contains("the bug"))
        try desk.replay("rename", id, "the", "bug").expectComplaint(64, "quotation marks")
        let facts = try Data(contentsOf: desk.recordingFolder(id).appending(path: "recording.json"))
        let movie = try desk.movieBytes(id)
        try desk.result("rename", "again")
        #expect(try desk.movieBytes(id) == movie)
        #expect(try Data(contentsOf: desk.recordingFolder(id).appending(path: "recording.json")).count > facts.count)
    }

    @Test func `An unknown command gets an example, and other words for ours are taken`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        try desk.replay("exprot").expectComplaint(64, "did you mean “replay export”?")
        try desk.replay("silent.mp4").expectComplaint(64, "replay import silent.mp4")
        try desk.replay("xyzzy").expectComplaint(64, "replay --help")
        try desk.replay("export", id, "x.mp4", "--quality", "high").expectComplaint(
            64, "--quality", "replay help export")
        try desk.replay("import", "https://example.com/x.mp4").expectComplaint(64, "offline")
        #expect(try desk.result("--help", "cut") == desk.result("help", "cut"))
        #expect(try desk.result("help", "rm") == desk.result("help", "discard"))
        #expect(try desk.result("ls", "-l").contains(id))
        #expect(try desk.result("version") == desk.result("--version"))
        #expect(try desk.result("rm", id) == id)
        #expect(try desk.replay("ls").output.isEmpty)
    }
}
