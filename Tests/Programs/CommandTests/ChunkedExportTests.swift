import Foundation
import Testing

/// Checks an export in chunks, as a user makes it.
@Suite struct ChunkedExportTests {
    private static let constantRate = PresetFileTests.whole.replacing("\"crf\"", with: "\"frameRate\": \"10\", \"crf\"")

    @Test(
        "Chunks in any order make what a single pass makes",
        arguments: [
            ["--preset", "original", "--render", "smart"], ["--preset", "original"], ["--preset", "mine.json"],
        ])
    func chunksInAnyOrderMakeWhatASingle(options: [String]) throws {
        let movie = try ChunkedMovie()
        try Self.constantRate.write(toFile: movie.place.path("mine.json"), atomically: true, encoding: .utf8)
        try movie.place.result("cut", "0.31..0.77", "2.004..2.2")
        let outcome = try movie.place.start(
            ["export", "--plan", "-o", "out.mp4", "--chunk-length", "1s"] + options
        ).wait()
        #expect(outcome.line == ChunkedMovie.folder)
        #expect(outcome.errors.contains("chunks: 0 to "))
        try movie.plan(
            options[0], options[1], options.count > 2 ? "--render" : "--audio-render",
            options.last == "smart" ? "smart" : "auto")
        try movie.render((0..<movie.count).shuffled())
        let modes = try movie.place.shell("stat -c %a \(ChunkedMovie.folder) \(ChunkedMovie.folder)/* | sort -u")
        #expect(modes.line == "600\n700")
        let joined = try movie.join()
        #expect(joined.status == 0 && joined.line == "out.mp4", "\(joined.errors)")
        #expect(try !movie.place.names(in: ".").contains(ChunkedMovie.folder))
        try movie.expectSame(
            options[0], options[1], options.count > 2 ? "--render" : "--audio-render",
            options.last == "smart" ? "smart" : "auto")
    }

    @Test("A camera is over the frames of all chunks")
    func cameraIsOverTheFramesOfAllChunks() throws {
        let movie = try ChunkedMovie(.silent)
        let file = movie.place.recordingFolder(movie.id).appending(path: "movie.mp4").path
        try FileManager.default.removeItem(atPath: file)
        let camera = "-itsoffset 0.7 -f lavfi -i testsrc=s=160x120:r=12:d=2"
        try SourceMovie(
            "with a camera", "both.mp4",
            "\(SourceMovie.frames) \(camera) -map 0 -map 1 \(SourceMovie.x264) -metadata:s:v:1 handler_name=Camera "
                + "-fps_mode vfr -movflags frag_keyframe+delay_moov"
        ).make(at: file)
        for method in ["smart", "full"] {
            try movie.plan("--preset", "original", "--render", method)
            try movie.renderAll()
            #expect(try movie.join().status == 0)
            try movie.expectSame("--preset", "original", "--render", method)
            _ = try movie.place.shell("rm out.mp4")
        }
    }

    @Test("What is missing, cut off, damaged, swapped or of another plan is said, and nothing is written")
    func whatIsMissing() throws {
        let movie = try ChunkedMovie(.silent)
        let place = movie.place
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.join().expectComplaint(66, "chunk 0 is missing", "chunk 2 is missing")
        try movie.renderAll()
        let files = try (0..<3).map { try movie.file($0) }
        let faults: [(script: String, status: Int32, words: String)] = [
            ("rm chunk-00001.json", 66, "chunk 1 is missing"),
            ("rm \(files[1])", 65, "chunk 1 is truncated"),
            ("truncate -s -1 \(files[2])", 65, "chunk 2 is truncated"),
            ("printf X >> \(files[2])", 65, "chunk 2 is damaged"),
            ("printf X | dd of=\(files[0]) bs=1 seek=900 conv=notrunc 2>/dev/null", 65, "chunk 0 is damaged"),
            ("cp \(files[1]) x; cp \(files[2]) \(files[1]); mv x \(files[2])", 65, "chunk 1 is"),
            ("mv chunk-00001.json x; mv chunk-00002.json chunk-00001.json; mv x chunk-00002.json", 65, "another chunk"),
            (
                "sed -i 's/\"plan\" *: *\"[0-9a-f]/\"plan\" : \"z/' chunk-00000.json", 65,
                "chunk 0 belongs to another plan"
            ),
            ("sed -i 's/\"frames\" *: */&1/' chunk-00000.json", 65, "chunk 0 is damaged"),
            ("echo '{' > chunk-00000.json", 65, "chunk 0 is damaged"),
            ("rm \(files[0]); mkfifo \(files[0])", 65, "chunk 0 is"),
        ]
        _ = try place.shell("cp -a \(ChunkedMovie.folder) good")
        for fault in faults {
            let done = try place.shell("cd \(ChunkedMovie.folder) && \(fault.script)")
            #expect(done.status == 0, "\(done.errors)")
            try movie.join().expectComplaint(fault.status, fault.words, "--chunk")
            #expect(!movie.isJoined)
            #expect(try place.names(in: ".") == ["good", "home", ChunkedMovie.folder, "silent.mp4"])
            _ = try place.shell("rm -r \(ChunkedMovie.folder); cp -a good \(ChunkedMovie.folder)")
        }
        _ = try place.shell("rm -r good; truncate -s 99 \(ChunkedMovie.folder)/\(files[1])")
        try movie.renderAll()
        #expect(try movie.join().status == 0)
        try movie.expectSame("--preset", "original", "--render", "smart")
    }

    @Test("Two processes that render the same chunks at once do no harm")
    func twoProcessesThatRenderTheSameChunks() throws {
        let movie = try ChunkedMovie()
        try movie.plan("--preset", "original")
        for chunk in 0..<movie.count {
            let both = try (0..<2).map { _ in try movie.place.start(["export", "--chunk", "\(chunk)", "-o", "out.mp4"])
            }
            for program in both { #expect(try program.wait().status == 0) }
        }
        #expect(try movie.join().status == 0)
        try movie.expectSame("--preset", "original")
    }

    @Test("A join that is killed leaves nothing, and can be done again")
    func joinThatIsKilledLeavesNothing() throws {
        let movie = try ChunkedMovie()
        try movie.plan("--preset", "original")
        try movie.renderAll()
        for _ in 0..<6 where !movie.isJoined {
            let seconds = Double(Int.random(in: 20...250)) / 1000
            _ = try movie.place.shell("timeout -s KILL \(seconds) $REPLAY export --join -o out.mp4")
            let names = try movie.place.names(in: ".").filter { $0 != "out.mp4" }
            #expect(names == ["home", ChunkedMovie.folder, "plain.mp4"] || movie.isJoined, "\(seconds) s: \(names)")
        }
        if !movie.isJoined { #expect(try movie.join().status == 0) }
        try movie.expectSame("--preset", "original")
    }

    @Test("A movie that has changed since is not joined with what it was")
    func movieThatHasChangedSinceIsNotJoined() throws {
        let movie = try ChunkedMovie(.silent)
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.render([0, 1])
        let file = "home/recordings/\(movie.id)/movie.mp4"
        // A copy is the same movie.
        _ = try movie.place.shell("cp \(file) copy && mv copy \(file)")
        try movie.render([2])
        _ = try movie.place.shell("printf X | dd of=\(file) bs=1 seek=3000 conv=notrunc")
        _ = try movie.place.shell("rm \(ChunkedMovie.folder)/chunk-00002.json")
        try movie.place.replay("export", "--chunk", "2", "-o", "out.mp4").expectComplaint(
            65, "changed", "plan it again")
        _ = try movie.place.shell("printf X >> \(file)")
        try movie.place.replay("export", "--chunk", "2", "-o", "out.mp4").expectComplaint(65, "changed")
        #expect(!movie.isJoined)
    }

    @Test("A plan that cannot be used is refused in a sentence")
    func planThatCannotBeUsedIsRefused() throws {
        let movie = try ChunkedMovie(.silent)
        let place = movie.place
        for action in [["--chunk", "0"], ["--join"]] {
            try place.start(["export", "-o", "out.mp4"] + action).wait().expectComplaint(66, "no plan", "--plan")
        }
        try movie.plan("--preset", "original")
        try place.replay("export", "--chunk", "7", "-o", "out.mp4").expectComplaint(66, "no chunk 7", "0 to 2")
        let path = place.path("\(ChunkedMovie.folder)/plan.json")
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        let broken = [
            ("", "JSON"), (String(whole.prefix(300)), "JSON"), ("{\"version\": 2}", "version 2"),
            (whole.replacing("\"crf\" : 1", with: "\"crf\" : 2"), "changed"), ("{\"version\": 1}", "missing"),
        ]
        for (text, words) in broken {
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            try place.replay("export", "--chunk", "0", "-o", "out.mp4").expectComplaint(65, "plan.json", words)
        }
        #expect(try place.names(in: ChunkedMovie.folder) == ["plan.json"])
        try movie.plan("--preset", "original")
        try movie.render([0])
    }

    @Test("Commands that contradict themselves are usage errors")
    func commandsThatContradictThemselvesAreUsageErrors() throws {
        let movie = try ChunkedMovie(.silent)
        let wrong = [
            ["--plan", "--join", "-o", "a.mp4"], ["--chunk", "0"], ["--join"], ["--chunk-length", "3s", "-o", "a.mp4"],
            ["--plan", "--chunk-length", "0.1s"], ["--plan", "--preset", "hls"], ["--plan", "--explain"],
            ["--chunk", "0", "-o", "a.mp4", "--render", "full"], ["--chunk", "0", "-o", "a.mp4", movie.id],
        ]
        for arguments in wrong {
            let outcome = try movie.place.start(["export"] + arguments).wait()
            #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
        }
        #expect(try movie.place.names(in: ".") == ["home", "silent.mp4"])
        let help = try movie.place.replay("export", "--help")
        #expect(help.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    }

    @Test(
        "A full disk fails a chunk, and nothing of it is left",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func fullDiskFailsAChunk() throws {
        let movie = try ChunkedMovie()
        let run = """
            mount -t tmpfs -o size=64k none disk
            $REPLAY export --plan --preset original -o disk/out.mp4 > /dev/null 2>&1
            cat /dev/zero > disk/filler 2> /dev/null
            $REPLAY export --chunk 0 -o disk/out.mp4; s=$?; ls -A disk/out.mp4.chunks | grep -v plan.json; exit $s
            """
        try movie.place.shell("mkdir disk; unshare -m sh -c '\(run)'").expectComplaint(73, "disk/out.mp4.chunks")
    }
}
