import Foundation
import ReplayTestSupport

/// The ffmpeg command line.
enum MediaTool {
    /// - Parameter arguments: The arguments, separated by spaces. ␣ is a space within an argument.
    static func ffmpeg(_ arguments: String, in folder: URL) throws {
        let words = arguments.split(separator: " ").map { String($0.replacing("␣", with: " ")) }
        try ChildProcess.tool(["ffmpeg", "-v", "error", "-nostdin", "-y"] + words, folder: folder)
    }

    /// Returns the file that ffmpeg makes with these arguments and this file name.
    static func make(_ arguments: String, _ name: String = "made.mp4") throws -> [UInt8] {
        let folder = try TemporaryDirectory("hls")
        try ffmpeg("\(arguments) \(name)", in: folder.url)
        return try [UInt8](Data(contentsOf: folder.url.appending(path: name)))
    }
}
