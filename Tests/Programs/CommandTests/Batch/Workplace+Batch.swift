import Foundation
import ReplayTestSupport
import Testing

/// A line of `replay batch --json`.
struct BatchLine: Decodable {
    struct Result: Decodable {
        struct Failure: Decodable { let reason: String }
        let name: String
        let output: String
        let failure: Failure?
    }
    struct Progress: Decodable {
        let fraction: Double
        let ended: Int
    }
    struct Summary: Decodable, Equatable {
        let jobs, done, kept, failed: Int
    }
    let event: String
    let result: Result?
    let progress: Progress?
    let summary: Summary?
}

/// Movies, and job files for them.
extension Workplace {
    /// Makes short movies, named m0.mp4, m1.mp4 and so on.
    func makeMovies(_ count: Int) throws {
        for number in 0..<count {
            let movie = SourceMovie(
                "m\(number)", "m\(number).mp4",
                "-f lavfi -i testsrc2=s=160x90:r=25:d=2,hue=h=\(number * 7) -f lavfi -i sine=\(300 + number * 20):d=2 "
                    + "\(SourceMovie.x264) -c:a aac")
            try movie.make(at: path(movie.file))
        }
    }

    func write(_ text: String, to name: String = "jobs.json") throws {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    /// Runs the job file with `--json`.
    func batch(_ options: String...) throws -> (outcome: ChildProcess.Outcome, lines: [BatchLine]) {
        try lines(start(["batch", "jobs.json", "--json"] + options).wait())
    }

    func lines(_ outcome: ChildProcess.Outcome) throws -> (outcome: ChildProcess.Outcome, lines: [BatchLine]) {
        (outcome, try lines(outcome.output))
    }

    func lines(_ output: String) throws -> [BatchLine] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(BatchLine.self, from: Data($0.utf8)) }
    }

    private struct Written: Decodable {
        struct Usage: Decodable { let cpuSeconds: Double }
        let output: String
        let usage: Usage
    }

    /// Returns the CPU seconds of each job in the job log, by its output's name.
    func processorSeconds() throws -> [String: Double] {
        let folder = folder.appending(path: "jobs.batch/results")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let results = try files.filter { !$0.lastPathComponent.hasPrefix(".") }.map {
            try JSONDecoder().decode(Written.self, from: Data(contentsOf: $0))
        }
        return Dictionary(results.map { (URL(fileURLWithPath: $0.output).lastPathComponent, $0.usage.cpuSeconds) }) {
            $1
        }
    }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

    /// Returns the time of a file's last change.
    func date(_ name: String) throws -> Date? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
    }

    /// Returns the command lines of the processes that work on a job of this place, by process id.
    func processes() throws -> [pid_t: [String]] {
        var found: [pid_t: [String]] = [:]
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let pid = pid_t(entry), let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline"),
                let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd"),
                place == folder.resolvingSymlinksInPath().path
            else { continue }
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            if words.contains("--job") { found[pid] = words }
        }
        return found
    }

    /// Writes a preset that renders slowly.
    func writeSlowPreset() throws {
        let preset = PresetFileTests.slow(maxWidth: 960)
        try write(preset, to: "slow.json")
    }

    static let slowMovie = SourceMovie(
        "long", "long.mp4", "-f lavfi -i testsrc2=s=960x540:r=30:d=20 \(SourceMovie.x264)")
}
