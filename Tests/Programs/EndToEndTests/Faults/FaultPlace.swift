import Foundation
import Replay
import ReplayTestSupport

/// A library with a recording of two seconds, in which commands run with failing system calls.
final class FaultPlace {
    /// A command that runs with a failing system call.
    enum Command: String, CaseIterable {
        case list, cut, export, hls, batch, batchResume

        /// The program that runs the command. Commands that read media become another program.
        var program: String { self == .list ? "replay" : "replay-media" }
    }

    static let frames = 50
    private static let jobs = """
        { version: 1, jobs: [
            { movie: "source.mp4", output: "out/first.mp4", preset: "original" },
            { movie: "source.mp4", output: "out/second", preset: "hls-single" } ] }
        """

    let place: Workplace
    let id: String

    struct Failure: Error, CustomStringConvertible { let description: String }

    init() throws {
        place = try Workplace()
        try ChildProcess.tool(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=2"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", place.path("source.mp4")])
        id = try place.replay("import", place.path("source.mp4"), "--name", "kept").line
        try Self.jobs.write(toFile: place.path("jobs.json"), atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(atPath: place.path("out"), withIntermediateDirectories: true)
    }

    /// Returns the arguments of a command.
    func arguments(_ command: Command, again: Bool = false) -> [String] {
        switch command {
        case .list: ["list", "--json"]
        case .cut: ["cut", "0.5..1", "-r", id]
        case .export:
            ["export", id, "--preset", "original", "-o", place.path("out/export.mp4")] + (again ? ["--force"] : [])
        case .hls: ["export", id, "--preset", "hls-single", "-o", place.path("out/hls")] + (again ? ["--force"] : [])
        case .batch: ["batch", place.path("jobs.json"), "--jobs", "1"] + (again ? ["--resume"] : [])
        case .batchResume: ["batch", place.path("jobs.json"), "--jobs", "1", "--resume"]
        }
    }

    /// Prepares the place for a command.
    func prepare(_ command: Command) throws {
        guard command == .batchResume else { return }
        let outcome = try place.start(arguments(.batch)).wait()
        guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
        try FileManager.default.removeItem(atPath: place.path("out/first.mp4"))
        // The missing segment must be made again.
        let segment = try FileManager.default.contentsOfDirectory(atPath: place.path("out/second")).sorted()
            .first { $0.hasSuffix(".m4s") }
        if let segment { try FileManager.default.removeItem(atPath: place.path("out/second/\(segment)")) }
    }

    /// Runs a command over a fault.
    /// - Parameter isContainer: True if the command runs in its own process id namespace, as in a container.
    func run(_ command: Command, over fault: SystemCallFault, isContainer: Bool = false) throws -> ChildProcess.Outcome
    {
        let library = try PreloadedLibrary.faults.path()
        var environment = place.environment
        environment.merge(
            fault.environment(
                program: command.program, library: library, root: place.folder.path, count: place.path("count"))
        ) { $1 }
        return try start(arguments(command), environment, isContainer: isContainer).wait()
    }

    /// Runs the command again, without a fault.
    func runAgain(_ command: Command, isContainer: Bool = false) throws -> ChildProcess.Outcome {
        try start(arguments(command, again: true), place.environment, isContainer: isContainer).wait()
    }

    private func start(
        _ arguments: [String], _ environment: [String: String], isContainer: Bool
    ) throws -> ChildProcess {
        guard isContainer else {
            return try ChildProcess(.replay, arguments, environment: environment, folder: place.folder)
        }
        return try ChildProcess(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", BuiltProgram.replay.path] + arguments,
            environment: environment, folder: place.folder)
    }

    /// The number of the last command's calls that could have failed.
    var callCount: Int {
        let text = (try? String(contentsOfFile: place.path("count"), encoding: .utf8)) ?? ""
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
}
