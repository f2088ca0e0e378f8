import Foundation
import ReplayTestSupport

/// A run of a program: mostly of `replay`, as a user would start it.
final class Program {
    /// What it left when it ended.
    struct Outcome {
        /// Its exit code; a signal's number, below zero, where it was killed.
        let status: Int32
        let data: Data
        let errors: String

        var output: String { String(decoding: data, as: UTF8.self) }
        /// Standard output without its last line's end.
        var line: String { output.trimmingCharacters(in: .newlines) }

        func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: data)
        }
    }

    private let process = Process()
    private let output = Pipe()
    private let log: URL

    init(_ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil) throws {
        log = FileManager.default.temporaryDirectory.appending(path: "replay-log-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.environment = environment ?? ProcessInfo.processInfo.environment
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        try process.runWithSignalsOpen()
    }

    deinit { try? FileManager.default.removeItem(at: log) }

    /// Waits for something on its standard output.
    func waitForOutput() { _ = output.fileHandleForReading.availableData }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for its end, which the limit, in seconds, brings about.
    func wait(limit: Int = 60) throws -> Outcome {
        let late = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(limit), execute: late)
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        late.cancel()
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(status: status, data: data, errors: try String(contentsOf: log, encoding: .utf8))
    }

    /// The output of a tool that has to succeed in silence.
    static func tool(_ arguments: [String]) throws -> Data {
        let outcome = try Program(arguments).wait()
        guard outcome.status == 0, outcome.errors.isEmpty else {
            throw ToolFailure(description: "\(arguments) ended with \(outcome.status): \(outcome.errors)")
        }
        return outcome.data
    }

    struct ToolFailure: Error, CustomStringConvertible { let description: String }
}
