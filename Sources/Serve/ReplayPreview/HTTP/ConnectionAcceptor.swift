import Descriptors
import Glibc
import NIOCore
import Threads

/// Accepts connections on threads of its own, and not too many.
///
/// They come from the same user on this machine, and from guests if there may be viewers.
final class ConnectionAcceptor: Sendable {
    /// The connections that were accepted, for one reader.
    let connections: AsyncStream<Connection>

    private let listeners: [TCPListener]
    private let allowsGuests: Bool
    private let open: OpenConnections
    /// The number of listeners that still accept.
    private let running: ConditionLock<Int>
    private let source: AsyncStream<Connection>.Continuation

    /// A connection, which counts as open until it is released.
    final class Connection: Sendable {
        /// True if the client is another user or another machine.
        let isGuest: Bool
        private let socket: OwnedDescriptor
        private let open: OpenConnections
        private let number: Int

        fileprivate init(_ socket: OwnedDescriptor, number: Int, isGuest: Bool, open: OpenConnections) {
            (self.socket, self.number, self.isGuest, self.open) = (socket, number, isGuest, open)
        }

        deinit { open.remove(number) }

        /// Gives the socket to the caller, who closes it.
        func releaseSocket() -> CInt {
            defer { socket.release() }
            return socket.descriptor.rawValue
        }

        /// Sets the function that closes the connection if another one needs its place.
        func setClosing(_ close: @escaping @Sendable () -> Void) { open.setClosing(of: number, close) }

        /// Notes that the client has sent a request with these rights. Such a connection is not closed for another one.
        /// - Returns: False if too many connections are viewers'.
        func use(by role: AccessRole?) -> Bool {
            guard let role else { return true }
            return open.use(number, isViewers: role != .owner)
        }
    }

    /// The number of connections that are open.
    var count: Int { open.count }

    init(_ listeners: [TCPListener], allowsGuests: Bool, limits: HTTPLimits) {
        (self.listeners, self.allowsGuests) = (listeners, allowsGuests)
        open = OpenConnections(limits)
        running = ConditionLock(listeners.count)
        (connections, source) = AsyncStream.makeStream()
    }

    /// Begins to accept connections. `connections` ends when all listeners are stopped and their ports are free again.
    /// - Throws: `ThreadError`. Nothing is accepted then.
    func start() throws(ThreadError) {
        do {
            for listener in listeners {
                try WorkerThread.detach(named: "preview clients") { [self] in accept(at: listener) }
            }
        } catch {
            stop()
            throw error
        }
    }

    private func accept(at listener: TCPListener) {
        while let client = listener.accept() { take(client, at: listener) }
        listener.close()
        let left = running.update { count -> Int in
            count -= 1
            return count
        }
        if left == 0 { source.finish() }
    }

    /// Stops all listeners.
    func stop() { for listener in listeners { listener.stop() } }

    private func take(_ client: TCPListener.Client, at listener: TCPListener) {
        let isGuest = !isOwnUser(client, at: listener)
        guard !isGuest || allowsGuests else { return }
        guard let number = open.add(isGuest: isGuest) else { return Self.turnAway(client.socket) }
        var isImmediate: Int32 = 1
        setsockopt(
            client.socket.descriptor.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isImmediate,
            socklen_t(MemoryLayout<Int32>.size))
        source.yield(Connection(client.socket, number: number, isGuest: isGuest, open: open))
    }

    /// Returns true if the user of this process is at the other end, on this machine.
    private func isOwnUser(_ client: TCPListener.Client, at listener: TCPListener) -> Bool {
        let server = listener.endpoint
        guard server.host == IPv4Endpoint.loopback, client.address.host == IPv4Endpoint.loopback else { return false }
        let owner =
            SocketDiagnosis(client.address, to: server).owner() ?? SocketTable(client.address, to: server).owner()
        return owner == geteuid()
    }

    /// Answers without waiting, and without reading the request.
    private static func turnAway(_ client: OwnedDescriptor) {
        let body = #"{"error":"too many connections are open"}"#
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n"
        let text = Array((head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8)
        // A client that cannot be told sees the connection closed.
        _ = send(client.descriptor.rawValue, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
}
