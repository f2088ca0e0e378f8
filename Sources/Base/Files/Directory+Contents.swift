import Descriptors
import Glibc
import SystemPackage

extension Directory {
    /// How long a file is that is read as a whole, at most, in bytes.
    package static let maxContents = 16 << 20

    /// Reads a whole file.
    /// - Parameter limit: in bytes; a longer file is refused with `EFBIG`.
    package func contents(of name: String, limit: Int = maxContents) throws(FileSystemError) -> [UInt8] {
        let file = try openFile(name, .readOnly, .nonBlocking)
        try RegularFile.check(file, path + "/" + name)
        return try RegularFile.contents(of: file, path: path + "/" + name, limit: limit)
    }

    /// Reads a part of a file: `count` bytes from `offset` on, or as many as it has.
    package func contents(of name: String, from offset: Int64 = 0, first count: Int) throws(FileSystemError) -> [UInt8]
    {
        let file = try openFile(name, .readOnly, .nonBlocking)
        return try FileSystemError.catching("read", path + "/" + name) {
            try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                initialized = try file.descriptor.read(
                    fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// What a process leaves that is killed in `replace` ends with this.
    package static let unfinishedSuffix = ".new"

    /// Puts `bytes` in place of a file's contents at once: readers see the old or the new.
    /// - Parameter isDurable: whether that holds also after a power cut.
    package func replace(_ name: String, with bytes: [UInt8], isDurable: Bool = true) throws(FileSystemError) {
        // Random: processes that share the folder may have the same number, in containers or on several machines.
        let temporary = ".\(name).\(UInt64.random(in: 0 ... .max).hexadecimal)\(Self.unfinishedSuffix)"
        do throws(FileSystemError) {
            try write(bytes, to: temporary, [.create, .exclusiveCreate], isDurable: isDurable)
            try rename(temporary, to: name)
            if isDurable { try sync() }
        } catch {
            try? remove(temporary)
            throw error.subject == path + "/" + temporary ? error.naming(path + "/" + name) : error
        }
    }

    /// Removes what processes left that were killed in `replace` of this file. The caller holds a lock that all who replace it
    /// take.
    package func removeUnfinished(of name: String) throws(FileSystemError) {
        for entry in try entries(startingWith: ".\(name).")
        where entry.utf8.suffix(Self.unfinishedSuffix.utf8.count).elementsEqual(Self.unfinishedSuffix.utf8) {
            try remove(entry)
        }
    }

    /// Adds `bytes` to the end of a file, made where it is missing: all of them, or none where this throws.
    /// - Parameter isDurable: whether they last through a power cut.
    package func append(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws(FileSystemError) {
        let isNew = !contains(name)
        let end = size(of: name)
        do throws(FileSystemError) {
            try write(bytes, to: name, [.create, .append], isDurable: isDurable)
            if isNew, isDurable { try sync() }
        } catch {
            try? truncate(name, to: end)
            throw error
        }
    }

    private func write(
        _ bytes: [UInt8], to name: String, _ options: FileDescriptor.OpenOptions, isDurable: Bool
    ) throws(FileSystemError) {
        let file = try openFile(name, .writeOnly, options)
        try FileSystemError.catching("write to", path + "/" + name) {
            try file.descriptor.writeAll(bytes)
            if isDurable, SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) != 0 {
                throw Errno(rawValue: errno)
            }
            try file.close()
        }
    }
}
