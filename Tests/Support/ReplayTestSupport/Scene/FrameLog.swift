import Foundation

/// The frames that a scene drew, in a file of one JSON object per line. Each line is written at once, so the log is
/// valid even if the scene is killed.
public struct FrameLog: Sendable {
    private let file: FileHandle

    /// Creates a log. An existing file with the name is emptied.
    public init(path: String) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Appends a frame.
    public func write(_ frame: DrawnFrame) {
        file.write(Data("{\"time\":\(frame.time),\"finished\":\(frame.finished)}\n".utf8))
    }

    /// Reads the frames of a log. An incomplete last line is left out.
    public static func read(path: String) throws -> [DrawnFrame] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.compactMap { try? JSONDecoder().decode(DrawnFrame.self, from: Data($0.utf8)) }
    }
}

/// A frame that a scene drew.
public struct DrawnFrame: Codable, Hashable, Sendable {
    /// The time in its barcode: microseconds of CLOCK_MONOTONIC just before the drawing.
    public let time: UInt64
    /// The time at which the X server certainly had the frame on the screen, in the same clock. Captures that began
    /// later show it.
    public let finished: UInt64
}
