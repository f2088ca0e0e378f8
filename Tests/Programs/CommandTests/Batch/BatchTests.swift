import Foundation
import ReplayTestSupport
import Testing

/// Checks many exports by one command.
@Suite(.timeLimit(.minutes(30))) struct BatchTests {
    @Test("A batch makes what each export alone makes, and tells how it goes")
    func same() throws {
        let place = try Workplace()
        try place.makeMovies(3)
        for name in ["m0", "m1"] { try place.result("import", "\(name).mp4", "--name", name) }
        try place.result("cut", "0.5..1")
        try place.write(
            """
            // Each in its own way.
            {version: 1, defaults: {preset: 'original', output: 'out/{name}-{preset}.mp4'}, jobs: [
                {recording: '*'},
                {movie: 'm2.mp4', edit: {trim: '0.2..-0.2', cut: ['1..1.2']}, overrides: {video: {crf: 30}}},
            ]}
            """)
        let (outcome, lines) = try place.batch()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(lines.last?.summary == .init(jobs: 3, done: 3, kept: 0, failed: 0))
        let fractions = lines.compactMap(\.progress?.fraction)
        #expect(fractions == fractions.sorted() && fractions.last == 1)

        let ids = try place.result("list", "--json")
        let recordings = try JSONDecoder().decode([Named].self, from: Data(ids.utf8))
        for recording in recordings {
            try place.result("export", recording.id, "--preset", "original", "-o", "alone-\(recording.name).mp4")
            #expect(try place.bytes("alone-\(recording.name).mp4") == place.bytes("out/\(recording.name)-original.mp4"))
        }
        try place.result("import", "m2.mp4")
        try place.result("trim", "--from", "0.2", "--to", "-0.2")
        try place.result("cut", "1..1.2")
        try place.write(
            """
            {version: 1, name: "p", summary: "", video: {crf: 30, encoderPreset: "veryfast"}, audio: {bitRate: 192000}}
            """, to: "p.json")
        try place.result("export", "--preset", "./p.json", "-o", "alone.mp4")
        #expect(try place.bytes("alone.mp4") == place.bytes("out/m2-original.mp4"))
        #expect(try place.names(in: "jobs.batch/work").isEmpty)
    }

    private struct Named: Decodable {
        let id: String
        let name: String
    }

    @Test("--resume does what is left or has changed, and nothing twice")
    func resume() throws {
        let place = try Workplace()
        try place.makeMovies(4)
        func write(cut: String, folder: String = "out") throws {
            try place.write(
                """
                {version: 1, defaults: {preset: 'share-720p', output: '\(folder)/{name}.mp4'},
                 jobs: [{movie: 'm[0-2].mp4'}, {movie: 'm3.mp4', edit: {cut: ['\(cut)']}}, {movie: 'new.mp4'}]}
                """)
        }
        try write(cut: "0.5..1")
        let first = try place.batch()
        #expect(first.outcome.status == 1)
        #expect(first.lines.last?.summary == .init(jobs: 5, done: 4, kept: 0, failed: 1))
        let dates = try (0..<4).map { try place.date("out/m\($0).mp4") }

        // Without `--resume` or `--force`, nothing is done again or lost.
        let refused = try place.replay("batch", "jobs.json")
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "replay: 4 of the 5 jobs are already done; --resume runs the rest, --force runs all again\n"
        )

        // One job failed, the edit of one changed, the output of one was damaged, and the movie of one was only
        // touched.
        _ = try place.shell("mv m0.mp4 x && cp x m0.mp4 && cp m1.mp4 new.mp4 && printf x >> out/m2.mp4")
        try write(cut: "0.5..1.2")
        let second = try place.batch("--resume", "--force")
        #expect(second.lines.last?.summary == .init(jobs: 5, done: 5, kept: 2, failed: 0))
        #expect(try place.date("out/m0.mp4") == dates[0] && place.date("out/m1.mp4") == dates[1])
        #expect(try place.date("out/m2.mp4") != dates[2] && place.date("out/m3.mp4") != dates[3])

        try write(cut: "0.5..1.3")
        let third = try place.batch("--resume")
        #expect(third.lines.last?.summary == .init(jobs: 5, done: 5, kept: 4, failed: 0))
        #expect(third.lines.filter { $0.event == "done" }.compactMap(\.result?.name) == ["m3"])

        // The output of the same inputs is copied to the new name.
        try write(cut: "0.5..1.3", folder: "other")
        #expect(try place.replay("batch", "jobs.json", "--resume", "--dry-run").output.contains(/m0 +copy/))
        let fourth = try place.batch("--resume")
        #expect(fourth.outcome.status == 0)
        #expect(try place.bytes("out/m3.mp4") == place.bytes("other/m3.mp4"))
    }

    @Test("Of jobs with the same inputs one is rendered, the others are copies; where it failed, they are rendered")
    func repeated() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        let large = "-f lavfi -i testsrc2=s=640x360:r=25:d=6 \(SourceMovie.x264)"
        try SourceMovie("m1", "m1.mp4", large).make(at: place.path("m1.mp4"))
        _ = try place.shell("cp m0.mp4 same.mp4; touch -d 2020-01-01 same.mp4; mkdir taken.mp4")
        try place.write(
            """
            {version: 1, defaults: {preset: 'share-720p'}, jobs: [
                {movie: 'm0.mp4', output: 'taken.mp4'}, {movie: 'm0.mp4', output: 'a.mp4'},
                {movie: 'm1.mp4', output: 'b.mp4'}, {movie: 'm1.mp4', output: 'c.mp4', chunk: '2s'},
                {movie: 'm1.mp4', output: 'd.mp4'}, {movie: 'm1.mp4', output: 'e.mp4', edit: {trim: '..1'}},
                {movie: 'm1.mp4', output: 'f.mp4', preset: 'one.json'},
                {movie: 'm1.mp4', output: 'g.mp4', preset: 'two.json'},
                {movie: 'm0.mp4', output: 'h', preset: 'hls'}, {movie: 'same.mp4', output: 'i', preset: 'hls'},
            ]}
            """)
        try place.write(PresetFileTests.whole, to: "one.json")
        try place.write(PresetFileTests.whole.replacing("\"mine\"", with: "\"yours\""), to: "two.json")
        let dry = try place.replay("batch", "jobs.json", "--dry-run")
        #expect(dry.output.split(separator: "\n").filter { $0.contains(" copy") }.count == 4, "\(dry.output)")
        let (outcome, lines) = try place.batch()
        #expect(lines.last?.summary == .init(jobs: 10, done: 9, kept: 0, failed: 1), "\(outcome.errors)")
        let made = try "abdefg".map { try place.bytes("\($0).mp4") }
        #expect(made[1] == made[2] && made[4] == made[5])
        #expect(Set(made).count == 4)
        let seconds = try place.processorSeconds()
        #expect(try #require(seconds["d.mp4"]) < #require(seconds["b.mp4"]) / 2, "\(seconds)")
        #expect(try place.names(in: "h") == place.names(in: "i"))
    }

    @Test("A job that copies an output which is made again meanwhile still has its own output")
    func exchanged() throws {
        let place = try Workplace()
        try place.makeMovies(2)
        func write(_ first: String, _ second: String) throws {
            try place.write(
                """
                {version: 1, defaults: {preset: 'share-720p'},
                 jobs: [{movie: '\(first)', output: 'a.mp4'}, {movie: '\(second)', output: 'b.mp4'}]}
                """)
        }
        try write("m0.mp4", "m1.mp4")
        #expect(try place.batch().outcome.status == 0)
        let made = try [place.bytes("a.mp4"), place.bytes("b.mp4")]
        try write("m1.mp4", "m0.mp4")
        // One after the other: the second job finds a different output in the place of its own.
        #expect(try place.batch("--resume", "--jobs", "1").outcome.status == 0)
        #expect(try place.bytes("a.mp4") == made[1] && place.bytes("b.mp4") == made[0])
        // A file that somebody else put there is not taken for our output, and no copy replaces it.
        try write("m1.mp4", "m1.mp4")
        _ = try place.shell("rm b.mp4; echo mine >b.mp4")
        let third = try place.batch("--resume")
        #expect(third.lines.last?.summary == .init(jobs: 2, done: 1, kept: 1, failed: 1))
        #expect(try place.bytes("b.mp4") == Data("mine\n".utf8))
    }

    @Test("A job is done again if the output that it uses is made again")
    func chainAgain() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        func write(_ trim: String) throws {
            try place.write(
                """
                {version: 1, defaults: {preset: 'share-720p'},
                 jobs: [{movie: 'a.mp4', output: 'b.mp4'}, {movie: 'm0.mp4', output: 'a.mp4', edit: {trim: '\(trim)'}}]}
                """)
        }
        try write("..1")
        #expect(try place.batch().outcome.status == 0)
        let first = try place.bytes("b.mp4")
        try write("1..")
        let again = try place.batch("--resume")
        #expect(again.lines.last?.summary == .init(jobs: 2, done: 2, kept: 0, failed: 0))
        #expect(try place.bytes("b.mp4") != first)
        #expect(try place.batch("--resume").lines.last?.summary?.kept == 2)
    }

    @Test("A job may need another job's output, and fails together with that job")
    func chain() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try place.write(
            """
            {version: 1, defaults: {preset: 'share-720p'}, jobs: [
                {movie: 'a/b.mp4', output: 'c.mp4', edit: {trim: '..1'}},
                {movie: 'm0.mp4', output: 'a/b.mp4'}, {movie: 'no.mp4', output: 'd.mp4'}, {movie: 'd.mp4', output: 'e.mp4'},
            ]}
            """)
        let (outcome, lines) = try place.batch()
        #expect(outcome.status == 1)
        #expect(lines.last?.summary == .init(jobs: 4, done: 2, kept: 0, failed: 2))
        let reasons = lines.compactMap(\.result?.failure?.reason)
        #expect(reasons.contains("it needs the output of “no”, which failed"))
        #expect(try place.bytes("c.mp4").count > 1000)
    }

    @Test("What is said to people: a line a job, the sum, each failure with its reason")
    func people() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try place.write("{version: 1, jobs: [{movie: 'm0.mp4'}, {movie: 'no.mp4'}]}")
        let outcome = try place.replay("batch", "jobs.json", "--jobs", "1")
        #expect(outcome.status == 1)
        #expect(outcome.output == "\(place.folder.resolvingSymlinksInPath().path)/m0-share-1080p.mp4\n")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix("[1/2] m0: 0:02.0") == true, "\(outcome.errors)")
        #expect(lines.dropFirst().first?.hasPrefix("[2/2] no: failed: cannot open") == true)
        #expect(lines.dropFirst(2).first == "replay: 1 of 2 jobs done, 1 failed")
        #expect(lines.last?.hasPrefix("  no: cannot open") == true)
    }

    @Test("--dry-run tells what would be done, and writes nothing")
    func dryRun() throws {
        let place = try Workplace()
        try place.makeMovies(2)
        try place.write("{version: 1, jobs: [{movie: 'm*.mp4', output: 'out/{number}.mp4'}, {movie: 'no.mp4'}]}")
        try place.result("list")
        let before = try place.names(in: ".")
        let told = try place.replay("batch", "jobs.json", "--dry-run")
        #expect(told.status == 1)
        #expect(told.output.contains("2 of 3 jobs to do, about 1 s here, about"), "\(told.output)")
        #expect(try place.names(in: ".") == before)
    }
}
