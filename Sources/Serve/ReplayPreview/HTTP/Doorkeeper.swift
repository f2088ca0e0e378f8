import Descriptors
import Glibc
import NIOCore
import NIOPosix
import ReplayLibrary
import Threads

/// An acceptor of connections on a thread of its own. It accepts only clients of this machine and user, up to a limit.
struct Doorkeeper: Sendable {
    private let listener: LoopbackListener
    private let group: any EventLoopGroup
    private let server: HTTPContext

    init(_ listener: LoopbackListener, _ group: any EventLoopGroup, _ server: HTTPContext) {
        (self.listener, self.group, self.server) = (listener, group, server)
    }

    /// Starts to accept connections, until the listener is stopped.
    /// - Returns: A stream that ends when accepting has ended and the port is free again.
    func start() throws(ThreadError) -> AsyncStream<Never> {
        let (ended, end) = AsyncStream<Never>.makeStream()
        try WorkerThread.detach("preview clients") {
            while let client = listener.accept() { take(client) }
            listener.close()
            end.finish()
        }
        return ended
    }

    private func take(_ client: LoopbackListener.Client) {
        guard client.address.host == LoopbackEndpoint.loopback, owner(of: client) == geteuid() else { return }
        guard server.census.addConnection() else { return Self.turnAway(client.socket) }
        let descriptor = client.socket.descriptor.rawValue
        var isImmediate: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isImmediate, socklen_t(MemoryLayout<Int32>.size))
        // NIO now owns the descriptor and closes it.
        client.socket.release()
        ClientBootstrap(group: group)
            .channelInitializer { [server] channel in
                channel.eventLoop.makeCompletedFuture { try server.setUp(channel) }
            }
            .withConnectedSocket(descriptor).flatMap(\.closeFuture)
            .whenComplete { [server] _ in server.census.removeConnection() }
    }

    private func owner(of client: LoopbackListener.Client) -> uid_t? {
        let server = LoopbackEndpoint(port: listener.port)
        return SocketDiagnosis(client.address, to: server).owner() ?? SocketTable(client.address, to: server).owner()
    }

    /// Refuses a connection with status 503, without waiting and without reading the request.
    private static func turnAway(_ client: OwnedDescriptor) {
        let body = #"{"error":"too many connections are open"}"#
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nConnection: close\r\n"
        let text = Array((head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body).utf8)
        // If the response cannot be sent, the client only sees the closed connection.
        _ = send(client.descriptor.rawValue, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
}
