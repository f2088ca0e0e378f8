import Foundation
import ReplayTestSupport
import Testing

/// Checks batches run by the real GNU parallel.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ParallelTests {
    @Test("Four jobs, one of which fails: three outputs as without it, one reason, and --resume does the fourth alone")
    func fourJobs() throws {
        let place = try Workplace()
        try makeMovies(3, in: place)
        let jobs = "{ movie: \"m0.mp4\" }, { movie: \"m1.mp4\" }, { movie: \"bad.mp4\" }, { movie: \"m2.mp4\" }"
        try Data("no movie".utf8).write(to: place.folder.appending(path: "bad.mp4"))
        try place.write(jobs: jobs, output: "by-parallel")
        let outcome = try place.replay("batch", "jobs.json", "--engine", "parallel", "--json")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(try outcome.summary == .init(jobs: 4, done: 3, kept: 0, failed: 1), "\(outcome.output)")
        #expect(try outcome.failures["bad"]?.contains("bad.mp4") == true, "\(outcome.output)")
        let log = try String(contentsOfFile: place.path("jobs.batch/parallel.log"), encoding: .utf8)
        #expect(log.split(separator: "\n").count == 4)

        try place.write(jobs: "{ movie: \"m*.mp4\" }", output: "here", to: "here.json")
        #expect(try place.replay("batch", "here.json").status == 0)
        for name in ["m0", "m1", "m2"] {
            let made = try #require(place.bytes("by-parallel/\(name).mp4"))
            #expect(made == place.bytes("here/\(name).mp4"), "\(name)")
        }
        try FileManager.default.removeItem(atPath: place.path("bad.mp4"))
        try FileManager.default.copyItem(atPath: place.path("m0.mp4"), toPath: place.path("bad.mp4"))
        let again = try place.replay("batch", "jobs.json", "--engine", "parallel", "--json", "--resume")
        #expect(try again.summary == .init(jobs: 4, done: 4, kept: 3, failed: 0))
    }

    @Test("An interrupt ends all that parallel has begun")
    func interrupted() throws {
        let place = try Workplace()
        try makeMovies(2, in: place, seconds: 120)
        try place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        let batch = try place.start("batch", "jobs.json", "--engine", "parallel", "--jobs", "2", "--json")
        let work = { try FileManager.default.contentsOfDirectory(atPath: place.path("jobs.batch/work")) }
        try place.await("both work") { (try? work().count) == 2 }
        batch.send(SIGINT)
        #expect(try batch.wait().status == 130)
        #expect(try processes(in: place).isEmpty)
        #expect(place.bytes("out/m0.mp4") == nil)
    }

    @Test("Where there is no GNU parallel that is said")
    func missing() throws {
        let place = try Workplace()
        try makeMovies(1, in: place)
        try place.write(jobs: "{ movie: \"m*.mp4\" }", output: "out")
        place.variables = ["PATH": "/nowhere"]
        let outcome = try place.replay("batch", "jobs.json", "--engine", "parallel")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("“parallel” is not installed; Debian has it in the package parallel"))
    }

    /// Returns the processes that work in the place's folder.
    private func processes(in place: Workplace) throws -> [String] {
        let folder = place.folder.resolvingSymlinksInPath().path
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { pid in
            Int32(pid) != nil
                && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd")) == folder
        }
    }
}
