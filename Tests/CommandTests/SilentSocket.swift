import Glibc
import ReplayTestSupport

/// A server that takes connections and never says a word.
final class SilentSocket {
    private let descriptor: Int32
    /// Of TCP on 127.0.0.1; 0 where it has a path instead.
    let port: Int

    /// At a path.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try Self.listen(descriptor, at: &address)
    }

    /// At a free port of 127.0.0.1.
    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        try Self.listen(descriptor, at: &address)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Says in `address` where it has come to be.
    private static func listen<Address>(_ descriptor: Int32, at address: inout Address) throws {
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            var length = socklen_t(bytes.count)
            return bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 16) == 0
                && getsockname(descriptor, address, &length) == 0
        }
        guard isListening else { throw ServerError("no socket can be made that listens") }
    }
}
