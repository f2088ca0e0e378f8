import Foundation

/// A run of the real binary `replay`, as a user would start it; or of another program.
public final class ReplayProcess {
    /// What it left when it ended.
    public struct Outcome: Sendable {
        /// Its exit code; a signal's number, below zero, where it was killed.
        public let status: Int32
        /// What it wrote to standard output.
        public let output: String
        /// What it wrote to standard error.
        public let errors: String

        /// Standard output without its last line's end.
        public var line: String { output.trimmingCharacters(in: .newlines) }

        /// Standard output as JSON.
        public func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: Data(output.utf8))
        }
    }

    private let process = Process()
    private let folder: URL
    private let ended = DispatchSemaphore(value: 0)

    /// The folder of the binaries that were built with the tests.
    public static var programs: URL {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// Starts it.
    /// - Parameter program: what is run; nil: `replay`.
    public init(
        _ arguments: [String], program: URL? = nil, environment: [String: String], folder workingFolder: URL? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "replay-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["out", "err"] {
            _ = FileManager.default.createFile(atPath: folder.appending(path: name).path, contents: nil)
        }
        process.executableURL = program ?? Self.programs.appending(path: "replay")
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = workingFolder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
        process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.runWithSignalsOpen()
    }

    /// Its process id.
    public var pid: Int32 { process.processIdentifier }

    /// Sends a signal.
    public func send(_ signal: Int32) { kill(pid, signal) }

    /// Waits for its end; kills it when the limit, in seconds, has passed.
    public func wait(limit: Int = 60) throws -> Outcome {
        defer { try? FileManager.default.removeItem(at: folder) }
        if ended.wait(timeout: .now() + .seconds(limit)) == .timedOut {
            send(SIGKILL)
            ended.wait()
            throw ServerError("\(name) \(process.arguments ?? []) did not end within \(limit) s: \(try text("err"))")
        }
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(status: status, output: try text("out"), errors: try text("err"))
    }

    private var name: String { process.executableURL?.lastPathComponent ?? "" }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}
