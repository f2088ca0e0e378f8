import Glibc
import ReplayMovie

/// The folder that is checked: its files are reached component by component, never through a link and never outside.
struct PresentationFolder {
    private let root: Directory

    private static let depthLimit = 16
    private static let playlistLimit: Int64 = 16 << 20

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
        var folder = root
        for component in components.dropLast() { folder = try folder.directory(component) }
        return try MediaFile.open(name, in: folder, path: path)
    }

    /// - Throws: `EFBIG` for a playlist of more than 16 MiB or 200,000 lines.
    func playlist(_ components: [String]) throws(FileSystemError) -> PlaylistText {
        let file = try open(components)
        guard file.size <= Self.playlistLimit, let bytes = file.bytes(at: 0, count: Int(file.size)),
            let text = PlaylistText(bytes)
        else { throw FileSystemError(EFBIG, operation: "read", subject: file.path) }
        return text
    }
}
