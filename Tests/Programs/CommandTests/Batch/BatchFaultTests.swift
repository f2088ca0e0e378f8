import Foundation
import ReplayTestSupport
import Testing

/// Checks that a job that fails, hangs or is killed does not disturb the others, and that a batch can be resumed
/// however it ended.
@Suite(.timeLimit(.minutes(30))) struct BatchFaultTests {
    @Test("Poisoned jobs fail, each for its reason, and the others are as they are alone")
    func poison() throws {
        let place = try Workplace()
        try place.makeMovies(4)
        try Workplace.slowMovie.make(at: place.path("long.mp4"))
        try place.writeSlowPreset()
        try place.write("no movie at all", to: "junk.mp4")
        _ = try place.shell("head -c 20000 m0.mp4 > cut.mp4; mkfifo pipe.mp4; mkdir there.mp4; ln -s /tmp link")
        try place.write(
            """
            {version: 1, defaults: {preset: 'share-720p', output: 'out/{name}.mp4'}, jobs: [
                {movie: 'junk.mp4'}, {movie: 'cut.mp4'}, {movie: 'pipe.mp4'}, {movie: 'm0.mp4'},
                {movie: 'long.mp4', preset: './slow.json', time: 1}, {movie: 'm1.mp4'},
                {movie: 'long.mp4', name: 'large', preset: './slow.json', memory: '64 MiB'}, {movie: 'm2.mp4'},
                {movie: 'm0.mp4', edit: {trim: '5..7'}, name: 'beyond'}, {recording: 'nobody'},
                {movie: 'm0.mp4', output: 'there.mp4'}, {movie: 'm0.mp4', output: 'link/replay-escape.mp4'}, {movie: 'm3.mp4'},
            ]}
            """)
        let (outcome, lines) = try place.batch()
        #expect(outcome.status == 1)
        #expect(lines.last?.summary == .init(jobs: 13, done: 4, kept: 0, failed: 9))
        let reasons = Dictionary(
            lines.compactMap(\.result).map { ($0.output.split(separator: "/").suffix(1).joined(), $0.failure?.reason) },
            uniquingKeysWith: { first, _ in first })
        for (name, reason) in [
            "junk.mp4": "is not a movie", "cut.mp4": "not a movie", "pipe.mp4": "not a regular file",
            "long.mp4": "it took longer than 1 s",
            "large.mp4": "it needed more than 64 MiB of memory", "beyond.mp4": "end", "nobody.mp4": "nobody",
            "there.mp4": "there.mp4",
            "replay-escape.mp4": "link: not a directory",
        ] {
            let told = try #require(reasons[name] ?? nil, "\(name) did not fail")
            #expect(told.contains(reason) && !told.contains("\n"), "\(name): \(told)")
        }
        #expect(!FileManager.default.fileExists(atPath: "/tmp/replay-escape.mp4"))
        #expect(try place.names(in: "out") == (0..<4).map { "m\($0).mp4" })
        for number in 0..<4 {
            try place.result("import", "m\(number).mp4")
            try place.result("export", "--preset", "share-720p", "-o", "alone.mp4", "--force")
            #expect(try place.bytes("alone.mp4") == place.bytes("out/m\(number).mp4"))
        }
        #expect(try place.names(in: "jobs.batch/work").isEmpty)
    }

    /// The outputs and the job log are on a separate disk.
    @Test(
        "A job whose disk is full fails alone, leaves nothing, and is done when there is room",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func fullDisk() throws {
        let place = try Workplace()
        try place.makeMovies(2)
        try Workplace.slowMovie.make(at: place.path("long.mp4"))
        try place.write(
            "{version: 1, jobs: [{movie: '../m0.mp4'}, {movie: '../long.mp4'}, {movie: '../m1.mp4'}]}")
        let run = """
            mount -t tmpfs -o size=600k none disk; cp jobs.json disk
            $REPLAY batch disk/jobs.json --jobs 1 --json >first; echo $? >status; ls -A disk disk/jobs.batch/work >left
            mount -o remount,size=64m disk
            $REPLAY batch disk/jobs.json --json --resume
            """
        let second = try place.lines(place.shell("mkdir disk; unshare -m sh -c '\(run)'"))
        let first = try place.lines(String(decoding: place.bytes("first"), as: UTF8.self))
        #expect(try place.bytes("status") == Data("1\n".utf8))
        #expect(first.last?.summary == .init(jobs: 3, done: 2, kept: 0, failed: 1))
        let reason = try #require(first.compactMap(\.result?.failure?.reason).first)
        #expect(reason.contains("the disk is full") && !reason.contains("\n"), "\(reason)")
        let left = String(decoding: try place.bytes("left"), as: UTF8.self)
        #expect(
            left == "disk:\njobs.batch\njobs.json\nm0-share-1080p.mp4\nm1-share-1080p.mp4\n\ndisk/jobs.batch/work:\n")
        #expect(second.outcome.status == 0, "\(second.outcome.errors)")
        #expect(second.lines.last?.summary == .init(jobs: 3, done: 3, kept: 2, failed: 0))
    }

    /// Starts a batch of a long job and a short one, and waits for the long job's process.
    private func startLong(_ place: Workplace, time: String = "60s") throws -> (ChildProcess, pid_t) {
        try place.makeMovies(1)
        try Workplace.slowMovie.make(at: place.path("long.mp4"))
        try place.writeSlowPreset()
        try place.write(
            """
            {version: 1, jobs: [{movie: 'long.mp4', preset: './slow.json', time: '\(time)'}, {movie: 'm0.mp4'}]}
            """)
        let batch = try place.start(["batch", "jobs.json", "--json", "--jobs", "2"])
        try place.await("the short job is done") {
            place.exists("jobs.batch/log.jsonl")
        }
        let pid = try #require(try place.processes().first { $0.value.contains("0") }?.key)
        return (batch, pid)
    }

    @Test("A failure that cannot be written down is told as such")
    func unwrittenFailure() throws {
        let place = try Workplace()
        let (batch, pid) = try startLong(place)
        _ = try place.shell("rm -r jobs.batch/results")
        kill(pid, SIGKILL)
        let reasons = try place.lines(batch.wait()).lines.compactMap(\.result?.failure?.reason)
        #expect(reasons.count == 1 && reasons[0].contains("the failure could not be logged"), "\(reasons)")
    }

    @Test("A job's process that is killed fails alone; one that is stopped is ended when its time is up")
    func killed() throws {
        let place = try Workplace()
        let (batch, pid) = try startLong(place)
        kill(pid, SIGKILL)
        let killed = try place.lines(batch.wait())
        #expect(killed.lines.last?.summary == .init(jobs: 2, done: 1, kept: 0, failed: 1))
        #expect(
            killed.lines.compactMap(\.result?.failure?.reason) == [
                "its process was killed, perhaps because memory ran out"
            ]
        )

        let other = try Workplace()
        let (second, stuck) = try startLong(other, time: "4s")
        kill(stuck, SIGSTOP)
        let stopped = try other.lines(second.wait())
        #expect(stopped.lines.last?.summary == .init(jobs: 2, done: 1, kept: 0, failed: 1))
        #expect(
            stopped.lines.compactMap(\.result?.failure?.reason)
                == ["it exceeded its time limit and did not end"])
        #expect(try other.processes().isEmpty)
    }

    @Test("Ctrl-C ends a batch in order, and --resume goes on with it", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        let place = try Workplace()
        let (batch, _) = try startLong(place)
        batch.send(signal)
        let outcome = try place.lines(batch.wait())
        #expect(outcome.outcome.status == 128 + signal)
        #expect(outcome.lines.last?.summary == .init(jobs: 2, done: 1, kept: 0, failed: 0))
        #expect(try place.processes().isEmpty)
        try resume(place)
    }

    @Test("A batch that is killed takes its processes with it, and --resume goes on with it")
    func batchKilled() throws {
        let place = try Workplace()
        let (batch, _) = try startLong(place)
        batch.send(SIGKILL)
        #expect(try batch.wait().status == -SIGKILL)
        try place.await("the job's process has ended") { try place.processes().isEmpty }
        try resume(place)
    }

    private func resume(_ place: Workplace) throws {
        let files = try place.names(in: ".").filter { $0.hasSuffix(".mp4") || $0.hasPrefix(".") }
        #expect(files == ["long.mp4", "m0-share-1080p.mp4", "m0.mp4"])
        let preset = PresetFileTests.whole
        try place.write(preset, to: "slow.json")
        let resumed = try place.batch("--resume")
        #expect(resumed.lines.last?.summary == .init(jobs: 2, done: 2, kept: 1, failed: 0), "\(resumed.outcome.errors)")
        #expect(try place.names(in: "jobs.batch/work").isEmpty)
    }

    @Test("Two batches at one job log: the second is turned away; a job log of another version is not touched")
    func jobLog() throws {
        let place = try Workplace()
        let (batch, _) = try startLong(place)
        let second = try place.replay("batch", "jobs.json", "--resume")
        #expect(second.status == 75)
        #expect(second.errors.hasPrefix("replay: another batch is running") && second.errors.hasSuffix("\n"))
        batch.send(SIGINT)
        _ = try batch.wait()

        try place.write("{\"version\": 9}", to: "jobs.batch/batch.json")
        let newer = try place.replay("batch", "jobs.json", "--resume")
        #expect(newer.status == 65)
        #expect(
            newer.errors.contains("batch.json cannot be read: it has version 9, which a newer version of Replay wrote"))
        #expect(try place.bytes("jobs.batch/batch.json") == Data("{\"version\": 9}".utf8))
    }

    @Test("A result of another version is not replaced, and one that cannot be read is no job to be done again")
    func unreadableResult() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.write(
            #"{"version": 1, "jobs": [{"recording": "\#(id)", "preset": "original"}]}"#, to: "jobs.json")
        #expect(try place.batch().outcome.status == 0)
        let result = "jobs.batch/results/" + (try #require(try place.names(in: "jobs.batch/results").first))
        try place.write("{\"version\": 9}", to: result)
        try place.replay("batch", "jobs.json", "--resume").expectComplaint(
            65, result, "which a newer version of Replay wrote")
        #expect(try place.bytes(result) == Data("{\"version\": 9}".utf8))
        _ = try place.shell("rm \(result); mkdir \(result)")
        try place.replay("batch", "jobs.json", "--resume").expectComplaint(66, result)
    }
}
