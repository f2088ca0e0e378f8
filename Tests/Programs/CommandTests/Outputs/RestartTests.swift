import Foundation
import ReplayTestSupport
import Testing

/// Checks exports that are killed and started again, with repeated process ids and with machines that share a disk.
@Suite(.timeLimit(.minutes(30))) struct RestartTests {
    private static func canUnshare(_ options: String...) -> Bool {
        (try? ChildProcess(["unshare"] + options + ["true"]).wait().status) == 0
    }

    private static let hasProcessNamespaces = canUnshare("-pf", "--kill-child", "--mount-proc")
    private static let hasHostNames = canUnshare("--uts")

    /// The command prefix for a separate process id namespace, as in a container: `replay` has the id 1.
    private static let container = ["unshare", "-pf", "--kill-child", "--mount-proc"]

    @Test(
        "An HLS export that was killed as process 1 is begun again as process 1",
        .enabled(if: hasProcessNamespaces, "no namespace for process numbers can be made here"))
    func folderInContainer() throws {
        let (place, id) = try prepare()
        for _ in 0..<2 {
            let export = try start(place, id, "slow", by: Self.container)
            export.send(SIGKILL)
            _ = try export.wait()
        }
        let outcome = try start(place, id, "hls-single", by: Self.container).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.names(in: "out") == ["hls"])
    }

    @Test(
        "A second host, or a second container, removes nothing that another one writes",
        .enabled(if: hasHostNames && hasProcessNamespaces, "no namespaces can be made here"))
    func otherHost() throws {
        let (place, id) = try prepare()
        let live = try start(place, id, "slow", by: Self.container)
        let hidden = try place.hiddenNames(in: "out")
        #expect(hidden.count == 1)
        for shell in ["hostname other-host", "true"] {
            let command = ["unshare", "-pf", "--mount-proc", "--uts", "sh", "-c", "\(shell); exec \"$@\"", "sh"]
            let other = try start(place, id, "hls-single", to: "out/other", by: command).wait()
            #expect(other.status == 0, "\(other.errors)")
            #expect(try place.hiddenNames(in: "out") == hidden)
        }
        // Locks of another machine may be invisible, so the name decides: a folder of another machine is kept for a
        // day.
        let foreign = hidden[0].replacing(/replay-[0-9a-f]{8}-[0-9a-f]{8}/, with: "replay-00000000-00000000")
        _ = try place.shell("cp -a 'out/\(hidden[0])' 'out/\(foreign)'; touch 'out/\(foreign)'")
        try place.replay("export", id, "--preset", "hls-single", "-o", "out/other").expectDone()
        #expect(try place.hiddenNames(in: "out").sorted() == [foreign, hidden[0]].sorted())
        _ = try place.shell("find 'out/\(foreign)' -exec touch -d '2 days ago' {} +")
        try place.replay("export", id, "--preset", "hls-single", "-o", "out/other").expectDone()
        #expect(try place.hiddenNames(in: "out") == hidden)
        live.send(SIGKILL)
        _ = try live.wait()
        try place.replay("export", id, "--preset", "hls-single", "-o", "out/other").expectDone()
        #expect(try place.names(in: "out") == ["other"])
    }

    @Test(
        "A job of a batch that a cluster starts once more as process 1 is done, wherever it was killed",
        .enabled(if: hasProcessNamespaces, "no namespace can be made here"),
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func jobInContainer() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try place.write(
            """
            {version: 1, jobs: [{movie: 'm0.mp4', preset: 'share-720p', output: 'out/0.mp4'},
                {movie: 'm0.mp4', preset: 'hls-single', output: 'out/1'}]}
            """)
        try place.replay("batch", "jobs.json", "--prepare").expectDone()
        // Kill points: before the output has its name; right after, before that is recorded; and at the end.
        for (job, kills) in [
            (0, ["rename 0.mp4", "unlink", "rename .lock", nil]), (1, ["rename 1", "unlink", nil]),
        ] as [(Int, [String?])] {
            for kill in kills + [nil] {
                let command =
                    Self.container + (try PlainFileSystem.lacking("none", kill: kill))
                    + [BuiltProgram.replay.path, "batch", "jobs.json", "--job", "\(job)"]
                let outcome = try place.start(command: command).wait()
                #expect(outcome.status == 0 || kill != nil, "\(outcome.errors)")
            }
        }
        let (outcome, lines) = try place.batch("--resume")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(lines.last?.summary == .init(jobs: 2, done: 2, kept: 2, failed: 0))
        #expect(try place.names(in: "out") == ["0.mp4", "1"])
        #expect(try place.names(in: "jobs.batch/work").isEmpty)
    }

    @Test("A job that was killed between its output and its result knows the output as its own")
    func killedBeforeResult() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try place.write("{version: 1, jobs: [{movie: 'm0.mp4', preset: 'share-720p', output: 'a.mp4'}]}")
        try #require(try place.batch().outcome.status == 0)
        // Simulates such a kill: the output exists, and so does the note written before it.
        let id = try #require(try place.names(in: "jobs.batch/results").first)
        let result = try JSONDecoder().decode(Made.self, from: try place.bytes("jobs.batch/results/\(id)"))
        let announced = "{\"bytes\":\(result.made.bytes),\"modified\":0,\"hash\":\"\(result.made.hash)\"}"
        try announced.write(
            toFile: place.path("jobs.batch/results/.\(id.dropLast(5)).made"), atomically: true, encoding: .utf8)
        _ = try place.shell("rm 'jobs.batch/results/\(id)'")
        #expect(try place.batch("--resume").outcome.status == 0)
        // A file of somebody else is not taken for the job's output.
        _ = try place.shell("rm jobs.batch/results/\(id); echo mine > a.mp4")
        try announced.write(
            toFile: place.path("jobs.batch/results/.\(id.dropLast(5)).made"), atomically: true, encoding: .utf8)
        #expect(try place.batch("--resume").outcome.status == 1)
        #expect(try place.shell("cat a.mp4").output == "mine\n")
    }

    private struct Made: Decodable {
        struct File: Decodable {
            let bytes: Int
            let hash: String
        }
        let made: File
    }

    private func prepare() throws -> (Workplace, String) {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=640x360:r=30:d=8 \(SourceMovie.x264)"))
        try HLSPresetFile.write(to: place.path("slow.json")) { $0.encodeSlowly() }
        _ = try place.shell("mkdir out")
        return (place, id)
    }

    /// Starts an export and waits until it has reported progress.
    private func start(
        _ place: Workplace, _ id: String, _ preset: String, to output: String = "out/hls", by command: [String]
    ) throws -> ChildProcess {
        let preset = preset == "slow" ? "slow.json" : preset
        let words = [BuiltProgram.replay.path, "export", id, "--json", "--preset", preset, "-o", output]
        let export = try place.start(command: command + words)
        try export.awaitOutput()
        return export
    }
}

extension ChildProcess.Outcome {
    fileprivate func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
    }
}
