import Foundation

/// A run of ffmpeg or ffprobe whose standard output is read as it comes.
final class ToolProcess {
    private let process = Process()
    private let output = Pipe()
    private let log: URL
    private let name: String

    /// - Throws: ``ServerError`` when the tool is not installed.
    init(_ name: String, _ arguments: [String]) throws {
        self.name = name
        log = FileManager.default.temporaryDirectory.appending(
            path: "replay-\(name)-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name, "-v", "error"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        try process.runWithSignalsOpen()
    }

    /// Fills the buffer from the output; returns how many bytes there were before the end.
    func read(into buffer: inout [UInt8]) -> Int {
        let descriptor = output.fileHandleForReading.fileDescriptor
        return buffer.withUnsafeMutableBytes { bytes in
            var filled = 0
            while filled < bytes.count {
                let count = Glibc.read(
                    descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
            return filled
        }
    }

    /// All of the output, to the end of the run.
    func readToEnd() throws -> Data {
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        try finish()
        return data
    }

    /// Waits for the end.
    ///
    /// - Throws: ``ServerError`` with what the tool wrote to standard error, when it failed or complained.
    func finish() throws {
        process.waitUntilExit()
        let complaint = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else {
            throw ServerError("\(name) failed with \(process.terminationStatus): \(complaint)")
        }
        guard complaint.isEmpty else { throw ServerError("\(name) complains: \(complaint)") }
    }

    deinit {
        if process.isRunning {
            process.terminate()
            try? output.fileHandleForReading.close()
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: log)
    }
}
