import Files
import Glibc
import ReplayLibrary

/// The folder that is checked: its files are reached component by component, never through a link and never outside.
struct PresentationFolder: PresentationStore {
    private let root: Directory

    private static let depthLimit = 16

    init(_ path: String) throws(FileSystemError) { root = try Directory.open(path) }

    /// The names of the playlists that lie in the folder itself; at most 64.
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
            // Named from the folder on, as everything in a report is.
            throw FileSystemError(error.code, operation: error.operation, subject: path)
        }
    }
}
