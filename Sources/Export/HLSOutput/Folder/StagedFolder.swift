import FFmpeg
package import Files
import Glibc
import ReplayLibrary
import ReplayMovie
package import ReplayRendering

/// An HLS folder that is made under a temporary name beside its final place, and moved there when it is complete. It
/// replaces an earlier HLS folder.
///
/// If it is released before `commit`, nothing remains. If the process is killed, a hidden folder remains, which the
/// next export into the same parent removes. A process may also be killed while it replaces a folder on a file system
/// that cannot exchange names. Then the old or the new folder is complete. If neither has the final name, the next
/// export restores the old one.
package final class StagedFolder: Sendable {
    /// The final path of the folder, as the caller specified it.
    package let path: String
    let parent: Directory
    private let name: String
    private let temporary: TemporaryFolder
    /// The existing folder, or nil if there is none.
    let old: PublishedFolder?

    /// The new folder.
    package var folder: Directory { temporary.folder }

    /// - Parameter places: The places where the output must not be written.
    /// - Throws: `ExportError` if the folder contains files that Replay did not write, or if the name is not valid.
    package init(at path: String, sparing places: ProtectedPaths) throws {
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

    /// After `commit`, the temporary name no longer exists. If the removal fails, the next export into the same parent
    /// removes the folder.
    deinit { try? temporary.remove() }

    private static func open(_ path: String) throws -> Directory {
        do throws(FileSystemError) {
            return try Directory.open(path)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.code) { throw ExportError.noFolder(path) }
            throw error
        }
    }

    /// Writes the manifest and moves the folder into its final place.
    /// - Parameter files: All files of the folder except the manifest, by their paths relative to the folder.
    package func commit(_ files: [String: HLSManifest.File], announce: OutputAnnouncement? = nil) throws {
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
    /// Copies all files of another HLS folder, and commits.
    /// - Returns: False if that folder's files do not match its manifest. Then nothing is committed.
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
            guard try Self.copy(name, source: from, folder: to) == file else { return false }
            files[path] = file
        }
        try commit(files)
        return true
    }

    private static func copy(_ name: String, source: Directory, folder: Directory) throws -> HLSManifest.File {
        let file = try source.openFile(name, mode: .readOnly, options: .nonBlocking)
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
