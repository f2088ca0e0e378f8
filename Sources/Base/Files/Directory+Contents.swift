import Descriptors
import Glibc
import SystemPackage

extension Directory {
    /// The largest size of a file that is read as a whole, in bytes.
    package static let maxContents = 16 << 20

    /// Reads a whole file.
    /// - Parameter limit: The largest size in bytes. A longer file is refused with `EFBIG`.
    package func contents(of name: String, limit: Int = maxContents) throws(FileSystemError) -> [UInt8] {
        let file = try openFile(name, mode: .readOnly, options: .nonBlocking)
        try RegularFile.check(file, path: path + "/" + name)
        return try RegularFile.contents(of: file, path: path + "/" + name, limit: limit)
    }

    /// Reads a part of a file: at most `count` bytes from `offset` on. Fewer bytes are returned at the end of the file.
    package func contents(of name: String, from offset: Int64 = 0, first count: Int) throws(FileSystemError) -> [UInt8]
    {
        let file = try openFile(name, mode: .readOnly, options: .nonBlocking)
        return try FileSystemError.catching("read", subject: path + "/" + name) {
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                initialized = try file.descriptor.read(
                    fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// The suffix of a temporary file of `replace`. A process that is killed in `replace` leaves such a file.
    package static let unfinishedSuffix = ".new"

    /// Replaces a file's contents atomically: readers see the old or the new contents.
    /// - Parameter isDurable: True if this must also be true after a power cut.
    package func replace(_ name: String, with bytes: [UInt8], isDurable: Bool = true) throws(FileSystemError) {
        // The name is random, because processes in different containers or on
        // different machines may have the same number.
        let temporary = ".\(name).\(UInt64.random(in: 0 ... .max).hexadecimal)\(Self.unfinishedSuffix)"
        do throws(FileSystemError) {
            try write(bytes, to: temporary, options: [.create, .exclusiveCreate], isDurable: isDurable)
            try rename(temporary, to: name)
            if isDurable { try sync() }
        } catch {
            // The first error is the one to report. `removeUnfinished(of:)` also removes this file.
            try? remove(temporary)
            throw error.subject == path + "/" + temporary ? error.naming(path + "/" + name) : error
        }
    }

    /// Removes the temporary files of processes that were killed in `replace` of this file. The caller must hold the
    /// lock that every process takes to replace the file.
    package func removeUnfinished(of name: String) throws(FileSystemError) {
        for entry in try entries(startingWith: ".\(name).")
        where entry.utf8.suffix(Self.unfinishedSuffix.utf8.count).elementsEqual(Self.unfinishedSuffix.utf8) {
            try remove(entry)
        }
    }

    /// Appends `bytes` to a file, which is created if it is missing: all of them, or none if this throws.
    /// - Parameter isDurable: True if the bytes must survive a power cut.
    package func append(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws(FileSystemError) {
        let isNew = !contains(name)
        let end = isNew ? 0 : status(of: name)?.size
        do throws(FileSystemError) {
            try write(bytes, to: name, options: [.create, .append], isDurable: isDurable)
            if isNew, isDurable { try sync() }
        } catch {
            // The first error is the one to report. If the old size is not known, nothing is cut off.
            if let end { try? truncate(name, to: end) }
            throw error
        }
    }

    private func write(
        _ bytes: [UInt8], to name: String, options: FileDescriptor.OpenOptions, isDurable: Bool
    ) throws(FileSystemError) {
        let file = try openFile(name, mode: .writeOnly, options: options)
        try FileSystemError.catching("write to", subject: path + "/" + name) {
            try file.descriptor.writeAll(bytes)
            if isDurable, SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) != 0 {
                throw Errno(rawValue: errno)
            }
            try file.close()
        }
    }
}
