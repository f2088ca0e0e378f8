import Foundation
import ReplayTestSupport

/// A run of the ffmpeg command line, which has to succeed.
enum MediaTool {
    struct Failure: Error { let arguments: [String] }

    /// - Parameter arguments: with spaces between them; ␣ is one within.
    static func ffmpeg(_ arguments: String, in folder: URL) throws {
        let words = arguments.split(separator: " ").map { String($0.replacing("␣", with: " ")) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "error", "-nostdin", "-y"] + words
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runWithSignalsOpen()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(arguments: process.arguments ?? []) }
    }

    /// What ffmpeg makes of the arguments and a file's name behind them.
    static func make(_ arguments: String, _ name: String = "made.mp4") throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try ffmpeg("\(arguments) \(name)", in: folder.url)
        return try [UInt8](Data(contentsOf: folder.url.appending(path: name)))
    }
}

/// A folder that is removed with this object.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "replay-hls-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
