import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the metadata of a file: chapters, name and date.
@Suite struct FileLabelTests {
    /// The metadata that ffprobe reports.
    struct Labels: Decodable, Equatable {
        struct Chapter: Decodable, Equatable {
            let start_time, end_time: String
            let tags: [String: String]
        }
        struct Format: Decodable, Equatable { let tags: [String: String] }
        let chapters: [Chapter]
        let format: Format

        init(_ path: String) throws {
            let arguments = [
                JudgeProgram.ffprobe, "-v", "error", "-show_chapters", "-show_format", "-of", "json", path,
            ]
            self = try JSONDecoder().decode(Self.self, from: ChildProcess.tool(arguments))
        }

        var texts: [String] { chapters.map { "\($0.start_time) \($0.end_time) \($0.tags["title"] ?? "")" } }
    }

    private func markedMovie(_ place: Workplace, name: String = "A “lesson”", date: String? = nil) throws -> String {
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        let file = date == nil ? "plain.mp4" : "dated.mp4"
        if let date {
            _ = try ChildProcess.tool([
                "ffmpeg", "-v", "error", "-i", place.path("plain.mp4"), "-c", "copy", "-metadata",
                "creation_time=\(date)", place.path(file),
            ])
        }
        let id = try place.result("import", file, "--name", name)
        // The lines that “replay mark” writes.
        let (first, cut) = (#","detail":"first; \"é\"""#, #","detail":"in a cut""#)
        let marks = [("1/4", first), ("1/1", ""), ("3/2", cut), ("5/2", "")]
        let lines = marks.map { #"{"kind":"mark","time":"\#($0)"\#($1)}"# }.joined(separator: "\n") + "\n"
        try lines.write(
            toFile: place.recordingFolder(id).appending(path: "events.jsonl").path, atomically: true, encoding: .utf8)
        return id
    }

    @Test("Marks become chapters, cut along with the edit, however it is rendered")
    func marksBecomeChapters() throws {
        let place = try Workplace()
        let id = try markedMovie(place)
        try place.result("cut", "-r", id, "0.5..1.1", "1.4..1.6")
        let wanted = [
            "0.000000 0.250000 Chapter 1", "0.250000 0.500000 first; \"é\"", "0.500000 0.800000 Chapter 3",
            "0.800000 1.700000 in a cut", "1.700000 2.200000 Chapter 5",
        ]
        for (preset, render, name) in [
            ("original", "smart", "smart.mp4"), ("original", "full", "full.mp4"), ("share-720p", "auto", "share.mp4"),
            ("webm", "auto", "out.webm"),
        ] {
            try place.result("export", id, "--preset", preset, "--render", render, "-o", name)
            #expect(try Labels(place.path(name)).texts == wanted, "\(name)")
            let movie = try ExportedMovie(place.path(name))
            try movie.decode()
            if name.hasSuffix("mp4") {
                #expect(abs(try #require(movie.video?.duration).seconds - 2.2) < 0.0001)
                #expect(try movie.isFastStart())
            }
        }
        try place.result("export", id, "--preset", "share-720p", "--plan", "--chunk-length", "1s", "-o", "joined.mp4")
        for chunk in ["0", "1"] { _ = try place.replay("export", "--chunk", chunk, "-o", "joined.mp4") }
        try place.result("export", "--join", "-o", "joined.mp4")
        #expect(try Labels(place.path("joined.mp4")).texts == wanted)
        #expect(try Labels(place.path("joined.mp4")).format.tags == Labels(place.path("share.mp4")).format.tags)
    }

    @Test("A file tells the recording's name and date, and the same ones each time")
    func fileTellsTheRecordingsNameAndDate() throws {
        let place = try Workplace()
        let id = try markedMovie(place, date: "2020-02-03T04:05:06Z")
        for name in ["one.mp4", "two.mp4", "one.webm", "two.webm"] {
            let preset = name.hasSuffix("webm") ? "webm" : "original"
            try place.result("export", id, "--preset", preset, "-o", name)
            let tags = try Labels(place.path(name)).format.tags
            #expect((tags["title"] ?? tags["TITLE"]) == "A “lesson”")
            #expect(tags["creation_time"]?.hasPrefix("2020-02-03T04:05:06") == true, "\(tags)")
        }
        for kind in ["mp4", "webm"] {
            let files = try ["one", "two"].map { try Data(contentsOf: URL(filePath: place.path("\($0).\(kind)"))) }
            #expect(files[0] == files[1])
        }
        try place.result("export", id, "--no-metadata", "-o", "bare.mp4")
        let bare = try Labels(place.path("bare.mp4"))
        #expect(bare.format.tags.keys.allSatisfy { !["title", "creation_time", "date"].contains($0) })
        #expect(bare.chapters.count == 5)
    }

    @Test("Of a movie that does not say when it was made no date is told")
    func ofAMovieThatDoesNotSay() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("export", id, "-o", "out.mp4")
        let tags = try Labels(place.path("out.mp4")).format.tags
        #expect(tags.keys.allSatisfy { !["creation_time", "date"].contains($0) }, "\(tags)")
        #expect(tags["title"] == "silent")
    }

    @Test("Jobs of a batch make the same file whenever they run")
    func jobsOfABatchMakeTheSameFile() throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        let jobs = "{movie: 'plain.mp4', output: 'a.mp4'}, {movie: 'plain.mp4', output: 'b.mp4', metadata: false}"
        try "{version: 1, jobs: [\(jobs)]}".write(
            toFile: place.path("jobs.json5"), atomically: true, encoding: .utf8)
        #expect(try place.replay("batch", "jobs.json5").status == 0)
        let first = try Data(contentsOf: URL(filePath: place.path("a.mp4")))
        #expect(try Labels(place.path("a.mp4")).format.tags["date"] == nil)
        _ = try place.shell("rm -r a.mp4 b.mp4 .jobs.json5*; ls -A")
        #expect(try place.replay("batch", "jobs.json5").status == 0)
        #expect(try Data(contentsOf: URL(filePath: place.path("a.mp4"))) == first)
    }
}
