import Foundation
import ReplayTestSupport
import Testing

/// Checks names, copies and lists of recordings.
@Suite(.timeLimit(.minutes(10))) struct LibraryCommandTests {
    private func names(_ place: Workplace) throws -> [String] {
        struct Entry: Decodable { let name: String? }
        return try place.replay("list", "--json").json([Entry].self).map { $0.name ?? "" }
    }

    @Test("An import is named for its file, and a name that is taken gets a number, which is said")
    func imported() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let again = try place.replay("import", "silent.mp4")
        #expect(again.status == 0 && again.errors.contains("this one is named “silent 2”"))
        let named = try place.replay("import", "silent.mp4", "--name", "silent 2")
        #expect(named.errors.contains("this one is named “silent 2 2”"))
        #expect(try names(place) == ["silent", "silent 2", "silent 2 2"])
        let renamed = try place.replay("rename", "silent 2 2", "silent")
        #expect(renamed.errors.contains("“silent 3”"))
        #expect(try place.replay("rename", "silent 3", "silent 3").errors.isEmpty)
        #expect(try place.result("export", "silent 2") == "silent 2.mp4")
    }

    @Test("@ and latest mean the latest recording, unless a recording has that name")
    func latest() throws {
        let place = try Workplace()
        let first = try place.importMovie(.silent)
        let second = try place.importMovie(.silent)
        for word in ["@", "latest", "last"] { #expect(try place.result("info", word).contains(second)) }
        try place.result("rename", first, "latest")
        #expect(try place.result("info", "latest").contains(first))
    }

    @Test("A copy has the movie, the edit and its files, and what becomes of it leaves the first as it is")
    func duplicate() throws {
        let place = try Workplace()
        let first = try place.importMovie()
        try Data("WEBVTT\n\n00:00.500 --> 00:01.000\nhello\n".utf8).write(to: URL(filePath: place.path("c.vtt")))
        try place.result("edit", first, "captions", "c.vtt")
        try place.result("cut", first, "1..2")
        let copy = try place.result("duplicate", first)
        #expect(copy != first)
        #expect(try place.movieBytes(copy) == place.movieBytes(first))
        #expect(try names(place) == ["plain", "plain 2"])
        try place.result("cut", copy, "0..0.5")
        #expect(try place.replay("edits", first, "--json").json(EditsReport.self).editedDuration.seconds == 2)
        #expect(try place.replay("edits", copy, "--json").json(EditsReport.self).editedDuration.seconds == 1.5)
        try place.result("discard", first, "--yes")
        try place.result("export", copy, "-o", "out.mp4")
        let streams = try ExportedMovie(place.path("out.mp4")).streams
        #expect(streams.contains { $0.kind == "subtitle" })
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: place.recordingFolder(copy).appending(path: "movie.mp4").path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("The list is sorted as it is asked for, shows local time, and -q prints ids alone")
    func list() throws {
        let place = try Workplace()
        let long = try place.importMovie()
        let short = try place.result("import", place.path("plain.mp4"), "--name", "a")
        #expect(try place.replay("list", "-q").output == "\(long)\n\(short)\n")
        #expect(try place.replay("list", "-q", "--sort", "name").output == "\(short)\n\(long)\n")
        place.variables["TZ"] = "Asia/Tokyo"
        let tokyo = try place.replay("list").output
        place.variables["TZ"] = "UTC"
        let utc = try place.replay("list").output
        #expect(tokyo != utc && utc.contains("RECORDED"))
        #expect(try place.replay("info").output.contains("+0000"))
        try place.replay("list", "--sort", "colour").expectComplaint(64, "sort")
    }

    @Test("Times in JSON are numbers of seconds beside the exact ones, and info has the movie's path")
    func json() throws {
        struct Info: Decodable {
            struct Movie: Decodable { let durationSeconds: Double }
            let movie: Movie
            let path: String
        }
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let info = try place.replay("info", "--json").json(Info.self)
        #expect(info.movie.durationSeconds == 3)
        #expect(info.path == place.recordingFolder(id).appending(path: "movie.mp4").path)
        try place.result("rename", "1/2")
        #expect(try !place.result("list", "--json").contains("nameSeconds"))
    }

    @Test("info shows the size of frames as they are seen")
    func shownSize() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-i", "silent.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", "turned.mp4"],
            folder: place.folder)
        try place.result("import", "turned.mp4")
        #expect(try place.result("info").contains("180x320 (coded as 320x180, rotated by "))
    }

    @Test("Nothing that is recorded ends status with 1, and an unknown name with 66")
    func status() throws {
        let place = try Workplace()
        for arguments in [["status"], ["status", "--quiet"], ["status", "--watch"], ["status", "--json"]] {
            #expect(try place.start(arguments).wait().status == 1, "\(arguments)")
        }
        let id = try place.importMovie(.silent)
        #expect(try place.replay("status", id).status == 1)
        try place.replay("status", "nope").expectComplaint(66, "nope")
    }

    @Test("A trim of one end keeps the other, and replaced ones are marked")
    func trim() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.result("trim", "--from", "0.5")
        try place.result("trim", "--to", "2")
        let report = try place.replay("edits", "--json").json(EditsReport.self)
        #expect(report.kept.map { [$0.start.seconds, $0.end.seconds] } == [[0.5, 2]])
        #expect(try place.result("edits").contains("trim 0:00.500..0:03.000  replaced"))
        try place.replay("trim", "--from", "2.5").expectComplaint(64, "would leave nothing")
        try place.result("edit", "--reset")
        #expect(try place.replay("edits", "--json").json(EditsReport.self).editedDuration.seconds == 3)
        try place.result("undo")
        #expect(try place.replay("edits", "--json").json(EditsReport.self).editedDuration.seconds == 1.5)
    }

    @Test("A dry run knows the movies that other jobs make, and ends with 1 if a job would fail")
    func dryRun() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        let chain = """
            {version: 1, defaults: {preset: "original"}, jobs: [
              {movie: "made.mp4", output: "again.mp4"}, {movie: "silent.mp4", output: "made.mp4"}]}
            """
        try Data(chain.utf8).write(to: URL(filePath: place.path("chain.json")))
        let dry = try place.replay("batch", "chain.json", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("2 of 2 jobs to do"), "\(dry.output)")
        let broken = chain.replacing("silent.mp4", with: "missing.mp4")
        try Data(broken.utf8).write(to: URL(filePath: place.path("broken.json")))
        let failing = try place.replay("batch", "broken.json", "--dry-run")
        #expect(failing.status == 1 && failing.output.contains("which would fail"), "\(failing.output)")
    }

    @Test("A dry run estimates a movie that begins late by what is played of it", arguments: ["mkv", "mp4", "ts"])
    func late(kind: String) throws {
        struct Report: Decodable {
            struct Job: Decodable { let durationSeconds: Double }
            let jobs: [Job]
        }
        let place = try Workplace()
        let movie = SourceMovie(
            "late", "late.\(kind)",
            "\(SourceMovie.both) \(SourceMovie.x264) -c:a aac -output_ts_offset 5")
        try movie.make(at: place.path(movie.file))
        let jobs = #"{version: 1, jobs: [{movie: "late.\#(kind)", output: "out.mp4"}]}"#
        try Data(jobs.utf8).write(to: URL(filePath: place.path("late.json")))
        let report = try place.replay("batch", "late.json", "--dry-run", "--json").json(Report.self)
        #expect(abs(try #require(report.jobs.first).durationSeconds - 3) < 0.2)
    }
}
