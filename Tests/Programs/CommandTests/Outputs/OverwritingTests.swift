import Foundation
import ReplayTestSupport
import Testing

/// Checks the files and folders that no output replaces, whatever the options.
@Suite(.timeLimit(.minutes(30))) struct OverwritingTests {
    @Test("Devices, pipes, sockets and links are not replaced, by force neither")
    func specialFiles() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell("mkfifo pipe; ln -s nowhere link; [ $(id -u) != 0 ] || mknod null c 1 3")
        let names = ["pipe", "link"] + (place.exists("null") ? ["null"] : [])
        for name in names {
            try place.replay("export", id, "-o", name, "--force").expectComplaint(73, name, "not a regular file")
            try place.replay("export", id, "-o", "x.mp4", "--receipt", name, "--force")
                .expectComplaint(73, name, "not a regular file")
            try place.replay("export", id, "-o", name, "--preset", "hls", "--force").expectComplaint(73, name)
        }
        let kinds = try place.shell("stat -c %F \(names.joined(separator: " "))").output
        let wanted = ["fifo", "symbolic link", "character special file"].prefix(names.count)
        #expect(kinds == wanted.map { $0 + "\n" }.joined())
        #expect(!place.exists("x.mp4"))
    }

    @Test("A receipt keeps the rules of outputs, and is never the output")
    func receipts() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell("echo mine > r.json; mkdir d; ln -s . here")
        try place.replay("export", id, "-o", "a.mp4", "--receipt", "r.json").expectComplaint(
            73, "r.json exists", "--force")
        #expect(!place.exists("a.mp4"))
        #expect(try place.shell("cat r.json").output == "mine\n")
        try place.replay("export", id, "-o", "a.mp4", "--receipt", "a.mp4").expectComplaint(64, "same file")
        for name in ["./a.mp4", "here/a.mp4", "d/../a.mp4"] {
            try place.replay("export", id, "-o", "a.mp4", "--receipt", name, "--force").expectComplaint(64, "a.mp4")
        }
        try place.replay("export", id, "-o", "a.mp4", "--receipt", "none/r.json").expectComplaint(73, "none")
        #expect(!place.exists("a.mp4"))
        try place.result("export", id, "-o", "a.mp4", "--receipt", "r.json", "--force")
        #expect(try place.shell("cat r.json").output.contains("\"frames\""))
        try place.replay("export", id, "--plan", "-o", "b.mp4").expectEnd(0)
        try place.replay("export", "--chunk", "0", "-o", "b.mp4").expectEnd(0)
        try place.replay("export", "--join", "-o", "b.mp4", "--receipt", "./b.mp4").expectComplaint(64, "b.mp4")
        try place.replay("export", "--join", "-o", "b.mp4", "--receipt", "r.json").expectComplaint(73, "r.json exists")
        try place.replay("export", "--join", "-o", "b.mp4", "--receipt", "b.json").expectEnd(0)
        #expect(place.exists("b.json") && place.exists("b.mp4"))
    }

    @Test("Nothing is written into the library, by whatever name it is reached")
    func library() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let inside = "home/recordings/\(id)"
        _ = try place.shell(
            "ln -s home/recordings/\(id) link; ln \(inside)/movie.mp4 hard.mp4; ln -s home/recordings lib")
        let before = FolderState(of: place.home.path)
        let paths = [
            "\(inside)/movie.mp4", "\(inside)/new.mp4", "home/recordings/new.mp4", "link/movie.mp4",
            "lib/\(id)/movie.mp4",
            "hard.mp4", place.path("\(inside)/movie.mp4"),
        ]
        for path in paths {
            for preset in ["share-720p", "hls"] where preset != "hls" || path != "hard.mp4" {
                // The name of an HLS folder has no movie's extension.
                let output = preset == "hls" ? String(path.dropLast(4)) : path
                let outcome = try place.replay("export", id, "--force", "--preset", preset, "-o", output)
                outcome.expectComplaint(73, output, "recording")
            }
            try place.replay("export", id, "--force", "-o", "a.mp4", "--receipt", path).expectComplaint(73, "recording")
            try place.replay("export", id, "--plan", "-o", path).expectComplaint(73, "recording")
        }
        // The same is true for a process with another library.
        let other = "REPLAY_HOME=$PWD/other; export REPLAY_HOME; $REPLAY import silent.mp4 >&2;"
        let outcome = try place.shell("{ \(other) } 2>/dev/null; $REPLAY export --force -o \(inside)/movie.mp4")
        outcome.expectComplaint(73, "the folder of a recording")
        #expect(FolderState(of: place.home.path) == before)
        #expect(!place.exists("a.mp4"))
    }

    @Test("A batch writes neither over its job file nor into its job log, nor into the library")
    func batch() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        let id = try place.result("import", "m0.mp4")
        for (output, what) in [
            ("jobs.json", "the job file"), ("./x/../jobs.json", "the job file"), ("jobs.batch/out.mp4", "the job log"),
            ("jobs.batch", "the job log"), ("home/recordings/\(id)/movie.mp4", "the library of recordings"),
        ] {
            let text = "{version: 1, jobs: [{movie: 'm0.mp4', preset: 'share-720p', output: '\(output)'}]}"
            try place.write(text)
            try place.replay("batch", "jobs.json", "--force").expectComplaint(65, "line 1", what)
            #expect(try String(contentsOfFile: place.path("jobs.json"), encoding: .utf8) == text)
        }
        // A hard link to the job file, and the movie itself by another path.
        try place.write(
            "{version: 1, jobs: [{movie: 'n.mp4', output: 'hard.mp4'}, {movie: 'here/m0.mp4', output: 'm0.mp4'}]}")
        _ = try place.shell("cp m0.mp4 n.mp4; ln jobs.json hard.mp4; ln -s . here")
        let before = try place.bytes("m0.mp4")
        let (outcome, lines) = try place.batch("--force")
        #expect(outcome.status == 1)
        let reasons = lines.compactMap { $0.result?.failure?.reason }.sorted()
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains("it is the job") }, "\(reasons)")
        #expect(try place.bytes("m0.mp4") == before)
    }

    @Test("What lies in a folder for chunks and is not ours stays, and a foreign plan is not replaced")
    func chunks() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell(
            "mkdir a.mp4.chunks b.mp4.chunks; echo mine | tee a.mp4.chunks/plan.json > b.mp4.chunks/chunk-a.txt")
        try place.replay("export", id, "--plan", "-o", "a.mp4").expectComplaint(1, "plan.json")
        #expect(try place.shell("cat a.mp4.chunks/plan.json").output == "mine\n")
        try place.replay("export", id, "--plan", "-o", "b.mp4").expectEnd(0)
        try place.replay("export", "--chunk", "0", "-o", "b.mp4").expectEnd(0)
        try place.replay("export", "--join", "-o", "b.mp4").expectEnd(0)
        #expect(try place.names(in: "b.mp4.chunks") == ["chunk-a.txt"])
    }
}

extension ChildProcess.Outcome {
    fileprivate func expectEnd(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self.status == status, "\(errors)", sourceLocation: sourceLocation)
    }
}
