import Glibc
import ReplayMovie

extension Captions {
    /// Reads a file of WebVTT, or of SubRip.
    /// - Parameter path: a file of at most 16 MiB.
    /// - Throws: `CaptionsError` where it is not written as it should be, `FileSystemError` where it cannot be read.
    public static func read(_ path: String) throws -> Captions {
        do {
            return try Captions(try RegularFile.contents(of: path, limit: sizeLimit), path: path)
        } catch let error as FileSystemError where error.code == EFBIG {
            throw CaptionsError(path: path, line: nil, reason: "it is larger than \(sizeLimit >> 20) MiB")
        }
    }

    /// Reads what a file holds.
    init(_ bytes: [UInt8], path: String) throws(CaptionsError) {
        var reader = try CaptionsReader(bytes, path: path)
        self = try reader.read()
    }

    private static let sizeLimit = 16 << 20
}
