import Files
import Glibc
import ReplayLibrary
import ReplayRendering

/// An HLS folder of Replay that exists already.
struct PublishedFolder {
    private let folder: Directory
    /// The paths as bytes, because Swift strings with different bytes can be equal.
    private let files: Set<[UInt8]>

    /// - Returns: Nil if there is no folder of that name, or if it is empty.
    /// - Throws: `ExportError.foreignFolder` if the folder contains a file that Replay did not write, and
    ///   `ExportError.outputIsNoFolder` if the name is not that of a folder.
    init?(_ name: String, in parent: Directory, path: String) throws {
        guard parent.contains(name) else { return nil }
        folder = try Self.open(name, in: parent, path: path)
        let entries = try folder.entries()
        guard !entries.isEmpty else { return nil }
        let manifest = try HLSManifest(in: folder)
        files = Set((manifest?.files ?? [:]).keys.map(\.pathBytes))
        let folders = Set(
            files.compactMap { path in path.firstIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } })
        for entry in entries where entry != HLSManifest.fileName && !files.contains(entry.pathBytes) {
            guard folders.contains(entry.pathBytes), folder.status(of: entry)?.type == .directory else {
                throw ExportError.foreignFolder(path, file: entry)
            }
            if let other = try folder.directory(entry).entries().first(where: { !contains($0, of: entry) }) {
                throw ExportError.foreignFolder(path, file: "\(entry)/\(other)")
            }
        }
    }

    /// The paths of the files, relative to the folder.
    var paths: [String] { files.map { String(decoding: $0, as: UTF8.self) } }

    func contains(_ file: String, of rendition: String) -> Bool {
        files.contains(rendition.pathBytes + [UInt8(ascii: "/")] + file.pathBytes)
    }

    /// Links a file into another folder, if the file has this content. Returns true if it did.
    func keep(_ file: String, of rendition: String, holding bytes: [UInt8], in other: Directory) throws -> Bool {
        // A file that cannot be read is written again.
        guard contains(file, of: rendition), let source = try? folder.directory(rendition),
            source.size(of: file) == bytes.count, (try? source.contents(of: file, limit: bytes.count)) == bytes
        else { return false }
        do throws(FileSystemError) {
            try source.link(file, into: other)
            return true
        } catch {
            // The file system does not support another hard link.
            if [EMLINK, EPERM, EXDEV, EOPNOTSUPP].contains(error.code) { return false }
            throw error
        }
    }

    private static func open(_ name: String, in parent: Directory, path: String) throws -> Directory {
        do throws(FileSystemError) {
            return try parent.directory(name)
        } catch {
            if [ENOTDIR, ELOOP].contains(error.code) { throw ExportError.outputIsNoFolder(path) }
            throw error
        }
    }
}
