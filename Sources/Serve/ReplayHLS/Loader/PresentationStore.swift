package import Files
import Glibc
import ReplayLibrary

/// Where the files of a presentation come from. Nothing that it gives lies outside of it.
package protocol PresentationStore {
    /// Opens a file.
    /// - Parameter components: of its path, without `.` and `..`.
    func open(_ components: [String]) throws(FileSystemError) -> MediaFile
}

extension PresentationStore {
    /// - Throws: `EFBIG` for a playlist of more than 16 MiB or 200,000 lines.
    func playlist(_ components: [String]) throws(FileSystemError) -> PlaylistText {
        let file = try open(components)
        guard file.size <= 16 << 20, let bytes = file.bytes(at: 0, count: Int(file.size)),
            let text = PlaylistText(bytes)
        else { throw FileSystemError(EFBIG, operation: "read", subject: file.path) }
        return text
    }
}
