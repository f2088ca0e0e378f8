import Descriptors
import Foundation

/// A small HTTP server on the loopback interface that serves each of its files whole.
final class FileServer {
    let port: UInt16
    private let socket: OwnedDescriptor

    struct Failure: Error {}

    /// - Parameters:
    ///   - second: The files that are served from the second request for the same file on.
    ///   - response: Makes the response from a file's content, which is nil if there is no such file.
    init(
        _ files: [String: [UInt8]], second: [String: [UInt8]]? = nil,
        response: @escaping @Sendable ([UInt8]?) -> [UInt8] = FileServer.whole
    ) throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard let socket = OwnedDescriptor(descriptor) else { throw Failure() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isReady else { throw Failure() }
        self.socket = socket
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            var asked: Set<String> = []
            while let client = OwnedDescriptor(
                SystemCall.retrying { accept(socket.descriptor.rawValue, nil, nil) })
            {
                Self.answer(client) { response(asked.insert($0).inserted ? files[$0] : (second ?? files)[$0]) }
            }
        }
    }

    /// Ends the wait of the server's thread.
    deinit { shutdown(socket.descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// Returns a response with the content and its length, or 404.
    static func whole(_ content: [UInt8]?) -> [UInt8] {
        guard let content else { return Array("HTTP/1.0 404 Not Found\r\n\r\n".utf8) }
        return Array("HTTP/1.0 200 OK\r\nContent-Length: \(content.count)\r\n\r\n".utf8) + content
    }

    private static func answer(_ client: OwnedDescriptor, _ response: (String) -> [UInt8]) {
        var request = [UInt8](repeating: 0, count: 4096)
        let count = try? request.withUnsafeMutableBytes { try client.descriptor.read(into: $0) }
        let words = String(decoding: request.prefix(count ?? 0), as: UTF8.self).split(separator: " ")
        guard words.count > 1 else { return }
        let bytes = response(String(words[1].dropFirst()))
        var sent = 0
        while sent < bytes.count {
            let part = bytes[sent...].withUnsafeBytes {
                send(client.descriptor.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard part > 0 else { return }
            sent += part
        }
    }
}
