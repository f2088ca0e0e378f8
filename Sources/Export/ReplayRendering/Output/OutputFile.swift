import Descriptors
package import FFmpeg
package import Files
import Glibc
import ReplayLibrary
import ReplayMovie
import SystemPackage

/// A file that gets its name only when it is complete. It is written without a name and then linked into its folder.
///
/// If it is dropped before `commit()`, no file remains. If the process is killed, no file remains either, with one
/// exception: on a file system without nameless files, a hidden file remains. The next output in the same folder
/// removes it.
package struct OutputFile: ~Copyable {
    private static let (shared, personal): (FilePermissions, FilePermissions) = (
        [.ownerReadWrite, .groupRead, .otherRead], .ownerReadWrite
    )

    private let folder: Directory
    private let name: String
    private let file: OwnedDescriptor
    /// The temporary name of the file, if the file system has no nameless files.
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
        // If this fails, the file is removed later, with the leftovers of killed processes.
        if let temporaryName { try? folder.remove(temporaryName) }
    }

    /// Creates the file.
    /// - Parameters:
    ///   - path: The path of the output.
    ///   - overwrites: True if an existing regular file may be replaced.
    ///   - places: The files and folders that must not be overwritten or written to.
    /// - Throws: `ExportError` if the output exists and may not be replaced, or is not a regular file. `ExportError`
    ///   also if the place is protected or the folder does not exist. `FileSystemError` if the folder cannot be read or
    ///   written.
    package static func create(
        _ path: String, overwrites: Bool, sparing places: ProtectedPaths
    ) throws -> OutputFile {
        let (parent, name) = path.pathParts
        guard !["", ".", ".."].contains(name) else { throw ExportError.outputIsFolder(path) }
        do {
            let folder = try Directory.open(parent)
            try check(name, in: folder, at: path, overwrites: overwrites)
            try places.check(name, in: folder, path: path)
            folder.removeLeftovers(lockName: Preset.HLS.manifestName)
            return try create(name, in: folder, overwrites: overwrites, permissions: shared)
        } catch let error as FileSystemError where error.code == ENOENT || error.code == ENOTDIR {
            throw ExportError.noFolder(parent)
        }
    }

    /// Creates a file that only its owner can read. On `commit()`, it replaces a file with the same name.
    package static func createPrivate(_ name: String, in folder: Directory) throws -> OutputFile {
        try check(name, in: folder, at: folder.path + "/" + name, overwrites: true)
        return try create(name, in: folder, overwrites: true, permissions: personal)
    }

    /// Checks that the name is free, or belongs to a regular file that may be replaced.
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
            // Locked because the file briefly has a temporary name before it replaces another file.
            _ = Directory.lock(nameless)
            return OutputFile(
                folder: folder, name: name, file: nameless, temporaryName: nil, overwrites: overwrites)
        }
        while true {
            let temporary = TemporaryName().text
            let file =
                try permissions == personal
                ? folder.openFile(temporary, mode: .readWrite, options: [.create, .exclusiveCreate])
                : folder.createSharedFile(temporary)
            let output = OutputFile(
                folder: folder, name: name, file: file, temporaryName: temporary, overwrites: overwrites)
            if Directory.claim(file) { return output }
        }
    }

    /// Returns an FFmpeg I/O context that writes the file.
    package func io() throws -> IOContext { try IOContext(file, mode: .write) }

    /// Opens what was written so far, from the start. Its packets may be copies of another program's, so FFmpeg must
    /// not parse them here.
    /// - Parameter path: The name of the file in errors.
    package func reader(_ path: String) throws -> Demuxer {
        try Demuxer.open(try IOContext(file, mode: .read), name: path, isProbed: false)
    }

    /// The size of the file, in bytes.
    /// - Throws: `FileSystemError`. A batch recognizes an output by its size, so the size must not be guessed.
    package var size: Int64 {
        get throws(FileSystemError) {
            try FileSystemError.catching("inspect", subject: name) { try file.descriptor.stat().size }
        }
    }

    /// Returns a hash of the file's contents.
    package func contentHash() throws -> String { try ContentHash.of(file, name: name) }

    /// Writes the whole contents of the file.
    package func write(_ bytes: [UInt8]) throws { try write(bytes, at: 0) }

    /// Copies the contents of another file into this file.
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

    /// Flushes the file to the disk and gives it its name.
    /// - Parameter newName: A name that replaces the name given at creation.
    /// - Throws: `ExportError.outputExists` if another file appeared under this name and may not be replaced.
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
            // If this fails too, the leftover is removed later, as in `deinit`.
            try? folder.remove(linked)
            throw error
        }
    }

    /// The file's identity (device and inode), which does not depend on its name. Nil if it cannot be read.
    package var identifier: FileIdentifier? { (try? file.descriptor.stat()).map(FileIdentifier.init) }
}
