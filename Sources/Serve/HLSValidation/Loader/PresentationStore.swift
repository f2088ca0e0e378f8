package import Files
import Glibc
package import HLSPlaylist
import ReplayLibrary

/// A source of a presentation's files. It never returns files from outside the presentation.
package protocol PresentationStore {
    /// Opens a file.
    /// - Parameter components: The components of the file's path, without `.` and `..`.
    func open(_ components: [String]) throws(FileSystemError) -> MediaFile

    /// Reads the present version of a playlist.
    /// - Parameter query: The query for a server, or nil.
    func fresh(_ components: [String], query: String?) throws(FileSystemError) -> PlaylistText
}

extension PresentationStore {
    package func fresh(_ components: [String], query: String?) throws(FileSystemError) -> PlaylistText {
        try playlist(components)
    }

    /// Reads a playlist.
    /// - Throws: `FileSystemError` with `EFBIG` if it has more than 16 MiB or 200,000 lines.
    func playlist(_ components: [String]) throws(FileSystemError) -> PlaylistText {
        let file = try open(components)
        guard file.size <= 16 << 20, let bytes = file.bytes(at: 0, count: Int(file.size)),
            let text = PlaylistText(bytes)
        else { throw FileSystemError(EFBIG, operation: "read", subject: file.path) }
        return text
    }
}
