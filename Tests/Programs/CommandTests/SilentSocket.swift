import Descriptors
import Glibc
import ReplayTestSupport

/// A server that accepts connections and never answers.
final class SilentSocket {
    private let socket: OwnedDescriptor
    /// The TCP port on 127.0.0.1; 0 if the server has a path instead.
    let port: Int

    /// Listens at a path.
    init(path: String) throws {
        socket = try Self.make(AF_UNIX)
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try Self.listen(socket, at: &address)
    }

    /// Listens at a free port of 127.0.0.1.
    init() throws {
        socket = try Self.make(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        try Self.listen(socket, at: &address)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    private static func make(_ domain: Int32) throws -> OwnedDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = OwnedDescriptor(Glibc.socket(domain, type, 0)) else {
            throw ServerError("no socket can be made")
        }
        return socket
    }

    /// Starts to listen, and writes the actual address to `address`.
    private static func listen<Address>(_ socket: OwnedDescriptor, at address: inout Address) throws {
        let number = socket.descriptor.rawValue
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            var length = socklen_t(bytes.count)
            return bind(number, address, length) == 0 && Glibc.listen(number, 16) == 0
                && getsockname(number, address, &length) == 0
        }
        guard isListening else { throw ServerError("no socket can be made that listens") }
    }
}
