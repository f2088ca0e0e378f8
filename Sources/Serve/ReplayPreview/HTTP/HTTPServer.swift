import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ReplayLibrary
import Synchronization
import Threads

/// An HTTP/1.1 server for the browser on the same machine, of the same user.
///
/// The server has one thread for all connections, one that accepts them, and two that read files. The owner stops the
/// server.
///
/// Hummingbird's own `Server` is not used, because NIO lets child processes inherit accepted sockets. A recorder that
/// outlives the server would keep them open.
final class HTTPServer: Sendable {
    /// The port of the server, on 127.0.0.1.
    let port: Int
    /// The number of open connections.
    var connectionCount: Int { acceptor.count }
    /// The number of connected pages.
    var streamCount: Int { streams.count }

    private let listener: LoopbackListener
    private let acceptor: ConnectionAcceptor
    private let streams: EventStreams
    private let group: MultiThreadedEventLoopGroup
    private let files: NIOThreadPool
    private let connections: Task<Void, Never>

    /// The path of the event streams.
    static let eventsPath = "api/events"

    /// Starts the server.
    /// - Parameter port: The port, or 0 for a free one.
    /// - Throws: `FileSystemError` if the port cannot be had, `ThreadError`.
    static func start(
        port: Int = 0, token: AccessToken, service: some HTTPService, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPServer {
        let listener = try LoopbackListener(port: UInt16(clamping: port))
        let acceptor = ConnectionAcceptor(listener, limit: limits.connections)
        try acceptor.start()
        return HTTPServer(listener, acceptor: acceptor, token: token, service: service, limits: limits)
    }

    private init(
        _ listener: LoopbackListener, acceptor: ConnectionAcceptor, token: AccessToken, service: some HTTPService,
        limits: HTTPLimits
    ) {
        (self.listener, self.acceptor) = (listener, acceptor)
        port = Int(listener.port)
        streams = EventStreams(limits)
        (group, files) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 2))
        files.start()
        let gate = RequestGate(port: port, token: token)
        let router = Self.router(service, gate: gate, streams: streams, files: files)
        let channel = Self.channel(for: router.buildResponder(), limits: limits)
        connections = Task { [group] in
            await withDiscardingTaskGroup { tasks in
                for await connection in acceptor.connections {
                    tasks.addTask { await Self.serve(connection, by: channel, on: group) }
                }
            }
        }
    }

    /// Closes the port and all connections, cancels what is done for them, and waits for its end. Call it once.
    func stop() async {
        listener.stop()
        await streams.finish()
        connections.cancel()
        await connections.value
        // They fail only if they have ended already.
        try? await group.shutdownGracefully()
        try? await files.shutdownGracefully()
    }
}

extension HTTPServer {
    private static let logger = Logger(label: "preview") { _ in SwiftLogNoOpLogHandler() }

    private static func router(
        _ service: some HTTPService, gate: RequestGate, streams: EventStreams, files: NIOThreadPool
    ) -> Router<RoutedContext> {
        let router = Router(context: RoutedContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ErrorMiddleware { service.response(to: $0) })
        router.add(middleware: AccessMiddleware(gate: gate))
        let events = Route(.get, eventsPath) { try streams.response(to: $0, by: service) }
        router.add(service.routes + [events], files: files)
        return router
    }

    private static func channel(for responder: RouterResponder<RoutedContext>, limits: HTTPLimits) -> BoundedChannel {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: limits.headSize, maxHeaderListSize: limits.headSize)
        let http = HTTP1Channel(
            responder: { request, writer, channel in
                let context = RoutedContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                let response = try await responder.respond(to: request, context: context)
                try await writer.write(response: response.head, body: response.body)
            }, configuration: .init(httpDecoderConfiguration: decoder))
        return BoundedChannel(http: http, limits: limits)
    }

    private static func serve(
        _ connection: ConnectionAcceptor.Connection, by channel: BoundedChannel, on group: MultiThreadedEventLoopGroup
    ) async {
        do {
            let value = try await ClientBootstrap(group: group)
                // NIO closes the socket, even if it fails.
                .withConnectedSocket(connection.releaseSocket()) { channel.setup(channel: $0, logger: logger) }
            await channel.handle(value: value, logger: logger)
        } catch {
            // The client has gone.
        }
        withExtendedLifetime(connection) {}
    }
}
