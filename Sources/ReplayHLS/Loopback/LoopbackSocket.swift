import Descriptors
import Glibc

/// A connection to a server on this machine, and to none elsewhere.
final class LoopbackSocket {
    private let socket: OwnedDescriptor
    private let deadline: ContinuousClock.Instant

    /// So long may a server take for one file.
    private static let limit = Duration.seconds(30)

    private init(_ socket: OwnedDescriptor) {
        self.socket = socket
        deadline = .now + Self.limit
    }

    /// - Returns: nil where nobody listens; `errno` says why.
    static func connect(_ family: LoopbackAddress.Family, port: UInt16) -> LoopbackSocket? {
        let domain = family == .v4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = OwnedDescriptor(Glibc.socket(domain, type, 0)) else { return nil }
        var timeout = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                socket.descriptor.rawValue, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        let connection = LoopbackSocket(socket)
        return connection.connect(family, port: port) ? connection : nil
    }

    private func connect(_ family: LoopbackAddress.Family, port: UInt16) -> Bool {
        switch family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
            return connect(&address)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
            return connect(&address)
        }
    }

    private func connect<Address>(_ address: inout Address) -> Bool {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let (address, size) = ($0, socklen_t(MemoryLayout<Address>.size))
                return SystemCall.retrying { Glibc.connect(socket.descriptor.rawValue, address, size) } == 0
            }
        }
    }

    /// Whether all of it went.
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let count = SystemCall.retrying {
            Glibc.send(socket.descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
        return count == bytes.count
    }

    /// What has come; empty at the end.
    /// - Returns: nil where the connection failed, or took too long.
    func receive() -> [UInt8]? {
        guard ContinuousClock.now < deadline else { return nil }
        return try? [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = try socket.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
