import Foundation
import ReplayTestSupport
import Testing

/// Checks batches on a real Slurm cluster, parts of which are killed.
@Suite(.serialized, .timeLimit(.minutes(30))) struct SlurmTests {
    @Test("Eight jobs and a long one in chunks come out as they do here, in arrays no longer than the cluster takes")
    func sameAsHere() throws {
        let site = try ClusterPlace(movies: 8, arraySize: 4)
        let place = site.place
        try makeMovie("long", in: place, seconds: 12)
        let jobs = "{ movie: \"m*.mp4\" }, { movie: \"long.mp4\", chunk: \"4s\" }"
        try place.write(jobs: jobs, output: "there")
        let there = try site.start().wait()
        try #require(there.status == 0, "\(there.errors) \(there.output)")
        #expect(try there.summary == .init(jobs: 9, done: 9, kept: 0, failed: 0))
        #expect(try site.cluster.queue().isEmpty)

        try place.write(jobs: jobs, output: "here", to: "here.json")
        try #require(try place.replay("batch", "here.json").status == 0)
        for name in (0..<8).map({ "m\($0)" }) + ["long"] {
            let made = try #require(place.bytes("there/\(name).mp4"))
            #expect(made == place.bytes("here/\(name).mp4"), "\(name)")
        }
        #expect(try site.start("--resume").wait().summary == .init(jobs: 9, done: 9, kept: 9, failed: 0))
    }

    @Test("A job file in a folder whose name is a command to shells is done, and no command is run")
    func hostileNames() throws {
        let site = try ClusterPlace(movies: 1)
        let place = site.place
        let folder = "x'\u{301};touch${IFS}PWNED;'\u{301}y\n-d"
        try FileManager.default.createDirectory(atPath: place.path(folder), withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: place.path("m0.mp4"), toPath: place.path(folder + "/m0.mp4"))
        try place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out", to: folder + "/-x.json")
        let batch = try place.start("batch", "--engine", "slurm", "--json", "--", "\(folder)/-x.json")
        let outcome = try batch.wait()
        #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
        #expect(try outcome.summary == .init(jobs: 1, done: 1, kept: 0, failed: 0))
        #expect(place.bytes(folder + "/out/m0.mp4") != nil)
        let found = FileManager.default.enumerator(atPath: place.folder.path)?.allObjects as? [String] ?? []
        #expect(!found.contains { $0.hasSuffix("PWNED") })
    }

    @Test("How far a job is there is told while it runs")
    func progress() throws {
        let site = try ClusterPlace(movies: 0)
        try makeMovie("long", in: site.place, seconds: 30)
        let slow = "overrides: { video: { encoderPreset: \"veryslow\" } }"
        try site.place.write(jobs: "{ movie: \"long.mp4\", \(slow) }", output: "out")
        let outcome = try site.start().wait()
        #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
        let fractions = try outcome.lines.compactMap(\.progress?.fraction)
        #expect(fractions == fractions.sorted())
        #expect(fractions.contains { (0.01...0.99).contains($0) }, "\(fractions)")
    }

    @Test("A chunk that is killed, and a job that somebody cancels, are done again")
    func killedTasks() throws {
        let site = try ClusterPlace(movies: 2, isOpen: false)
        let place = site.place
        try makeMovie("long", in: place, seconds: 12)
        let jobs = "{ movie: \"m0.mp4\" }, { movie: \"long.mp4\", chunk: \"4s\" }"
        try place.write(jobs: jobs, output: "out")
        let batch = try site.start()
        let tasks = try site.awaitTasks(2)
        let chunk = try #require(tasks.first { $0.arguments.contains("--chunk") })
        let whole = try #require(tasks.first { !$0.arguments.contains("--chunk") })
        kill(chunk.pid, SIGKILL)
        try site.cluster.run("scancel", whole.job)
        try site.cluster.wait("an end of both") { Set(site.cluster.processes()).isDisjoint(with: tasks) }
        site.open()
        let outcome = try batch.wait()
        #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
        #expect(try outcome.summary == .init(jobs: 2, done: 2, kept: 0, failed: 0))
        try place.write(jobs: "{ movie: \"long.mp4\", chunk: \"4s\" }", output: "here", to: "here.json")
        #expect(try place.replay("batch", "here.json").status == 0)
        let made = try #require(place.bytes("out/long.mp4"))
        #expect(made == place.bytes("here/long.mp4"))
    }

    @Test("What a node had that was killed is done by the other")
    func killedNode() throws {
        let site = try ClusterPlace(movies: 3, isOpen: false)
        try site.place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        let batch = try site.start()
        _ = try site.awaitTasks(2)
        try site.cluster.killNode("node1")
        site.open()
        let outcome = try batch.wait()
        #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
        #expect(try outcome.summary == .init(jobs: 3, done: 3, kept: 0, failed: 0))
    }

    @Test(
        "A controller that is killed and comes again, with what it knew or without, loses no job",
        arguments: [false, true])
    func killedController(forgets: Bool) throws {
        let site = try ClusterPlace(movies: 4, isOpen: false)
        try site.place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        let batch = try site.start()
        _ = try site.awaitTasks(2)
        if !forgets { try site.cluster.awaitSaved() }
        try site.cluster.killController(forgets: forgets)
        site.open()
        let results = site.place.path("jobs.batch/results")
        try site.cluster.wait("two results without a controller") {
            try FileManager.default.contentsOfDirectory(atPath: results).filter { !$0.hasPrefix(".") }.count == 2
        }
        try site.cluster.startController()
        // Slurm takes nodes out of service that receive an id twice. Their administrator must resume them.
        try site.cluster.wait("an end") {
            try site.cluster.resumeNodes()
            return kill(batch.pid, 0) != 0
        }
        let outcome = try batch.wait()
        #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
        #expect(try outcome.summary == .init(jobs: 4, done: 4, kept: 0, failed: 0))
        #expect(try site.cluster.queue().isEmpty)
    }

    @Test("An interrupt takes everything out of the queue; --resume does the rest")
    func interrupted() throws {
        let site = try ClusterPlace(movies: 3, isOpen: false)
        try site.place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        let batch = try site.start()
        _ = try site.awaitTasks(2)
        batch.send(SIGINT)
        #expect(try batch.wait().status == 130)
        #expect(try site.cluster.queue().isEmpty)
        #expect(site.cluster.processes().isEmpty)
        site.open()
        let outcome = try site.start("--resume").wait()
        #expect(try outcome.summary == .init(jobs: 3, done: 3, kept: 0, failed: 0))
    }

    @Test("What a batch leaves in the queue that was killed itself is ended by the next one")
    func killedBatch() throws {
        let site = try ClusterPlace(movies: 3, isOpen: false)
        try site.place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        let batch = try site.start()
        let tasks = try site.awaitTasks(2)
        batch.send(SIGKILL)
        #expect(try batch.wait().status == -SIGKILL)
        let again = try site.start("--resume")
        try site.cluster.wait("other tasks") {
            let now = site.cluster.processes()
            return now.count == 2 && Set(now).isDisjoint(with: tasks)
        }
        site.open()
        let outcome = try again.wait()
        #expect(try outcome.summary == .init(jobs: 3, done: 3, kept: 0, failed: 0))
    }

    @Test("A cluster that refuses says why, and a job that fails there fails with its own reason")
    func refusals() throws {
        let site = try ClusterPlace(movies: 1)
        try site.place.write(jobs: "{ movie: \"m*.mp4\" }, { movie: \"none.mp4\" }", output: "out")
        site.place.variables["SBATCH_PARTITION"] = "nowhere"
        let refused = try site.start().wait()
        #expect(refused.status == 69)
        #expect(refused.errors.contains("the cluster does not accept the jobs"))
        #expect(refused.errors.contains("Invalid partition name"))
        #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
        site.place.variables["SBATCH_PARTITION"] = nil
        let failed = try site.start().wait()
        #expect(failed.status == 1)
        #expect(try failed.summary == .init(jobs: 2, done: 1, kept: 0, failed: 1))
        #expect(try failed.failures["none"]?.contains("none.mp4") == true)
    }

    @Test("Where there is no Slurm, or no controller, that is said")
    func noCluster() throws {
        let site = try ClusterPlace(movies: 1)
        let place = site.place
        try place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        try site.cluster.killController()
        let silent = try site.start().wait()
        #expect(silent.status == 69)
        #expect(silent.errors.contains("the cluster does not accept the jobs: Unable to contact"), "\(silent.errors)")
        place.variables["PATH"] = "/nowhere"
        let missing = try place.replay("batch", "jobs.json", "--engine", "slurm")
        #expect(missing.status == 69)
        #expect(missing.errors.contains("“sbatch” is not installed; Debian has it in the package slurm-client"))
    }
}
