import Descriptors
import Glibc
import ReplayLibrary
import ReplayMovie
import SystemPackage

/// The files of a server on this machine. Each is taken into a nameless file before it is read; redirects are not
/// followed.
final class LoopbackServer: PresentationStore {
    private let address: LoopbackAddress
    /// Byte ranges of a playlist mostly lie in one file.
    private var last: (components: [String], file: MediaFile)?

    private static let headLimit = 64 << 10
    private static let fileLimit: Int64 = 512 << 20

    init(_ address: LoopbackAddress) { self.address = address }

    func open(_ components: [String]) throws(FileSystemError) -> MediaFile {
        if let last, last.components == components { return last.file }
        let path = components.joined(separator: "/")
        guard let socket = connect() else { throw FileSystemError(operation: "fetch", subject: path) }
        let request =
            "GET /\(components.map(Self.encoded).joined(separator: "/")) HTTP/1.0\r\nHost: \(address.authority)"
        guard socket.send(request + "\r\nConnection: close\r\n\r\n"), let (head, start) = Self.head(of: socket) else {
            throw FileSystemError(EIO, operation: "fetch", subject: path)
        }
        guard head.status == 200, !head.isChunked else {
            throw FileSystemError(head.status == 404 ? ENOENT : EXDEV, operation: "fetch", subject: path)
        }
        let file = try Self.store(start, socket, head.contentLength, path)
        last = (components, file)
        return file
    }

    /// A playlist as it is now.
    func fresh(_ components: [String]) throws(FileSystemError) -> PlaylistText {
        last = nil
        return try playlist(components)
    }

    private func connect() -> LoopbackSocket? {
        address.families.lazy.compactMap { LoopbackSocket.connect($0, port: self.address.port) }.first
    }

    /// The response's head, and what came of the body along with it.
    private static func head(of socket: LoopbackSocket) -> (HTTPResponseHead, [UInt8])? {
        var bytes: [UInt8] = []
        while bytes.count < headLimit, let part = socket.receive(), !part.isEmpty {
            bytes += part
            if let end = bytes.indices.dropLast(3).first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) {
                let text = String(decoding: bytes[..<end], as: UTF8.self)
                return HTTPResponseHead(text).map { ($0, Array(bytes[(end + 4)...])) }
            }
        }
        return nil
    }

    private static func store(
        _ start: [UInt8], _ socket: LoopbackSocket, _ length: Int64?, _ path: String
    ) throws(FileSystemError) -> MediaFile {
        var name = Array("/tmp/replay-fetch-XXXXXX".utf8CString)
        guard let file = OwnedDescriptor(mkstemp(&name)), fcntl(file.descriptor.rawValue, F_SETFD, FD_CLOEXEC) == 0
        else {
            throw FileSystemError(operation: "fetch", subject: path)
        }
        unlink(name)
        let size = try FileSystemError.catching("fetch", path) {
            var (part, size) = (start, Int64(0))
            repeat {
                try file.descriptor.writeAll(part)
                size += Int64(part.count)
                guard size <= fileLimit else { throw Errno.fileTooLarge }
                guard let next = socket.receive() else { throw Errno.ioError }
                part = next
            } while !part.isEmpty
            return size
        }
        guard length ?? size == size else { throw FileSystemError(EIO, operation: "fetch", subject: path) }
        return MediaFile(file, path: path, size: size)
    }

    /// With %XX for what a path may not hold.
    private static func encoded(_ component: String) -> String {
        component.utf8.map { byte in
            let scalar = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-._~!$&'()*+,;=:@".contains(scalar))
            return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
