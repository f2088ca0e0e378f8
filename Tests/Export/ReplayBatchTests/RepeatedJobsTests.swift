import FFmpeg
import Foundation
import ReplayRendering
import ReplayTestSupport
import Testing

@testable import ReplayBatch

/// Checks which jobs of a run repeat another one, against a comparison of each job with each other.
@Suite struct RepeatedJobsTests {
    private let directory: TemporaryDirectory
    private var folder: String { directory.path }

    init() throws { directory = try TemporaryDirectory("jobs") }

    /// Makes movies: some have equal contents, some only the same size, and one is a link.
    private func makeMovies() throws -> [(path: String, content: String)] {
        let contents = ["first", "other", "first", "longer than these", "other"]
        var movies = contents.enumerated().map { ("\(folder)/\($0).mp4", $1) }
        for (path, content) in movies { try content.write(toFile: path, atomically: true, encoding: .utf8) }
        try FileManager.default.createSymbolicLink(atPath: folder + "/link.mp4", withDestinationPath: "1.mp4")
        movies.append((folder + "/link.mp4", "other"))
        return movies
    }

    private func job(_ number: Int, _ movie: String, _ edit: JobEdit, _ preset: Preset, chunk: Int64?) -> Job {
        Job(
            id: "\(number)", number: number, name: "\(number)", source: .movie(movie), edit: edit, preset: preset,
            options: JobOptions(), output: "/o/\(number)", root: "/o", limits: JobLimits(), chunkMilliseconds: chunk,
            line: 1)
    }

    @Test("Random jobs over movies that are the same or look it")
    func properties() throws {
        let movies = try makeMovies()
        var renamed = try Preset.named("share-720p")
        (renamed.name, renamed.summary) = ("mine", "of my own")
        let presets = try [("a", Preset.named("share-720p")), ("a", renamed), ("b", Preset.named("original"))]
        let edits = ["..1", "..2"].map { (trim: String) in (trim, JobEdit.ranges(.init(trim: trim))) }
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            var first: [[String]: Int] = [:]
            var wanted: [Int: Int] = [:]
            var jobs: [Job] = []
            for number in 0..<Int.random(in: 0...20, using: &random) {
                let movie = try #require(movies.randomElement(using: &random))
                let (keptName, edit) = try #require(edits.randomElement(using: &random))
                let (presetName, preset) = try #require(presets.randomElement(using: &random))
                let chunk = Bool.random(using: &random) ? nil : Int64(2000)
                jobs.append(job(number, movie.path, edit, preset, chunk: chunk))
                let key = [movie.content, keptName, presetName, "\(chunk ?? 0)"]
                if let original = first[key] { wanted[number] = original } else { first[key] = number }
            }
            // A missing movie or a folder does not keep the other jobs from being compared.
            jobs.append(job(jobs.count, "/nowhere.mp4", .own, renamed, chunk: nil))
            jobs.append(job(jobs.count, folder, .own, renamed, chunk: nil))
            var lookup = ResultLookup([])
            #expect(RepeatedJobs(jobs, using: &lookup).originals == wanted)
        }
    }
}
