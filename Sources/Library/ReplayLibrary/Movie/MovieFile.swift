package import Descriptors
import Files
import Glibc
import SystemPackage

/// An open movie file with random access to its bytes.
package struct MovieFile: Sendable {
    package let file: OwnedDescriptor
    /// The size of the file when it was opened, in bytes.
    package let size: Int64
    /// The path of the file, for messages.
    package let path: String

    private static let pieceSize = 256 << 10

    package init(_ file: OwnedDescriptor, path: String) throws(MovieError) {
        do throws(Errno) {
            size = try file.descriptor.stat().size
        } catch {
            throw MovieError(path: path, reason: .unreadable(error.rawValue))
        }
        self.file = file
        self.path = path
    }

    /// Reads `count` bytes at `offset`.
    /// - Throws: `MovieError`, with `truncated` if the file ends before.
    package func bytes(at offset: Int64, count: Int64) throws(MovieError) -> [UInt8] {
        var failure: MovieError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
            do throws(MovieError) {
                try read(UnsafeMutableRawBufferPointer(buffer), at: offset)
                initialized = Int(count)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills `buffer` with the bytes at `offset`.
    /// - Throws: `MovieError`, with `truncated` if the file ends before.
    package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MovieError) {
        var done = 0
        while done < buffer.count {
            let part: Int
            do {
                part = try file.descriptor.read(
                    fromAbsoluteOffset: offset + Int64(done),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
            } catch {
                throw MovieError(path: path, reason: .unreadable(Errno(thrown: error).rawValue))
            }
            guard part > 0 else { throw MovieError(path: path, reason: .truncated) }
            done += part
        }
    }

    /// Returns the offset of the first occurrence of `pattern` in `range`, or nil if there is none.
    package func first(_ pattern: [UInt8], in range: Range<Int64>) throws(MovieError) -> Int64? {
        var found: Int64?
        try forEachPiece(of: range, overlap: pattern.count - 1) { piece, offset in
            found = piece.first(pattern).map { offset + Int64($0) }
            return found == nil
        }
        return found
    }

    /// Calls `body` with the bytes of `range`, in pieces of up to 256 KiB, and the offset of each piece, until it
    /// returns false. Each piece begins `overlap` bytes before the end of the previous one.
    package func forEachPiece(
        of range: Range<Int64>, overlap: Int = 0, _ body: (UnsafeRawBufferPointer, Int64) -> Bool
    ) throws(MovieError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let piece = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<Int(min(Int64(Self.pieceSize), range.upperBound - offset))])
            try read(piece, at: offset)
            let isLast = offset + Int64(piece.count) == range.upperBound
            guard body(UnsafeRawBufferPointer(piece), offset), !isLast else { return }
            offset += Int64(piece.count - overlap)
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func first(_ pattern: [UInt8]) -> Int? {
        guard let start = baseAddress, let head = pattern.first, count >= pattern.count else { return nil }
        var place = 0
        while place <= count - pattern.count,
            let hit = memchr(start + place, Int32(head), count - pattern.count + 1 - place)
        {
            if memcmp(hit, pattern, pattern.count) == 0 { return hit - UnsafeMutableRawPointer(mutating: start) }
            place = hit - UnsafeMutableRawPointer(mutating: start) + 1
        }
        return nil
    }
}

extension Directory {
    /// Opens the movie `name` and passes it to `body`. The descriptor is valid only while `body` runs.
    package func withMovie<Result>(named name: String, _ body: (MovieFile) throws -> Result) throws -> Result {
        try body(try MovieFile(try openFile(name, mode: .readWrite), path: path + "/" + name))
    }
}
