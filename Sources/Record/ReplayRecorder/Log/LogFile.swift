import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// The log in a recording's folder. Only its end is kept, up to `maxLength`.
struct LogFile {
    /// The maximum length of the file, in bytes.
    private static let maxLength: Int64 = 256 << 10

    private let folder: Directory

    init(in folder: Directory) { self.folder = folder }

    /// Appends whole lines. Shortens the file first if it would become too long.
    /// - Throws: `FileSystemError`.
    func append(_ lines: [UInt8]) throws(FileSystemError) {
        let size = folder.size(of: Recording.logName)
        if size + Int64(lines.count) > Self.maxLength { try keepEnd(of: size) }
        try folder.append(lines, to: Recording.logName, isDurable: false)
    }

    /// Keeps only the last `maxLength / 2` bytes of the file, from the beginning of a line.
    private func keepEnd(of size: Int64) throws(FileSystemError) {
        let kept = min(size, Self.maxLength / 2)
        let end = try folder.contents(of: Recording.logName, from: size - kept, first: Int(kept))
        let lines = end.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        try folder.replace(Recording.logName, with: Array(lines), isDurable: false)
    }
}
