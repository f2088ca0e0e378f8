import Foundation
import ReplayTestSupport
import Testing

/// Checks invalid job files and job logs: each gives a sentence and an exit code, and nothing is lost.
@Suite(.timeLimit(.minutes(30))) struct BatchInputTests {
    @Test(
        "A batch that cannot be is told so before anything is done",
        arguments: [
            ("{version: 1, jobs: [{movie: 'm.mp4', prset: 1}]}", 65, "line 1, column 38: there is no key “prset”"),
            ("{version: 1, jobs: [{movie: 1}]}", 65, "line 1, column 29: “movie” must be a string, but is a number"),
            ("{version: 1,\n jobs: [{movie 'm.mp4'}]}", 65, "line 2, column 16: “'” is found where “:” is required"),
            ("\u{0}\u{1}", 65, "line 1, column 1:"),
            ("", 65, "line 1, column 1: the text ends where a value is required"),
            (
                "{version: 1, jobs: [{movie: 'a.mp4', output: 'o.mp4'},\n {movie: 'b.mp4', output: './x/../o.mp4'}]}",
                65,
                "line 2, column 27: o.mp4 is the output of two jobs, here and in line 1"
            ),
            ("{version: 1, jobs: [{movie: 'a.mp4', output: '../o.mp4'}]}", 65, "the output ../o.mp4 is outside of "),
            (
                "{version: 1, jobs: [{movie: 'a.mp4', output: '/etc/o.mp4'}]}", 65,
                "the output /etc/o.mp4 is outside of "
            ),
            ("{version: 1, jobs: [{movie: 'a.mp4', output: '{nam}.mp4'}]}", 65, "“output” has {nam}"),
            (
                "{version: 1, jobs: [{movie: 'a.mp4', output: 'b.mp4'},\n {movie: 'b.mp4', output: 'a.mp4'}]}", 65,
                "the jobs in line 1, 2 depend on each other"
            ),
            (
                "{version: 1, jobs: [{movie: 'a.mp4', output: './a.mp4'}]}", 65,
                "the job in line 1 would replace its own movie"
            ),
            ("{version: 1, jobs: [{movie: '*.mp4'}]}", 65, "no file matches “*.mp4”"),
            ("{version: 1, jobs: [{movie: 'a.mkv', preset: 'best'}]}", 65, "there is no preset “best”"),
            (
                "{version: 1, jobs: [{movie: 'a.mkv', overrides: {video: {crf: 99}}}]}", 65,
                "line 1, column 49: “overrides”: “video.crf” is 99"
            ),
            ("{version: 1, jobs: [{movie: 'a.mkv', edit: 'no.json'}]}", 65, "no.json"),
            (
                "{version: 1, jobs: [{movie: 'a.mkv', preset: 'hls', captionsLanguage: 'en\\n#EXT-X-ENDLIST'}]}", 65,
                "line 1, column 71: “captionsLanguage” must be a language tag"
            ),
            ("{version: 1, jobs: [{movie: 'a.mkv', preset: 'hls', chunk: '30s'}]}", 65, "“chunk” is for MP4 files"),
        ])
    func refused(text: String, status: Int32, sentence: String) throws {
        let place = try Workplace()
        try place.write(text)
        let outcome = try place.replay("batch", "jobs.json")
        #expect(outcome.status == status)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("replay: ") && outcome.errors.contains(sentence), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!place.exists("jobs.batch"))
    }

    @Test("A job file that is not there, a folder, an option that is none")
    func noFile() throws {
        let place = try Workplace()
        #expect(try place.replay("batch", "no.json").status == 66)
        #expect(try place.replay("batch", ".").status == 66)
        #expect(try place.replay("batch").status == 64)
        #expect(try place.replay("batch", "no.json", "--jobs", "0").status == 64)
        #expect(try place.replay("batch", "no.json", "--engine", "cloud").status == 64)
        #expect(try place.replay("batch", "no.json", "--job", "3").status == 66)
    }

    @Test("A hundred thousand jobs are planned within memory")
    func many() throws {
        let place = try Workplace()
        let job = "{movie: 'none.mp4', output: 'out/{number}.mp4'},\n"
        try place.write("{version: 1, jobs: [\n\(String(repeating: job, count: 100_000))]}")
        let script = "ulimit -v 4000000; \"$REPLAY\" batch jobs.json --dry-run | tail -n 1"
        let outcome = try place.start(command: ["sh", "-c", script]).wait(limit: 600)
        #expect(outcome.output == "0 of 100000 jobs to do, about 0 s here, about 0 B\n", "\(outcome.errors)")
        try place.write("{version: 1, jobs: [\n\(String(repeating: job, count: 100_001))]}")
        let refused = try place.replay("batch", "jobs.json")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("it has 100001 jobs, but at most 100000 are allowed; split it"))
    }
}
