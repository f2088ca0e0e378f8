import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ReplayLibrary
import Synchronization
import Threads

/// An HTTP/1.1 server for the browser on the same machine, of the same user, and for viewers if there may be some.
///
/// The server has one thread for all connections, one for each listener, and two that read files. The owner stops the
/// server.
///
/// Hummingbird's own `Server` is not used, because NIO lets child processes inherit accepted sockets. A recorder that
/// outlives the server would keep them open.
final class HTTPServer: Sendable {
    /// The port of the server, on 127.0.0.1.
    let port: Int
    /// The endpoint of the server on a network, or nil.
    let networkEndpoint: IPv4Endpoint?
    /// The number of open connections.
    var connectionCount: Int { acceptor.count }
    /// The number of connected pages.
    var streamCount: Int { streams.count }

    private let acceptor: ConnectionAcceptor
    private let streams: EventStreams
    private let group: MultiThreadedEventLoopGroup
    private let files: NIOThreadPool
    private let connections: Task<Void, Never>

    /// The path of the event streams.
    static let eventsPath = "api/events"

    /// Starts the server.
    /// - Parameters:
    ///   - port: The port on 127.0.0.1, or 0 for a free one.
    ///   - address: The address on a network at which viewers may connect too, or nil.
    /// - Throws: `FileSystemError` if the port cannot be had, `ThreadError`.
    static func start(
        port: Int = 0, address: ListenAddress? = nil, tokens: AccessTokens, service: some HTTPService,
        limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPServer {
        let loopback = try TCPListener(port: UInt16(clamping: port))
        let network = try address.map { try TCPListener(at: $0.endpoint) }
        let acceptor = ConnectionAcceptor(
            [loopback] + (network.map { [$0] } ?? []), allowsGuests: tokens.viewer != nil, limits: limits)
        try acceptor.start()
        let gate = RequestGate(
            port: Int(loopback.port), endpoints: network.map { endpoints(of: $0.endpoint) } ?? [], tokens: tokens)
        return HTTPServer(
            acceptor, port: Int(loopback.port), network: network?.endpoint, gate: gate, service: service, limits: limits
        )
    }

    /// Returns the endpoints at which a listener can be reached.
    private static func endpoints(of endpoint: IPv4Endpoint) -> [IPv4Endpoint] {
        guard endpoint.host == IPv4Endpoint.anyHost else { return [endpoint] }
        return NetworkInterfaces.addresses().map { IPv4Endpoint(host: $0, port: endpoint.port) }
    }

    private init(
        _ acceptor: ConnectionAcceptor, port: Int, network: IPv4Endpoint?, gate: RequestGate, service: some HTTPService,
        limits: HTTPLimits
    ) {
        (self.acceptor, self.port) = (acceptor, port)
        networkEndpoint = network.flatMap { Self.endpoints(of: $0).first }
        streams = EventStreams(limits)
        (group, files) = (MultiThreadedEventLoopGroup(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 2))
        files.start()
        let responder = Self.router(service, gate: gate, streams: streams, files: files).buildResponder()
        connections = Task { [group] in
            await withDiscardingTaskGroup { tasks in
                for await connection in acceptor.connections {
                    let channel = Self.channel(for: responder, of: connection, limits: limits)
                    tasks.addTask { await Self.serve(connection, by: channel, on: group) }
                }
            }
        }
    }

    /// Closes the port and all connections, cancels what is done for them, and waits for its end. Call it once.
    func stop() async {
        acceptor.stop()
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
        let events = Route(.get, eventsPath, isForViewers: true) { try streams.response(to: $0, by: service) }
        router.add(service.routes + [events], files: files)
        return router
    }

    private static func channel(
        for responder: RouterResponder<RoutedContext>, of connection: ConnectionAcceptor.Connection, limits: HTTPLimits
    ) -> BoundedChannel {
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: limits.headSize, maxHeaderListSize: limits.headSize)
        let http = HTTP1Channel(
            responder: { request, writer, channel in
                var context = RoutedContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                context.connection = connection
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
            connection.setClosing { [channel = value.channel] in channel.close(promise: nil) }
            await channel.handle(value: value, logger: logger)
        } catch {
            // The client has gone.
        }
        withExtendedLifetime(connection) {}
    }
}
