import Foundation
import Testing

@testable import ReplayBatch

/// Checks that a faulty job file is refused with a sentence that names the place.
@Suite struct JobFileTests {
    private func complaint(_ text: String) -> String? {
        do throws(JobFileError) {
            _ = try JobFile(Array(text.utf8), path: "j.json")
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "A job file that is wrong is told so, with line and column",
        arguments: [
            ("[]", "j.json, line 1, column 1: the file must be an object, but is a list"),
            ("{\n  version: 1,\n  jobs: [}\n}", "j.json, line 3, column 10: “}” is found where a value is required"),
            ("{}", "j.json, line 1, column 1: it has no “version”, which must be 1"),
            ("{version: 2, jobs: []}", "j.json, line 1, column 11: “version” is 2, but this version of Replay reads 1"),
            ("{version: 1}", "j.json, line 1, column 1: it has no “jobs”"),
            ("{version: 1, jobs: []}", "j.json, line 1, column 1: it has no “jobs”"),
            ("{version: 1, jobs: 3}", "j.json, line 1, column 20: “jobs” must be a list, but is a number"),
            ("{version: 1, jobs: [{}]}", "j.json, line 1, column 21: a job has neither “recording” nor “movie”"),
            (
                "{version: 1, jobs: [{movie: 'a', recording: 'b'}]}",
                "j.json, line 1, column 29: a job has both “recording” and “movie”"
            ),
            (
                "{version: 1,\n jobs: [{movie: 'ü',\n prest: 'x'}]}",
                "j.json, line 3, column 2: there is no key “prest”; did you mean “preset”?"
            ),
            (
                "{version: 1, jobs: [{movie: 'ü', zoo: 1}]}",
                "j.json, line 1, column 34: there is no key “zoo”; the keys are recording, movie, name, edit, "
            ),
            (
                "{version: 1, defaults: {movie: 'a'}, jobs: [{movie: 'b'}]}",
                "j.json, line 1, column 25: there is no key “movie”"
            ),
            (
                "{version: 1, jobs: [{movie: 3}]}",
                "j.json, line 1, column 29: “movie” must be a string, but is a number"
            ),
            ("{version: 1, jobs: [{movie: ''}]}", "j.json, line 1, column 29: “movie” is empty or has a zero byte"),
            (
                "{version: 1, jobs: [{movie: 'a', render: 'fast'}]}",
                "j.json, line 1, column 42: “render” is “fast”, but must be one of auto, smart, full"
            ),
            (
                "{version: 1, jobs: [{movie: 'a', edit: {cut: ['5..3..1']}}]}",
                "j.json, line 1, column 46: “cut”: "
            ),
            (
                "{version: 1, jobs: [{movie: 'a', memory: '3 bits'}]}",
                "j.json, line 1, column 42: “memory” must be a size of at least 64 MiB, such as \"512 MiB\" or \"2 GiB\""
            ),
            (
                "{version: 1, jobs: [{movie: 'a', time: -3}]}",
                "j.json, line 1, column 40: “time” must be a duration, such as \"90s\" or \"1:30:00\""
            ),
            (
                "{version: 1, jobs: [{movie: 'a', chunk: 1}]}",
                "j.json, line 1, column 41: “chunk” must be between 2 s and 1 day"
            ),
            (
                "{version: 1, jobs: [{movie: 'a', camera: 'left'}]}",
                "j.json, line 1, column 42: “camera” must be a corner such as \"bottom-right:20\", or \"none\""
            ),
        ])
    func complaints(text: String, sentence: String) throws {
        let told = try #require(complaint(text))
        #expect(told.hasPrefix(sentence), "\(told)")
    }

    @Test("Defaults hold where a job says nothing")
    func defaults() throws {
        let text = """
            {version: 1, defaults: {preset: 'a', time: '90s', memory: '1 GiB', audio: 'mic', page: true},
             jobs: [{movie: 'm'}, {recording: 'r', preset: 'b', time: 1.5, audio: null}]}
            """
        let entries = try JobFile(Array(text.utf8), path: "j.json").entries
        #expect(entries.map(\.preset) == ["a", "b"])
        #expect(entries.map(\.limits.seconds) == [90, 2])
        #expect(entries.map(\.limits.memory) == [1 << 30, 1 << 30])
        #expect(entries.map(\.options.hasPage) == [true, true])
        #expect(entries[0].options.audio == [.microphone] && entries[1].options.audio == nil)
        #expect(entries.map(\.source) == [.movie("m"), .recording("r")])
    }

    @Test("A file that an operation names is found from the job file's folder, also in quotation marks")
    func images() {
        for (line, moved) in [
            ("image 3..5 64x36+0+0 a logo.png", "image 3..5 64x36+0+0 /jobs/a logo.png"),
            (#"watermark top-left "a logo.png" "#, "watermark top-left /jobs/a logo.png "),
            (#"cover 3..5 image "a \"b\".png""#, #"cover 3..5 image /jobs/a "b".png"#),
            (#"captions "my talk.srt" en"#, "captions /jobs/my talk.srt en"),
            ("captions talk.srt en", "captions /jobs/talk.srt en"), ("blur 3..5", "blur 3..5"),
        ] {
            #expect(JobEdit.written([line]).withImages { "/jobs/" + $0 } == .written([moved]))
        }
    }

    @Test("The schema knows the keys that are read, and no others")
    func schema() throws {
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(JobBatch.schema.utf8)) as? [String: Any])
        func keys(_ path: String...) throws -> Set<String> {
            var place: Any? = schema
            for name in path { place = (place as? [String: Any])?[name] }
            return Set(try #require(place as? [String: Any]).keys)
        }
        let own = try keys("properties", "jobs", "items", "properties")
        #expect(try own.union(keys("$defs", "settings", "properties")) == Set(JobEntry.keys + JobEntry.formerKeys))
        #expect(try keys("$defs", "settings", "properties") == Set(JobEntry.defaultKeys + JobEntry.formerKeys))
        #expect(try keys("properties") == ["$schema", "version", "defaults", "jobs"])
    }

    @Test("A hundred thousand jobs are read, one more is refused")
    func many() throws {
        let job = "{movie: 'lesson.mp4', output: 'out/{number}.mp4'},\n"
        func text(_ count: Int) -> [UInt8] {
            Array("{version: 1, jobs: [\n\(String(repeating: job, count: count))]}".utf8)
        }
        let start = ContinuousClock.now
        #expect(try JobFile(text(100_000), path: "j.json").entries.count == 100_000)
        #expect(ContinuousClock.now - start < .seconds(300))
        #expect(throws: JobFileError.self) { try JobFile(text(100_001), path: "j.json") }
    }
}
