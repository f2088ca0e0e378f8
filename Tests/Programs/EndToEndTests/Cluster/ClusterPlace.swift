import Foundation
import ReplayTestSupport

/// A place with movies and job files, and a cluster whose tasks can be delayed.
final class ClusterPlace {
    let place: Workplace
    let cluster: SlurmCluster
    private var gate: String { place.path("gate") }
    private var tool: String { place.path("gated-replay") }

    /// - Parameter isOpen: True if tasks on the cluster run at once; otherwise, they wait for `open()`.
    init(movies: Int, arraySize: Int = 1001, isOpen: Bool = true) throws {
        place = try Workplace()
        cluster = try SlurmCluster(arraySize: arraySize)
        try """
        #!/bin/sh
        while [ -n "$SLURM_JOB_ID" ] && [ ! -e \(gate) ]; do sleep 0.05; done
        exec \(BuiltProgram.replay.path) "$@"
        """.write(toFile: tool, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
        place.variables = ["REPLAY_TOOL": tool, "SLURM_CONF": cluster.folder.path + "/slurm.conf"]
        try makeMovies(movies, in: place)
        if isOpen { open() }
    }

    func open() { _ = FileManager.default.createFile(atPath: gate, contents: nil) }

    /// Starts a batch on the cluster.
    func start(_ options: String...) throws -> ChildProcess {
        try place.start(["batch", "jobs.json", "--engine", "slurm", "--json"] + options)
    }

    /// Waits until `count` tasks of the cluster wait for `open()`.
    ///
    /// Before that, a task is the shell of its batch script, which has none of the job's arguments.
    func awaitTasks(_ count: Int) throws -> [SlurmProcess] {
        var tasks: [SlurmProcess] = []
        try cluster.wait("\(count) tasks") {
            tasks = cluster.processes().filter { $0.arguments.contains(tool) }
            return tasks.count == count
        }
        return tasks
    }
}

/// Makes short movies, named `m0.mp4`, `m1.mp4` and so on.
func makeMovies(_ count: Int, in place: Workplace, seconds: Int = 2) throws {
    for number in 0..<count { try makeMovie("m\(number)", hue: number * 7, in: place, seconds: seconds) }
}

func makeMovie(_ name: String, hue: Int = 0, in place: Workplace, seconds: Int) throws {
    let options =
        "-v error -nostdin -f lavfi -i testsrc2=s=320x180:r=25:d=\(seconds),hue=h=\(hue) -f lavfi "
        + "-i sine=\(300 + hue):d=\(seconds) -c:v libx264 -preset ultrafast -g 50 -c:a aac"
    try ChildProcess.tool(["ffmpeg"] + options.split(separator: " ").map(String.init) + [place.path(name + ".mp4")])
}

extension Workplace {
    /// Writes a job file.
    /// - Parameter jobs: The jobs of the file, as JSON.
    func write(jobs: String, output: String, to name: String = "jobs.json") throws {
        try """
        { version: 1, defaults: { preset: "share-720p", render: "full", output: "\(output)/{name}.mp4" }, jobs: [\(jobs)] }
        """.write(toFile: path(name), atomically: true, encoding: .utf8)
    }

    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path(name)) }
}

/// A line of `replay batch --json`.
struct BatchLine: Decodable {
    struct Summary: Decodable, Hashable {
        let jobs, done, kept, failed: Int
    }
    struct Result: Decodable {
        struct Failure: Decodable { let reason: String }
        let name: String
        let failure: Failure?
    }
    struct Progress: Decodable { let fraction: Double }
    let event: String
    let result: Result?
    let progress: Progress?
    let summary: Summary?
}

extension ChildProcess.Outcome {
    var lines: [BatchLine] {
        get throws {
            try output.split(separator: "\n").map { try JSONDecoder().decode(BatchLine.self, from: Data($0.utf8)) }
        }
    }

    var summary: BatchLine.Summary? { get throws { try lines.compactMap(\.summary).last } }
    var failures: [String: String] {
        get throws {
            let failed = try lines.compactMap(\.result).compactMap { result in
                result.failure.map { (result.name, $0.reason) }
            }
            return Dictionary(failed) { $1 }
        }
    }
}
