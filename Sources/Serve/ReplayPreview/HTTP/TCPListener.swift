import Descriptors
import Files
import Glibc

/// A listening socket at one IPv4 address.
///
/// NIO's listener is not used because child processes inherit its descriptors. A recorder that outlives the server
/// would keep the port and the connections open.
struct TCPListener: Sendable {
    /// The address and the port of the socket.
    let endpoint: IPv4Endpoint
    var port: UInt16 { endpoint.port }
    private let socket: OwnedDescriptor

    /// An accepted connection.
    struct Client {
        let socket: OwnedDescriptor
        /// The client's endpoint.
        let address: IPv4Endpoint
    }

    /// Opens a socket on 127.0.0.1.
    /// - Parameter port: The port, or 0 for any free one.
    init(port: UInt16) throws(FileSystemError) { try self.init(at: IPv4Endpoint(port: port)) }

    /// Opens a socket.
    /// - Parameter endpoint: The address, and the port or 0 for any free one.
    init(at endpoint: IPv4Endpoint) throws(FileSystemError) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var (address, size) = (endpoint.address, socklen_t(MemoryLayout<sockaddr_in>.size))
        var isReused: Int32 = 1
        guard let socket = OwnedDescriptor(Glibc.socket(AF_INET, type, 0)) else {
            throw FileSystemError(operation: "open a socket at", subject: endpoint.hostText)
        }
        let descriptor = socket.descriptor.rawValue
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isListening else { throw FileSystemError(operation: "listen at", subject: endpoint.text) }
        self.socket = socket
        self.endpoint = IPv4Endpoint(address)
    }

    /// Waits for the next client.
    /// - Returns: The client, or nil after `stop()`.
    func accept() -> Client? {
        while true {
            var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
            let accepted = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.accept(socket.descriptor.rawValue, $0, &size)
                }
            }
            if let client = OwnedDescriptor(accepted), fcntl(accepted, F_SETFD, FD_CLOEXEC) == 0 {
                return Client(socket: client, address: IPv4Endpoint(address))
            }
            switch errno {
            case EINVAL, EBADF: return nil
            // No descriptor is left; some may be closed soon.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(50_000)
            // The client has disconnected, or a signal arrived.
            default: break
            }
        }
    }

    /// Makes `accept()` return nil from now on.
    func stop() { shutdown(socket.descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// Closes the port. No thread may be waiting in `accept()`.
    func close() {
        // An error here loses no data.
        try? socket.close()
    }
}
