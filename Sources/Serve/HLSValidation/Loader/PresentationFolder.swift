import Files
import Glibc
import ReplayLibrary

/// The folder to check. Its files are opened component by component, never through a link and never outside it.
struct PresentationFolder: PresentationStore {
    private let root: Directory

    private static let depthLimit = 16

    init(_ path: String) throws(FileSystemError) { root = try Directory.open(path) }

    /// Returns the names of at most 64 playlists directly in the folder.
    func playlistNames() throws(FileSystemError) -> [String] {
        let names = try root.entries().filter { $0.hasSuffix(".m3u8") || $0.hasSuffix(".m3u") }
        return Array(names.prefix(64))
    }

    func open(_ components: [String]) throws(FileSystemError) -> MediaFile {
        let path = components.joined(separator: "/")
        guard let name = components.last, components.count <= Self.depthLimit else {
            throw FileSystemError(ENAMETOOLONG, operation: "open", subject: path)
        }
        do throws(FileSystemError) {
            var folder = root
            for component in components.dropLast() { folder = try folder.directory(component) }
            return try MediaFile.open(name, in: folder, path: path)
        } catch {
            // The path is relative to the folder, as all paths in a report are.
            throw FileSystemError(error.code, operation: error.operation, subject: path)
        }
    }
}
