import Descriptors
import Files
import Glibc
import HLSPlaylist
import NIOPosix
import ReplayMovie

/// The files of a server on this machine. Each file is fetched into a nameless file before it is read. Redirects are
/// not followed.
///
/// Blocking: it waits for its event loop, so it must be used on threads that may block.
final class LoopbackServer: PresentationStore {
    private let address: LoopbackAddress
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    /// The last file. The byte ranges of a playlist are usually in the same file.
    private var last: (components: [String], file: MediaFile)?

    init(_ address: LoopbackAddress) { self.address = address }

    deinit {
        // This fails only if the group has already been shut down.
        try? group.syncShutdownGracefully()
    }

    func open(_ components: [String]) throws(FileSystemError) -> MediaFile {
        if let last, last.components == components { return last.file }
        return try fetch(components, query: nil)
    }

    private func fetch(_ components: [String], query: String?) throws(FileSystemError) -> MediaFile {
        let path = components.joined(separator: "/")
        let file = try Self.namelessFile(path)
        let target = "/" + components.map(Self.encoded).joined(separator: "/") + (query.map { "?" + $0 } ?? "")
        let request = FileRequest(address: address, path: target)
        let size = try FileSystemError.catching("fetch", subject: path) { try request.fetch(into: file, group) }
        let media = MediaFile(file, path: path, size: size)
        last = (components, media)
        return media
    }

    /// Fetches the present version of a playlist.
    func fresh(_ components: [String], query: String?) throws(FileSystemError) -> PlaylistText {
        _ = try fetch(components, query: query)
        // This reads the file that was just fetched.
        return try playlist(components)
    }

    private static func namelessFile(_ path: String) throws(FileSystemError) -> OwnedDescriptor {
        var name = Array("/tmp/replay-fetch-XXXXXX".utf8CString)
        guard let file = OwnedDescriptor(mkstemp(&name)), fcntl(file.descriptor.rawValue, F_SETFD, FD_CLOEXEC) == 0
        else {
            throw FileSystemError(operation: "fetch", subject: path)
        }
        unlink(name)
        return file
    }

    /// Returns the component with percent-encoding for characters that a path must not contain.
    private static func encoded(_ component: String) -> String {
        component.utf8.map { byte in
            let scalar = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-._~!$&'()*+,;=:@".contains(scalar))
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
