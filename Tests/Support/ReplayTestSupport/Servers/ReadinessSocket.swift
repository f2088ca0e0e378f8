import Descriptors
import Foundation
import SystemPackage

/// The socket to which a server reports that it is ready, as services report to systemd (`sd_notify`).
final class ReadinessSocket {
    let path: String
    private let socket: OwnedDescriptor

    init(path: String) throws {
        self.path = path
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        socket = OwnedDescriptor(FileDescriptor(rawValue: Glibc.socket(AF_UNIX, type, 0)))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ServerError("The path \(path) is too long for a socket.")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafeBytes(of: &address) { bytes in
            bind(
                socket.descriptor.rawValue, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count))
        }
        guard bound == 0 else {
            throw ServerError("The socket \(path) cannot be made: \(String(cString: strerror(errno))).")
        }
    }

    /// Waits for the first report. Returns false if none comes in time.
    func waitUntilReady(seconds: Int) -> Bool {
        waitUntilReadable(socket.descriptor, milliseconds: Int32(seconds * 1000))
    }
}
