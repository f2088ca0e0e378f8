import Foundation
import ReplayErrors
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import Files
@testable import ReplayBatch

/// Checks words for shells with real shells: a name stays one word, whatever bytes it has.
@Suite(.timeLimit(.minutes(30))) struct ShellWordTests {
    private static let words = 400
    private let directory: TemporaryDirectory
    private var folder: String { directory.path }

    init() throws { directory = try TemporaryDirectory("words") }

    /// Returns names that have broken shells, and random bytes without zeros and slashes.
    private static func names(_ seed: UInt64) -> [[UInt8]] {
        var state = seed
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let parts = [
            "'", "'\u{301}", "\u{301}", ";touch PWNED;", "`touch PWNED`", "$(touch PWNED)", "${IFS}", "\"", "\\", "\n",
            "\r\n",
            "{=touch=}", "{= system(\"touch PWNED\") =}", "{}", "{1}", "{#}", " ", "-", "#", "!", "&", "|", "\u{200D}",
            "\t",
            "*", "~", "\u{1F1E6}", "%", "\u{7F}",
        ].map { Array($0.utf8) }
        return (0..<words).map { _ in
            let name = (0...random(6)).flatMap { _ in
                random(3) > 0 ? parts[random(parts.count)] : [UInt8(1 + random(255))]
            }
            return [UInt8(ascii: "x")].prefix(random(2)) + name.map { $0 == UInt8(ascii: "/") ? 0x80 : $0 }
        }
    }

    @Test("sh and bash read each word as it was", arguments: ["sh", "bash"])
    func shells(shell: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        let names = Self.names(seed)
        let script = "printf '%s\\0' " + names.map { ShellWord.quoted(String(path: $0)) }.joined(separator: " ")
        let output = try run([shell, "-s"], input: String(script).pathBytes)
        #expect(
            output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init) == names, "\(seed)")
    }

    @Test(
        "GNU parallel runs the tasks of a job file of any name, and nothing else",
        .enabled(if: (try? ProgramPath.find("parallel", package: "parallel")) != nil, "there is no GNU parallel"))
    func parallel() throws {
        let seed = UInt64.random(in: 0 ... .max)
        let seen = try makeRecorder()
        for name in Self.names(seed).prefix(12) {
            let command = ParallelCommand(
                program: folder + "/replay", jobFile: String(path: name), places: 1, log: folder + "/log")
            _ = try run(
                ["parallel"] + command.arguments, input: command.input([.whole(3), .whole(4)]).pathBytes)
            let file = String(path: name).asArgument.pathBytes
            #expect(try arguments(seen) == [expected(file, 3), expected(file, 4)], "seed \(seed): \(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/PWNED"))
    }

    @Test(
        "The line that a person may type does the same, whatever the job file is called",
        .enabled(if: (try? ProgramPath.find("parallel", package: "parallel")) != nil, "there is no GNU parallel"))
    func line() throws {
        let seed = UInt64.random(in: 0 ... .max)
        let seen = try makeRecorder()
        for name in Self.names(seed).prefix(12) {
            let command = ParallelCommand(
                program: "replay", jobFile: String(path: name), places: 1, log: folder + "/log")
            _ = try run(["sh", "-s"], input: command.line.pathBytes)
            let file = String(path: name).asArgument.pathBytes
            let calls = try arguments(seen)
            #expect(calls.first == [Array("batch".utf8), file, Array("--prepare".utf8)], "seed \(seed): \(name)")
            #expect(Array(calls.dropFirst()) == [expected(file, 7, ending: [])], "seed \(seed): \(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/PWNED"))
    }

    @Test("The script for sbatch runs its task, whatever program, job file and folder are called")
    func script() throws {
        let seed = UInt64.random(in: 0 ... .max)
        for name in Self.names(seed).prefix(12) where !name.isEmpty {
            let seen = try makeRecorder()
            // The name is cut, because it may exceed the file system's limit.
            let part = "x" + String(path: name.prefix(100))
            let log = folder + "/" + part
            let files = try SlurmFolder(log)
            let script = SlurmScript(program: folder + "/replay", jobFile: part, folder: files.path)
            let submission = SlurmSubmission(number: 3, tasks: [.whole(4), .whole(5)], limits: JobLimits())
            try files.write(script.tasks(submission), of: 3)
            let text = script.text(submission, after: nil)
            _ = try run(["env", "SLURM_ARRAY_TASK_ID=1", "sh", "-s"], input: text.pathBytes)
            #expect(try arguments(seen) == [expected(part.pathBytes, 5)], "seed \(seed): \(name)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/PWNED"))
            try Directory.open(FileManager.default.temporaryDirectory.path).removeTree(folder.pathParts.name)
        }
    }

    private func expected(_ file: [UInt8], _ job: Int, ending: [String] = ["--json"]) -> [[UInt8]] {
        [Array("batch".utf8), file] + (["--job", "\(job)"] + ending).map { Array($0.utf8) }
    }

    /// Makes a program `replay` that writes down its arguments.
    /// - Returns: The path of the file with the arguments.
    private func makeRecorder() throws -> String {
        let (program, seen) = (folder + "/replay", folder + "/seen")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try
            "#!/bin/sh\n{ printf '%s\\0' \"$@\"; printf '\\0'; } >>'\(seen)'\ncase \"$*\" in *--prepare) echo 7;; esac\n"
            .write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return seen
    }

    /// Returns the arguments of each call of the recording program since the last look, and deletes them. No argument
    /// is empty.
    private func arguments(_ seen: String) throws -> [[[UInt8]]] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: seen)))
        try FileManager.default.removeItem(atPath: seen)
        return bytes.split(separator: 0, omittingEmptySubsequences: false).split(separator: []).map {
            $0.map(Array.init)
        }
    }

    private func run(_ command: [String], input: [UInt8]) throws -> [UInt8] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "PATH=\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let process = try ChildProcess(
            ["env", path] + command, folder: URL(fileURLWithPath: folder), input: .pipe)
        try process.write(input)
        process.closeInput()
        return [UInt8](try process.wait().data)
    }
}
