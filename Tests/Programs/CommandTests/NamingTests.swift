import Foundation
import ReplayTestSupport
import Testing

/// Checks how the command line distinguishes recordings, ranges and outputs.
@Suite struct NamingTests {
    @Test("A name names its recording everywhere, and so does its beginning")
    func nameNamesItsRecordingEverywhere() throws {
        let place = try Workplace()
        let first = try place.importMovie(.silent)
        let second = try place.result("import", place.path("silent.mp4"), "--name", "demo two")
        let third = try place.result("import", place.path("silent.mp4"), "--name", "demo")
        for command in ["info", "edits", "still"] { #expect(try place.replay(command, "demo two").status == 0) }
        #expect(try place.result("info", "demo").contains(third))
        #expect(try place.result("info", "demo t").contains(second))
        try place.replay("info", "dem").expectComplaint(66, second, third)
        #expect(try place.result("rename", first, "3-4") == first)
        #expect(try place.result("info", "3-4").contains(first))
        // A word that names a recording is not taken as a range.
        try place.replay("cut", "3-4").expectComplaint(64, "give a range to remove")
        try place.result("cut", "3-4", "1-2")
        #expect(try place.replay("edits", first, "--json").json(EditsReport.self).kept.count == 2)
        #expect(try place.replay("edits", second, "--json").json(EditsReport.self).kept.count == 1)
    }

    @Test("The recording stands first in cut and trim, whatever form the range has")
    func recordingStandsFirstInCutAndTrim() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.importMovie(.silent)
        for words in [["1..2"], ["1-2"], ["--from", "1", "--to", "2"], ["--start", "1", "--end", "2"], ["-2..-1"]] {
            for command in ["cut", "trim"] {
                let outcome = try place.start([command, id] + words).wait()
                #expect(outcome.status == 0, "\(command) \(words): \(outcome.errors)")
                let kept = try place.replay("edits", id, "--json").json(EditsReport.self)
                #expect(kept.editedDuration.seconds == (command == "cut" ? 2 : 1), "\(command) \(words)")
                try place.result("undo", id)
            }
        }
        try place.replay("trim", id, "0..1", "2..3").expectComplaint(64, "replay cut")
        try place.replay("cut", "zzz", "1..2").expectComplaint(66, "there is no recording “zzz”")
        try place.replay("cut", id, "1", "2").expectComplaint(64, "two dots", "1..2")
    }

    @Test("An export takes the recording, the output, or both in this order")
    func exportTakesTheRecording() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        #expect(try place.result("export", "a.mp4") == "a.mp4")
        #expect(try place.result("export", id, "b.mp4") == "b.mp4")
        try place.replay("export", id, "b.mp4").expectComplaint(73, "--force")
        #expect(try place.result("export", id, "b.mp4", "-y") == "b.mp4")
        try FileManager.default.createDirectory(atPath: place.path("out"), withIntermediateDirectories: true)
        #expect(try place.result("export", "-o", "out/") == "out/silent.mp4")
        #expect(try place.result("export", "-o", "out", "--force") == "out/silent.mp4")
        #expect(place.exists("out/silent.mp4"))
        try place.replay("export", "-o", "missing/").expectComplaint(73, "missing")
        try place.replay("export", "missing recording").expectComplaint(66, "there is no recording")
        try place.replay("export", id, "c.mp4", "-o", "d.mp4").expectComplaint(64, "both name the output")
        #expect(try place.result("export", "--format", "hls", "-o", "hls") == "hls/main.m3u8")
        #expect(try place.result("export", "--preset", "720p", "e.mp4") == "e.mp4")
    }

    @Test("A recording gets another name, and loses it")
    func recordingGetsAnotherName() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("rename", "the bug")
        #expect(try place.result("list").contains("the bug"))
        try place.result("rename", "the b", "")
        #expect(try !place.result("list").contains("the bug"))
        try place.replay("rename", id, "the", "bug").expectComplaint(64, "quotation marks")
        let facts = try Data(contentsOf: place.recordingFolder(id).appending(path: "recording.json"))
        let movie = try place.movieBytes(id)
        try place.result("rename", "again")
        #expect(try place.movieBytes(id) == movie)
        #expect(try Data(contentsOf: place.recordingFolder(id).appending(path: "recording.json")).count > facts.count)
    }

    @Test("An unknown command gets an example, and other words for ours are taken")
    func unknownCommandGetsAnExample() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.replay("exprot").expectComplaint(64, "did you mean “replay export”?")
        try place.replay("silent.mp4").expectComplaint(64, "replay import silent.mp4")
        try place.replay("xyzzy").expectComplaint(64, "replay --help")
        try place.replay("export", id, "x.mp4", "--qualityy", "high").expectComplaint(
            64, "--qualityy", "did you mean")
        try place.replay("export", id, "--render", "copy").expectComplaint(64, "'full'; see “replay help export”")
        let movie = place.path("silent.mp4")
        try place.replay("info", movie).expectComplaint(66, "“replay import \(movie)”")
        try place.replay("import", "https://example.com/x.mp4").expectComplaint(64, "offline")
        #expect(try place.result("--help", "cut") == place.result("help", "cut"))
        #expect(try place.result("help", "rm") == place.result("help", "discard"))
        #expect(try place.result("ls", "-l").contains(id))
        #expect(try place.result("version") == place.result("--version"))
        #expect(try place.result("rm", id) == id)
        #expect(try place.replay("ls").output.isEmpty)
    }

    @Test("Each of several movies becomes a recording, except files that are no movies")
    func severalMovies() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let movies = [place.path("silent.mp4"), place.path("nothing.mp4"), place.path("silent.mp4")]
        let outcome = try place.start(["import"] + movies).wait()
        #expect(outcome.status == 66)
        #expect(outcome.errors.split(separator: "\n").count == 2 && outcome.errors.contains("nothing.mp4"))
        let ids = outcome.output.split(separator: "\n").map(String.init)
        #expect(try ids.count == 2 && place.names(in: "home/recordings").sorted() == ids.sorted())
        let lines = try place.start(["import", "--json", movies[0], movies[0]]).wait().output.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
        try place.start(["import", "--name", "x"] + movies).wait().expectComplaint(64, "--name")
    }
}
