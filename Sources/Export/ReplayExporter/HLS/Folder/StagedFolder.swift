import FFmpeg
package import Files
import Glibc
import ReplayLibrary
import ReplayMovie

/// An HLS folder that is made beside its name and put there whole, in place of an earlier one of ours.
///
/// Dropped before `commit` it leaves nothing behind. Killed, it leaves a hidden folder, which the next export into the same
/// parent removes. Killed while it replaces another one on a file system that cannot exchange names, it leaves the old folder
/// or the new one complete; the next export into it puts the old one back where neither has the name.
package final class StagedFolder: Sendable {
    /// Where it will be, as it was asked for.
    package let path: String
    let parent: Directory
    private let name: String
    private let temporary: TemporaryFolder
    /// What is there already.
    let old: PublishedFolder?

    /// The new folder.
    package var folder: Directory { temporary.folder }

    /// - Parameter places: where it may not lie.
    /// - Throws: `ExportError` where the folder holds other people's files, or the name is none.
    package init(at path: String, sparing places: ProtectedPlaces) throws {
        self.path = path.withoutEndingSlashes
        let (parentPath, name) = self.path.pathParts
        guard !["", ".", ".."].contains(name) else { throw ExportError.outputIsFolder(path) }
        self.name = name
        parent = try Self.open(parentPath)
        try places.check(name, in: parent, path: self.path)
        try FolderExchange(name, in: parent).recover()
        old = try PublishedFolder(name, in: parent, path: self.path)
        parent.removeLeftovers(lockName: HLSManifest.fileName)
        temporary = try TemporaryFolder(in: parent, lockName: HLSManifest.fileName, shownAs: name)
    }

    /// After `commit` there is none of its name. What stays is removed with the next output in its place.
    deinit { try? temporary.remove() }

    private static func open(_ path: String) throws -> Directory {
        do throws(FileSystemError) {
            return try Directory.open(path)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.code) { throw ExportError.noFolder(path) }
            throw error
        }
    }

    /// Gives the folder its name.
    /// - Parameter files: all that it holds, by their paths from it, the list of them excepted.
    package func commit(_ files: [String: HLSManifest.File], _ announce: OutputAnnouncement? = nil) throws {
        let manifest = try HLSManifest(files).bytes
        try temporary.write(manifest)
        for name in Set(files.keys.compactMap(\.pathComponents.first)) where folder.status(of: name)?.type == .directory
        {
            try folder.directory(name).sync()
        }
        try folder.sync()
        try announce?(Int64(manifest.count), try ContentHash.of(manifest))
        if parent.contains(name) {
            try FolderExchange(name, in: parent).replace(with: temporary.name, path: path)
        } else {
            try parent.rename(temporary.name, to: name)
        }
        try parent.sync()
    }
}

extension StagedFolder {
    /// Makes it hold what another folder of ours does, and gives it its name.
    /// - Returns: false, with nothing changed, where that one does not hold what its manifest says.
    package func copy(_ manifest: HLSManifest, from source: Directory) throws -> Bool {
        var files: [String: HLSManifest.File] = [:]
        var folders: [String: Directory] = [:]
        for (path, file) in manifest.files.sorted(by: { $0.key < $1.key }) {
            let parts = path.pathComponents
            guard let file, let name = parts.last, parts.count <= 2 else { return false }
            var (from, to) = (source, folder)
            if parts.count == 2 {
                from = try source.directory(parts[0])
                to = try folders[parts[0]] ?? folder.createSharedDirectory(parts[0])
                folders[parts[0]] = to
            }
            guard try Self.copy(name, from, to) == file else { return false }
            files[path] = file
        }
        try commit(files)
        return true
    }

    private static func copy(_ name: String, _ source: Directory, _ folder: Directory) throws -> HLSManifest.File {
        let file = try source.openFile(name, .readOnly, .nonBlocking)
        let (hash, made) = (try ContentHash(), try PublicFile(name, in: folder))
        var size = 0
        try FileBytes.read(file, path: source.path + "/" + name) { piece in
            hash.update(piece)
            try made.append(piece)
            size += piece.count
        }
        try made.sync()
        return HLSManifest.File(bytes: Int64(size), hash: hash.finish())
    }
}
