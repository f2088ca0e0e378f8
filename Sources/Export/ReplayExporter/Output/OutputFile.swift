import Descriptors
import FFmpeg
package import Files
import Glibc
import ReplayLibrary
import ReplayMovie
import SystemPackage

/// A file that appears under its name only when it is whole: written without a name, then linked in.
///
/// Dropped before `commit()` it leaves nothing behind. Killed, it leaves nothing either, or where the file system has no
/// nameless files a hidden one, which the next output in the same folder removes.
package struct OutputFile: ~Copyable {
    private static let (shared, personal): (FilePermissions, FilePermissions) = (
        [.ownerReadWrite, .groupRead, .otherRead], .ownerReadWrite
    )

    private let folder: Directory
    private let name: String
    private let file: OwnedDescriptor
    /// Where the file system has no nameless files: the name it has meanwhile.
    private let temporaryName: String?
    private let overwrites: Bool

    private init(folder: Directory, name: String, file: OwnedDescriptor, temporaryName: String?, overwrites: Bool) {
        self.folder = folder
        self.name = name
        self.file = file
        self.temporaryName = temporaryName
        self.overwrites = overwrites
    }

    deinit {
        // What stays is removed with the leftovers of those that were killed.
        if let temporaryName { try? folder.remove(temporaryName) }
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
            return try create(name, in: folder, overwrites: overwrites, permissions: shared)
        } catch let error as FileSystemError where error.code == ENOENT || error.code == ENOTDIR {
            throw ExportError.noFolder(parent)
        }
    }

    /// A file that may be read by nobody else, in place of what has its name.
    static func createPrivate(_ name: String, in folder: Directory) throws -> OutputFile {
        try check(name, in: folder, at: folder.path + "/" + name, overwrites: true)
        return try create(name, in: folder, overwrites: true, permissions: personal)
    }

    /// Only a regular file is ever replaced.
    private static func check(
        _ name: String, in folder: Directory, at path: String, overwrites: Bool
    ) throws(ExportError) {
        guard let status = folder.status(of: name) else { return }
        if status.type == .directory { throw .outputIsFolder(path) }
        guard overwrites else { throw .outputExists(path) }
        guard status.type == .regular else { throw .outputIsNoFile(path) }
    }

    private static func create(
        _ name: String, in folder: Directory, overwrites: Bool, permissions: FilePermissions
    ) throws -> OutputFile {
        if let nameless = try folder.createNamelessFile(permissions) {
            // Held while it has a temporary name, for a moment, before it replaces another one.
            _ = Directory.lock(nameless)
            return OutputFile(
                folder: folder, name: name, file: nameless, temporaryName: nil, overwrites: overwrites)
        }
        while true {
            let temporary = TemporaryName().text
            let file =
                try permissions == personal
                ? folder.openFile(temporary, .readWrite, [.create, .exclusiveCreate])
                : folder.createSharedFile(temporary)
            let output = OutputFile(
                folder: folder, name: name, file: file, temporaryName: temporary, overwrites: overwrites)
            if Directory.claim(file) { return output }
        }
    }

    /// FFmpeg's way of writing it.
    func io() throws -> IOContext { try IOContext(file, mode: .write) }

    /// What was written so far, from its start.
    /// - Parameter path: what to call it in errors.
    func reader(_ path: String) throws -> Demuxer { try Demuxer.open(try IOContext(file, mode: .read), name: path) }

    /// The number of bytes in the file.
    /// - Throws: `FileSystemError`: a batch knows an output by its size again, so it must not be guessed.
    var size: Int64 {
        get throws(FileSystemError) {
            try FileSystemError.catching("look at", name) { try file.descriptor.stat().size }
        }
    }

    /// What tells its contents from others.
    package func contentHash() throws -> String { try ContentHash.of(file, name: name) }

    /// Writes all that it shall hold.
    package func write(_ bytes: [UInt8]) throws { try write(bytes, at: 0) }

    /// Makes it hold what another file does.
    package func copy(_ path: String) throws {
        let source = try OwnedDescriptor(opening: path)
        var end = 0
        try FileBytes.read(source, path: path) { piece in
            try write(piece, at: end)
            end += piece.count
        }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws {
        try FileBytes.write(bytes, to: file, at: offset, path: name)
    }

    /// Brings the file to the disk and gives it its name.
    /// - Parameter newName: another one than it was created for.
    /// - Throws: `ExportError.outputExists` where something came there meanwhile that may not be replaced.
    package consuming func commit(as newName: String? = nil) throws {
        let name = newName ?? name
        try FileBytes.sync(file, path: name)
        if overwrites { try replace(name) } else { try appear(as: name) }
        try folder.sync()
    }

    private func appear(as name: String) throws {
        do {
            if let temporaryName {
                try folder.renameNew(temporaryName, to: name)
            } else {
                try folder.link(file, as: name)
            }
        } catch  where error.code == EEXIST {
            throw ExportError.outputExists(folder.path + "/" + name)
        }
    }

    private func replace(_ name: String) throws {
        let linked = temporaryName ?? TemporaryName().text
        if temporaryName == nil { try folder.link(file, as: linked) }
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
    package var identifier: FileIdentifier? { (try? file.descriptor.stat()).map(FileIdentifier.init) }
}
