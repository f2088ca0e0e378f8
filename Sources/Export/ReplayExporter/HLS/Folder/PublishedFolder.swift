import Files
import Glibc
import ReplayLibrary

/// An HLS folder of ours that is there already.
struct PublishedFolder {
    private let folder: Directory
    /// Paths, to the byte: another file's may be the same text to Swift.
    private let files: Set<[UInt8]>

    /// - Returns: nil where there is no folder of that name, or an empty one.
    /// - Throws: `ExportError.foreignFolder` where there is something in it that is not ours, or it is no folder.
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

    /// The paths of its files, from the folder.
    var paths: [String] { files.map { String(decoding: $0, as: UTF8.self) } }

    func contains(_ file: String, of rendition: String) -> Bool {
        files.contains(rendition.pathBytes + [UInt8(ascii: "/")] + file.pathBytes)
    }

    /// Gives a file its place in another folder too, where it holds these bytes.
    func keep(_ file: String, of rendition: String, holding bytes: [UInt8], in other: Directory) throws -> Bool {
        // What cannot be read is written anew.
        guard contains(file, of: rendition), let source = try? folder.directory(rendition),
            source.size(of: file) == bytes.count, (try? source.contents(of: file, limit: bytes.count)) == bytes
        else { return false }
        do throws(FileSystemError) {
            try source.link(file, into: other)
            return true
        } catch {
            // A file system that has no second names.
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
