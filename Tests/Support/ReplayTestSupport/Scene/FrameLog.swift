import Foundation

/// The frames that a scene drew, in a file of one JSON object a line. Each line is written at once, so what was drawn
/// is known even of a scene that was killed.
public struct FrameLog: Sendable {
    private let file: FileHandle

    /// A new log; an older file of the name is emptied.
    public init(path: String) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Adds a frame.
    public func write(_ frame: DrawnFrame) {
        file.write(Data("{\"time\":\(frame.time),\"finished\":\(frame.finished)}\n".utf8))
    }

    /// Reads what a log holds; a last line that was not finished is left out.
    public static func read(path: String) throws -> [DrawnFrame] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.compactMap { try? JSONDecoder().decode(DrawnFrame.self, from: Data($0.utf8)) }
    }
}

/// One frame that a scene drew.
public struct DrawnFrame: Codable, Hashable, Sendable {
    /// When it was drawn, as its barcode says: microseconds of CLOCK_MONOTONIC just before the drawing.
    public let time: UInt64
    /// When the X server had it on the screen for certain, in the same clock. Captures that began after this show it.
    public let finished: UInt64
}
