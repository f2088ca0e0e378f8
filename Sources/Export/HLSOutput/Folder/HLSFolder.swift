import FFmpeg
import Files
import ReplayLibrary
import ReplayMovie
import ReplayRendering
import Synchronization

/// The files that an export writes into an HLS folder. Renditions may be written concurrently.
final class HLSFolder: Sendable {
    /// The files and folders written so far.
    private struct Contents {
        var folders: [String: Directory] = [:]
        var files: [String: HLSManifest.File] = [:]
        var keptFiles = 0
        var newFiles = 0
        var bytes: Int64 = 0
    }

    private let staged: StagedFolder
    private let contents = Mutex(Contents())

    /// The final path of the folder, as the caller specified it.
    var path: String { staged.path }
    /// The number of media files that existed already with identical content.
    var keptFiles: Int { contents.withLock { $0.keptFiles } }
    /// The number of media files that did not exist yet.
    var newFiles: Int { contents.withLock { $0.newFiles } }
    /// The size of all media files, in bytes.
    var bytes: Int64 { contents.withLock { $0.bytes } }

    /// The parts of the previous export that this export does not have, as nouns: page, captions.
    var lostParts: [String] {
        let made = contents.withLock { Set($0.files.keys) }
        func isLost(_ isPart: (String) -> Bool) -> Bool {
            staged.old?.paths.contains(where: isPart) ?? false && !made.contains(where: isPart)
        }
        return [
            isLost { $0 == "index.html" } ? "page" : nil, isLost { $0.hasPrefix("captions/") } ? "captions" : nil,
        ].compactMap(\.self)
    }

    /// - Throws: `ExportError` if the folder contains files that Replay did not write.
    init(at path: String, sparing places: ProtectedPaths) throws {
        staged = try StagedFolder(at: path, sparing: places)
    }

    /// Writes a file under a name derived from its content, or keeps an existing file with this content.
    /// - Parameter suffix: The extension of the name, without the dot.
    /// - Returns: The name.
    func store(_ bytes: [UInt8], in rendition: String, suffix: String) throws -> String {
        let digest = try SHA256()
        digest.update(bytes)
        let (file, entry) = (Self.fileName(digest: digest.finish(), suffix: suffix), try HLSManifest.File(bytes))
        guard contents.withLock({ $0.files.updateValue(entry, forKey: "\(rendition)/\(file)") == nil }) else {
            return file
        }
        let folder = try subfolder(rendition)
        let isKept = try staged.old?.keep(file, of: rendition, holding: bytes, in: folder) ?? false
        if !isKept { try Self.write(bytes, to: file, in: folder) }
        count(entry, isKept: isKept)
        return file
    }

    /// Writes a file with a fixed name.
    /// - Parameter path: The path relative to the folder, at most one subfolder deep.
    func write(_ bytes: [UInt8], to path: String) throws {
        let parts = path.pathComponents
        let file = try HLSManifest.File(bytes)
        contents.withLock { $0.files[path] = file }
        try Self.write(bytes, to: parts.last ?? "", in: parts.count > 1 ? try subfolder(parts[0]) : staged.folder)
    }

    /// Creates a file that gets its name when its content is complete.
    func growingFile(in rendition: String) throws -> GrowingFile {
        try GrowingFile(in: try subfolder(rendition)) { [weak self] name, file in
            guard let self else { return }
            contents.withLock { $0.files["\(rendition)/\(name)"] = file }
            count(file, isKept: staged.old?.contains(name, of: rendition) ?? false)
        }
    }

    private func count(_ file: HLSManifest.File, isKept: Bool) {
        contents.withLock { contents in
            contents.bytes += file.bytes
            if isKept { contents.keptFiles += 1 } else { contents.newFiles += 1 }
        }
    }

    /// Moves the folder into its final place.
    func commit(_ announce: OutputAnnouncement?) throws {
        try staged.commit(contents.withLock { $0.files }, announce: announce)
    }

    private func subfolder(_ name: String) throws -> Directory {
        try contents.withLock { contents in
            if let made = contents.folders[name] { return made }
            let made = try staged.folder.createSharedDirectory(name)
            contents.folders[name] = made
            return made
        }
    }

    private static func write(_ bytes: [UInt8], to name: String, in folder: Directory) throws {
        let file = try PublicFile(name, in: folder)
        try file.append(bytes)
        try file.sync()
    }

    /// Half of the digest is enough, because it only has to distinguish segments, not resist an attack.
    fileprivate static func fileName(digest: String, suffix: String) -> String { digest.prefix(32) + "." + suffix }
}

extension HLSFolder {
    /// A file that is written in pieces and then named by its content.
    final class GrowingFile {
        private let folder: Directory
        private let file: PublicFile
        private let digest: SHA256
        private let hash: ContentHash
        private let named: (String, HLSManifest.File) -> Void
        /// The size so far, in bytes.
        private(set) var size = 0

        private static let temporaryName = "media.part"

        fileprivate init(in folder: Directory, named: @escaping (String, HLSManifest.File) -> Void) throws {
            self.folder = folder
            self.named = named
            file = try PublicFile(Self.temporaryName, in: folder)
            digest = try SHA256()
            hash = try ContentHash()
        }

        func append(_ bytes: [UInt8]) throws {
            try file.append(bytes)
            digest.update(bytes)
            hash.update(bytes)
            size += bytes.count
        }

        /// Renames the file by its content, and returns the name.
        func finish(suffix: String) throws -> String {
            try file.sync()
            let name = HLSFolder.fileName(digest: digest.finish(), suffix: suffix)
            try folder.rename(Self.temporaryName, to: name)
            named(name, HLSManifest.File(bytes: Int64(size), hash: hash.finish()))
            return name
        }
    }
}
