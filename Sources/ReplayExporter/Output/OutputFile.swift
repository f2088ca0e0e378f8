import FFmpeg
import Glibc
package import ReplayLibrary
import ReplayMovie

/// A file that appears under its name only when it is whole: written without a name, then linked in.
///
/// Dropped before `commit()` it leaves nothing behind. Killed, it leaves nothing either, or where the file system has no
/// nameless files a hidden one, which the next output in the same folder removes.
package struct OutputFile: ~Copyable {
    private static let (shared, personal): (mode_t, mode_t) = (0o644, 0o600)

    private let folder: Directory
    private let name: String
    private let descriptor: Int32
    /// Where the file system has no nameless files: the name it has meanwhile.
    private let temporaryName: String?
    private let overwrites: Bool

    private init(folder: Directory, name: String, descriptor: Int32, temporaryName: String?, overwrites: Bool) {
        self.folder = folder
        self.name = name
        self.descriptor = descriptor
        self.temporaryName = temporaryName
        self.overwrites = overwrites
    }

    deinit {
        // What stays is removed with the leftovers of those that were killed.
        if let temporaryName { try? folder.remove(temporaryName) }
        close(descriptor)
    }

    /// - Parameters:
    ///   - overwrites: whether a regular file of that name may be replaced.
    ///   - places: where it may not lie.
    /// - Throws: where there is one, or something that is no regular file, or the folder is not there or cannot be written.
    package static func create(
        _ path: String, overwrites: Bool, sparing places: ProtectedPlaces
    ) throws -> OutputFile {
        let (parent, name) = path.pathParts
        guard !["", ".", ".."].contains(name) else { throw ExportError.outputIsFolder(path) }
        do {
            let folder = try Directory.open(parent)
            try check(name, in: folder, at: path, overwrites: overwrites)
            try places.check(name, in: folder, path: path)
            folder.removeLeftovers(lockName: HLSManifest.fileName)
            return try create(name, in: folder, overwrites: overwrites, mode: shared)
        } catch let error as FileSystemError where error.code == ENOENT || error.code == ENOTDIR {
            throw ExportError.noFolder(parent)
        }
    }

    /// A file that may be read by nobody else, in place of what has its name.
    static func createPrivate(_ name: String, in folder: Directory) throws -> OutputFile {
        try check(name, in: folder, at: folder.path + "/" + name, overwrites: true)
        return try create(name, in: folder, overwrites: true, mode: personal)
    }

    /// Only a regular file is ever replaced.
    private static func check(
        _ name: String, in folder: Directory, at path: String, overwrites: Bool
    ) throws(ExportError) {
        guard let status = folder.status(of: name) else { return }
        if status.isFolder { throw .outputIsFolder(path) }
        guard overwrites else { throw .outputExists(path) }
        guard status.isFile else { throw .outputIsNoFile(path) }
    }

    private static func create(
        _ name: String, in folder: Directory, overwrites: Bool, mode: mode_t
    ) throws -> OutputFile {
        if let nameless = try folder.createNamelessFile(mode: mode) {
            // Held while it has a temporary name, for a moment, before it replaces another one.
            _ = Directory.lock(nameless)
            return OutputFile(
                folder: folder, name: name, descriptor: nameless, temporaryName: nil, overwrites: overwrites)
        }
        while true {
            let temporary = TemporaryName().text
            let file =
                try mode == personal
                ? folder.openFile(temporary, flags: O_RDWR | O_CREAT | O_EXCL) : folder.createSharedFile(temporary)
            let output = OutputFile(
                folder: folder, name: name, descriptor: file, temporaryName: temporary, overwrites: overwrites)
            if Directory.claim(file) { return output }
        }
    }

    /// FFmpeg's way of writing it.
    func io() throws -> IOContext {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileSystemError(operation: "write to", subject: name) }
        return try IOContext(descriptor: copy, mode: .write)
    }

    /// What was written so far, from its start.
    /// - Parameter path: what to call it in errors.
    func reader(_ path: String) throws -> Demuxer {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileSystemError(operation: "read", subject: name) }
        return try Demuxer.open(try IOContext(descriptor: copy, mode: .read), name: path)
    }

    /// Bytes in it.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// What tells its contents from others.
    package func contentHash() throws -> String { try ContentHash.of(descriptor: descriptor, name: name) }

    /// Writes all that it shall hold.
    package func write(_ bytes: [UInt8]) throws { try write(bytes, at: 0) }

    /// Makes it hold what another file does.
    package func copy(_ path: String) throws {
        let source = open(path.cPath, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileSystemError(operation: "open", subject: path) }
        defer { close(source) }
        var end = 0
        try FileBytes.read(source, path: path) { piece in
            try write(piece, at: end)
            end += piece.count
        }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws {
        try FileBytes.write(bytes, to: descriptor, at: offset, path: name)
    }

    /// Brings the file to the disk and gives it its name.
    /// - Parameter newName: another one than it was created for.
    /// - Throws: `ExportError.outputExists` where something came there meanwhile that may not be replaced.
    package consuming func commit(as newName: String? = nil) throws {
        let name = newName ?? name
        try FileBytes.sync(descriptor, path: name)
        if overwrites { try replace(name) } else { try appear(as: name) }
        try folder.sync()
    }

    private func appear(as name: String) throws {
        do {
            if let temporaryName {
                try folder.renameNew(temporaryName, to: name)
            } else {
                try folder.link(descriptor: descriptor, as: name)
            }
        } catch  where error.code == EEXIST {
            throw ExportError.outputExists(folder.path + "/" + name)
        }
    }

    private func replace(_ name: String) throws {
        let linked = temporaryName ?? TemporaryName().text
        if temporaryName == nil { try folder.link(descriptor: descriptor, as: linked) }
        do {
            try Self.check(name, in: folder, at: folder.path + "/" + name, overwrites: true)
            try folder.rename(linked, to: name)
        } catch {
            // As in `deinit`.
            try? folder.remove(linked)
            throw error
        }
    }

    /// What it is, whatever it is called.
    package var identifier: FileIdentifier? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileIdentifier(status) : nil
    }
}
