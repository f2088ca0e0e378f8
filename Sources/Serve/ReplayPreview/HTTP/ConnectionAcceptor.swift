import Descriptors
import Glibc
import NIOCore
import Synchronization
import Threads

/// Accepts connections on a thread of its own: from this machine and the same user, and not too many.
final class ConnectionAcceptor: Sendable {
    /// The connections that were accepted, for one reader.
    let connections: AsyncStream<Connection>

    private let listener: LoopbackListener
    private let limit: Int
    private let open = Mutex(0)
    private let source: AsyncStream<Connection>.Continuation

    /// A connection, which counts as open until it is released.
    final class Connection: Sendable {
        private let socket: OwnedDescriptor
        private let acceptor: ConnectionAcceptor

        fileprivate init(_ socket: OwnedDescriptor, acceptor: ConnectionAcceptor) {
            (self.socket, self.acceptor) = (socket, acceptor)
        }

        deinit { acceptor.open.withLock { $0 -= 1 } }

        /// Gives the socket to the caller, who closes it.
        func releaseSocket() -> CInt {
            defer { socket.release() }
            return socket.descriptor.rawValue
        }
    }

    /// The number of connections that are open.
    var count: Int { open.withLock { $0 } }

    init(_ listener: LoopbackListener, limit: Int) {
        (self.listener, self.limit) = (listener, limit)
        (connections, source) = AsyncStream.makeStream()
    }

    /// Begins to accept connections. `connections` ends when the listener is stopped and the port is free again.
    func start() throws(ThreadError) {
        try WorkerThread.detach(named: "preview clients") { [self] in
            while let client = listener.accept() { take(client) }
            listener.close()
            source.finish()
        }
    }

    private func take(_ client: LoopbackListener.Client) {
        guard client.address.host == LoopbackEndpoint.loopback, owner(of: client) == geteuid() else { return }
        let isAccepted = open.withLock { open in
            guard open < limit else { return false }
            open += 1
            return true
        }
        guard isAccepted else { return Self.turnAway(client.socket) }
        var isImmediate: Int32 = 1
        setsockopt(
            client.socket.descriptor.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isImmediate,
            socklen_t(MemoryLayout<Int32>.size))
        source.yield(Connection(client.socket, acceptor: self))
    }

    /// The user at the other end.
    private func owner(of client: LoopbackListener.Client) -> uid_t? {
        let server = LoopbackEndpoint(port: listener.port)
        return SocketDiagnosis(client.address, to: server).owner() ?? SocketTable(client.address, to: server).owner()
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
