import Descriptors
import Files
import Glibc
import ReplayLibrary

/// A repair that writes a damaged movie again, so that any program can read it.
///
/// Damaged boxes are restored as they were recorded. A `free` box of the same size replaces unreadable bytes, or a
/// `skip` box if they were a recovery record.
package struct MovieRepair {
    /// The result of a repair.
    package enum Outcome: Sendable {
        /// The movie is as it was recorded, up to the point where its writer was killed.
        case intact
        /// The movie was written again.
        case repaired
        /// No frame of the movie can be read. Its smaller proxy replaces it.
        case replacedByProxy
    }

    private let file: MovieFile
    private let scan: MovieScan
    private let target: OwnedDescriptor
    private let name: String

    private static let pieceSize: Int64 = 1 << 20

    /// Writes the repaired movie into the new file `name` of `folder`, and syncs it.
    /// - Throws: `FileSystemError`, `MovieError`. The incomplete file is removed.
    static func write(_ scan: MovieScan, of file: MovieFile, to name: String, in folder: Directory) throws {
        try folder.remove(name)
        let target = try folder.openFile(name, mode: .writeOnly, options: [.create, .exclusiveCreate])
        do {
            try MovieRepair(file: file, scan: scan, target: target, name: folder.path + "/" + name).write()
        } catch {
            try folder.remove(name)
            throw error
        }
    }

    /// Overwrites everything after the last readable part, in place, by a `free` box.
    /// - Throws: `FileSystemError`.
    static func coverTornEnd(_ scan: MovieScan, of file: MovieFile) throws(FileSystemError) {
        let repair = MovieRepair(file: file, scan: scan, target: file.file, name: file.path)
        try repair.put(scan.tornCover(in: file), at: scan.wholeEnd)
        try repair.sync()
    }

    private func write() throws {
        try put(scan.header.bytes, at: 0)
        // A restored header may have another size than the damaged one.
        let shift = Int64(scan.header.bytes.count) - scan.header.end
        var offset = scan.header.end
        while offset < file.size {
            let count = min(Self.pieceSize, file.size - offset)
            try put(try file.bytes(at: offset, count: count), at: offset + shift)
            offset += count
        }
        for fragment in scan.fragments {
            guard let boxes = fragment.restoredBoxes else { continue }
            let media = Box.header("mdat", size: Int64(fragment.media.count) + Box.headerSize)
            try put(boxes + media, at: fragment.offset + shift)
        }
        for skipped in scan.skipped where skipped.range.count >= Box.headerSize {
            // `MovieScan` reads `free` as a gap.
            let cover = Box.header(skipped.isRecord ? "skip" : "free", size: Int64(skipped.range.count))
            try put(cover, at: skipped.range.lowerBound + shift)
        }
        if scan.isTorn { try put(scan.tornCover(in: file), at: scan.wholeEnd + shift) }
        try sync()
    }

    private func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(target.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: name)
        }
    }

    private func put(_ bytes: [UInt8], at offset: Int64) throws(FileSystemError) {
        try FileSystemError.catching("write to", subject: name) {
            try target.descriptor.writeAll(toAbsoluteOffset: offset, bytes)
        }
    }
}
