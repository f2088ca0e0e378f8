import FFmpeg
package import Files
import FoundationEssentials
import Glibc
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// The list of the files that Replay wrote into a folder. It identifies the folder, and other files in it are never
/// changed.
package struct HLSManifest: Sendable {
    /// The version of the format: 2. Version 1 contained only paths.
    private static let version = 2
    /// A hidden file, because players and visitors do not need it.
    package static let fileName = Preset.HLS.manifestName
    private static let limit = 64 << 20

    /// The size and the hash of a file.
    package struct File: Codable, Hashable, Sendable {
        /// The size, in bytes.
        package let bytes: Int64
        /// The `ContentHash` of the file.
        package let hash: String
    }

    /// All files except the manifest, by their paths relative to the folder. A value is nil if the manifest says
    /// nothing about the file's content.
    let files: [String: File?]

    package init(_ files: [String: File]) { self.files = files }

    /// Parses a manifest. Returns nil if it is not one that Replay wrote.
    package init?(_ bytes: [UInt8]) {
        guard let files = try? Self.files(in: Data(bytes)) else { return nil }
        self.files = files
    }

    /// - Returns: Nil for an unknown version of the format.
    private static func files(in data: Data) throws -> [String: File?]? {
        switch try JSONDecoder().decode(Version.self, from: data).version {
        case 1:
            Dictionary(try JSONDecoder().decode(Paths.self, from: data).files.map { ($0, nil) }) { first, _ in first }
        case version: try JSONDecoder().decode(Entries.self, from: data).files
        default: nil
        }
    }

    /// Reads the manifest of a folder. Returns nil if the folder has none, or one that cannot be parsed.
    /// - Throws: `FileSystemError` if an existing manifest cannot be read.
    package init?(in folder: Directory) throws(FileSystemError) {
        do throws(FileSystemError) {
            self.init(try folder.contents(of: Self.fileName, limit: Self.limit))
        } catch {
            // The file does not exist, or is not one that Replay wrote.
            guard [ENOENT, EISDIR, ELOOP, ESPIPE, EFBIG].contains(error.code) else { throw error }
            return nil
        }
    }

    private struct Version: Codable { var version = HLSManifest.version }
    private struct Paths: Codable { let files: [String] }
    private struct Entries: Codable {
        var version = HLSManifest.version
        let files: [String: File]
    }

    /// The manifest as JSON.
    package var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return [UInt8](try encoder.encode(Entries(files: files.compactMapValues(\.self)))) + [UInt8(ascii: "\n")]
        }
    }

    /// Returns true if all files of the folder at `path` have the size and content that the manifest lists. Reads all
    /// of them; a file that cannot be read counts as changed.
    package static func isIntact(at path: String) -> Bool {
        guard let folder = try? Directory.open(path), let manifest = try? HLSManifest(in: folder) else { return false }
        return manifest.files.allSatisfy { path, file in
            // A file that cannot be read counts as changed, so that the output is made again.
            file.map { (try? $0.isThat(at: path, in: folder)) ?? false } ?? false
        }
    }
}

extension HLSManifest.File {
    package init(_ bytes: [UInt8]) throws { self.init(bytes: Int64(bytes.count), hash: try ContentHash.of(bytes)) }

    fileprivate func isThat(at path: String, in root: Directory) throws -> Bool {
        var (folder, components) = (root, path.pathComponents[...])
        guard let name = components.popLast() else { return false }
        for component in components { folder = try folder.directory(component) }
        guard let status = folder.status(of: name), status.type == .regular, status.size == bytes else { return false }
        return try ContentHash.of(try folder.openFile(name, mode: .readOnly, options: .nonBlocking), name: path) == hash
    }
}
