import Glibc
import ReplayMovie

/// An HLS folder of ours that is there already.
struct PublishedFolder {
    private let folder: Directory
    private let files: Set<String>

    private static let manifestLimit = 64 << 20

    /// - Returns: nil where there is no folder of that name, or an empty one.
    /// - Throws: `ExportError.foreignFolder` where there is something in it that is not ours, or it is no folder.
    init?(_ name: String, in parent: Directory, path: String) throws {
        guard parent.contains(name) else { return nil }
        folder = try Self.open(name, in: parent, path: path)
        let entries = try folder.entries()
        guard !entries.isEmpty else { return nil }
        let manifest = try? HLSManifest(folder.contents(of: HLSManifest.fileName, limit: Self.manifestLimit))
        files = Set(manifest?.files ?? [])
        let folders = Set(files.compactMap { $0.contains("/") ? String($0.prefix { $0 != "/" }) : nil })
        for entry in entries where entry != HLSManifest.fileName && !files.contains(entry) {
            guard folders.contains(entry), let inner = try? folder.directory(entry) else {
                throw ExportError.foreignFolder(path, file: entry)
            }
            if let other = try inner.entries().first(where: { !files.contains("\(entry)/\($0)") }) {
                throw ExportError.foreignFolder(path, file: "\(entry)/\(other)")
            }
        }
    }

    func contains(_ file: String, of rendition: String) -> Bool { files.contains("\(rendition)/\(file)") }

    /// Gives a file its place in another folder too, where it holds these bytes.
    func keep(_ file: String, of rendition: String, holding bytes: [UInt8], in other: Directory) throws -> Bool {
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
