import FFmpeg
package import Files
import FoundationEssentials
import Glibc
import ReplayLibrary
import ReplayMovie

/// What a folder of ours holds, so that it is known again, and nothing else in it is ever touched.
package struct HLSManifest: Sendable {
    /// The version of the format: 2. In 1 there were only paths.
    private static let version = 2
    /// Hidden: players and visitors have no use for it.
    package static let fileName = ".replay-hls.json"
    private static let limit = 64 << 20

    /// By which a file is known again.
    package struct File: Codable, Hashable, Sendable {
        /// In bytes.
        let bytes: Int64
        /// A `ContentHash`.
        let hash: String
    }

    /// All files but this one, by their paths from the folder; nil: it is not told what is in one.
    let files: [String: File?]

    init(_ files: [String: File]) { self.files = files }

    /// Nil: it is none of ours.
    init?(_ bytes: [UInt8]) {
        guard let files = try? Self.files(in: Data(bytes)) else { return nil }
        self.files = files
    }

    /// - Returns: nil for another version of the format.
    private static func files(in data: Data) throws -> [String: File?]? {
        switch try JSONDecoder().decode(Version.self, from: data).version {
        case 1:
            Dictionary(try JSONDecoder().decode(Paths.self, from: data).files.map { ($0, nil) }) { first, _ in first }
        case version: try JSONDecoder().decode(Entries.self, from: data).files
        default: nil
        }
    }

    /// Reads a folder's; nil: there is none that can be understood.
    /// - Throws: `FileSystemError` where there is one that cannot be read.
    package init?(in folder: Directory) throws(FileSystemError) {
        do throws(FileSystemError) {
            self.init(try folder.contents(of: Self.fileName, limit: Self.limit))
        } catch {
            // Of that name there is nothing, or something else.
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

    /// As the file has it.
    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return [UInt8](try encoder.encode(Entries(files: files.compactMapValues(\.self)))) + [UInt8(ascii: "\n")]
        }
    }

    /// Whether all files of the folder at `path` are what was written, by size and content. Reads all of them; one that cannot
    /// be read is not.
    package static func isIntact(at path: String) -> Bool {
        guard let folder = try? Directory.open(path), let manifest = try? HLSManifest(in: folder) else { return false }
        return manifest.files.allSatisfy { path, file in
            file.map { (try? $0.isThat(at: path, in: folder)) ?? false } ?? false
        }
    }
}

extension HLSManifest.File {
    init(_ bytes: [UInt8]) throws { self.init(bytes: Int64(bytes.count), hash: try ContentHash.of(bytes)) }

    fileprivate func isThat(at path: String, in root: Directory) throws -> Bool {
        var (folder, components) = (root, path.pathComponents[...])
        guard let name = components.popLast() else { return false }
        for component in components { folder = try folder.directory(component) }
        guard let status = folder.status(of: name), status.type == .regular, status.size == bytes else { return false }
        return try ContentHash.of(try folder.openFile(name, .readOnly, .nonBlocking), name: path) == hash
    }
}
