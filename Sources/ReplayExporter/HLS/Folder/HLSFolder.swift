import FFmpeg
import Glibc
import ReplayMovie
import Synchronization

/// An HLS folder on its way: written beside its name, and put there whole, in one step.
///
/// Dropped before `commit()` it leaves nothing behind. Killed, it leaves a hidden folder, which the next one removes.
/// Renditions may be written side by side.
final class HLSFolder: Sendable {
    /// What was written so far.
    private struct Contents {
        var folders: [String: Directory] = [:]
        var files: Set<String> = []
        var keptFiles = 0
        var newFiles = 0
        var bytes: Int64 = 0
        var isCommitted = false
    }

    /// Where it will be, as it was asked for.
    let path: String
    private let parent: Directory
    private let name: String
    private let temporaryName: String
    private let folder: Directory
    /// What is there already.
    private let old: PublishedFolder?
    private let contents = Mutex(Contents())

    /// Media files that were there already, the same to the byte.
    var keptFiles: Int { contents.withLock { $0.keptFiles } }
    /// Media files that were not.
    var newFiles: Int { contents.withLock { $0.newFiles } }
    /// Of all media files together.
    var bytes: Int64 { contents.withLock { $0.bytes } }

    /// - Throws: `ExportError` where the folder holds other people's files.
    init(at path: String) throws {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let slash = trimmed.lastIndex(of: "/")
        name = slash.map { String(trimmed[trimmed.index(after: $0)...]) } ?? trimmed
        let parentPath = slash.map { $0 == trimmed.startIndex ? "/" : String(trimmed[..<$0]) } ?? "."
        self.path = trimmed
        guard !["", ".", ".."].contains(name) else { throw ExportError.outputIsFolder(path) }
        parent = try Self.open(parentPath)
        old = try PublishedFolder(name, in: parent, path: path)
        try Self.removeLeftovers(of: name, in: parent)
        temporaryName = ".\(name).\(getpid()).part"
        folder = try parent.createDirectory(temporaryName, mode: 0o755)
    }

    deinit { if !contents.withLock({ $0.isCommitted }) { try? parent.removeTree(temporaryName) } }

    /// Writes a file under the name that its content gives it, or keeps the one that is there.
    /// - Parameter suffix: of the name, without the dot.
    /// - Returns: the name.
    func store(_ bytes: [UInt8], in rendition: String, suffix: String) throws -> String {
        let digest = try SHA256()
        digest.update(bytes)
        let file = Self.fileName(digest.finish(), suffix)
        guard contents.withLock({ $0.files.insert("\(rendition)/\(file)").inserted }) else { return file }
        let folder = try subfolder(rendition)
        let isKept = try old?.keep(file, of: rendition, holding: bytes, in: folder) ?? false
        if !isKept { try Self.write(bytes, to: file, in: folder) }
        count(isKept: isKept, size: bytes.count)
        return file
    }

    /// Writes a file that has the same name whatever it holds.
    /// - Parameter path: from the folder, at most one folder deep.
    func write(_ bytes: [UInt8], to path: String) throws {
        let parts = path.split(separator: "/").map(String.init)
        contents.withLock { _ = $0.files.insert(path) }
        try Self.write(bytes, to: parts.last ?? "", in: parts.count > 1 ? try subfolder(parts[0]) : folder)
    }

    /// A file that gets its name when its content is known.
    func growingFile(in rendition: String) throws -> GrowingFile {
        try GrowingFile(in: try subfolder(rendition)) { [weak self] file, size in
            self?.named(file, of: rendition, size: size)
        }
    }

    private func named(_ file: String, of rendition: String, size: Int) {
        contents.withLock { _ = $0.files.insert("\(rendition)/\(file)") }
        count(isKept: old?.contains(file, of: rendition) ?? false, size: size)
    }

    private func count(isKept: Bool, size: Int) {
        contents.withLock { contents in
            contents.bytes += Int64(size)
            if isKept { contents.keptFiles += 1 } else { contents.newFiles += 1 }
        }
    }

    /// Puts the folder in its place.
    func commit() throws {
        let (files, folders) = contents.withLock { ($0.files, $0.folders) }
        try Self.write(try HLSManifest(files: files).bytes, to: HLSManifest.fileName, in: folder)
        for made in folders.values { try made.sync() }
        try folder.sync()
        if parent.contains(name) {
            try exchange()
            try parent.removeTree(temporaryName)
        } else {
            try parent.rename(temporaryName, to: name)
            contents.withLock { $0.isCommitted = true }
            try parent.sync()
        }
    }

    /// What came into the old folder meanwhile, and is not ours, brings it back.
    private func exchange() throws {
        try parent.exchange(temporaryName, with: name)
        do {
            _ = try PublishedFolder(temporaryName, in: parent, path: path)
        } catch {
            try parent.exchange(temporaryName, with: name)
            throw error
        }
        contents.withLock { $0.isCommitted = true }
        try parent.sync()
    }

    private static func open(_ path: String) throws -> Directory {
        do throws(FileSystemError) {
            return try Directory.open(path)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.code) { throw ExportError.noFolder(path) }
            throw error
        }
    }

    private func subfolder(_ name: String) throws -> Directory {
        try contents.withLock { contents in
            if let made = contents.folders[name] { return made }
            let made = try folder.createDirectory(name, mode: 0o755)
            contents.folders[name] = made
            return made
        }
    }

    private static func write(_ bytes: [UInt8], to name: String, in folder: Directory) throws {
        let file = try PublicFile(name, in: folder)
        try file.append(bytes)
        try file.sync()
    }

    /// Half of the digest is enough: what is meant to be told apart are segments, not enemies.
    fileprivate static func fileName(_ digest: String, _ suffix: String) -> String { digest.prefix(32) + "." + suffix }

    /// Removes what exports to the same name left that were killed.
    private static func removeLeftovers(of name: String, in parent: Directory) throws {
        for entry in try parent.entries() where entry.hasPrefix(".\(name).") && entry.hasSuffix(".part") {
            guard let pid = Int32(entry.dropFirst(name.count + 2).dropLast(5)), kill(pid, 0) != 0, errno == ESRCH else {
                continue
            }
            try parent.removeTree(entry)
        }
    }
}

extension HLSFolder {
    /// A file that is written bit by bit and then named by its content.
    final class GrowingFile {
        private let folder: Directory
        private let file: PublicFile
        private let digest: SHA256
        private let named: (String, Int) -> Void
        /// In bytes.
        private(set) var size = 0

        private static let temporaryName = "media.part"

        fileprivate init(in folder: Directory, named: @escaping (String, Int) -> Void) throws {
            self.folder = folder
            self.named = named
            file = try PublicFile(Self.temporaryName, in: folder)
            digest = try SHA256()
        }

        func append(_ bytes: [UInt8]) throws {
            try file.append(bytes)
            digest.update(bytes)
            size += bytes.count
        }

        /// Gives the file its name.
        func finish(suffix: String) throws -> String {
            try file.sync()
            let name = HLSFolder.fileName(digest.finish(), suffix)
            try folder.rename(Self.temporaryName, to: name)
            named(name, size)
            return name
        }
    }
}
