import Descriptors
import Foundation
import SystemPackage

/// Free TCP ports of 127.0.0.1.
enum FreePorts {
    /// Returns ports. All are bound until the last one is known, so that they differ.
    static func find(_ count: Int) throws -> [UInt16] {
        var sockets: [OwnedDescriptor] = []
        defer { withExtendedLifetime(sockets) {} }
        return try (0..<count).map { _ in
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            sockets.append(OwnedDescriptor(FileDescriptor(rawValue: descriptor)))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
                }
            }
            guard isBound else { throw ServerError("There is no free port: \(String(cString: strerror(errno))).") }
            return UInt16(bigEndian: address.sin_port)
        }
    }

    /// Returns true if a server accepts connections at a port.
    static func isListening(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let socket = OwnedDescriptor(FileDescriptor(rawValue: descriptor))
        defer { withExtendedLifetime(socket) {} }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
