import Files
import MediaTime
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import ReplayBroadcast

/// The messages of a WebSocket server (RFC 6455), by SwiftNIO. Nothing is sent but the request, pongs and pings.
final class WebSocketComments: CommentReading {
    private let inbox: CommentInbox
    private let connection: EventLoopFuture<any Channel>

    /// The time limit for the network's connection.
    private static let timeout = TimeAmount.seconds(8)
    private static let step = Duration.milliseconds(200)

    /// Begins to connect.
    /// - Throws: `BroadcastFailure` if the certificates to trust cannot be read.
    init(_ address: WebSocketAddress) throws(BroadcastFailure) {
        let inbox = CommentInbox()
        let tls = address.isSecure ? try Self.context() : nil
        self.inbox = inbox
        connection = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.timeout)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try Self.configure(channel.pipeline.syncOperations, address: address, tls: tls, inbox: inbox)
                }
            }
            .connect(host: address.host, port: Int(address.port))
        connection.whenFailure { inbox.close(BroadcastFailure(webSocket: $0)) }
    }

    deinit { connection.whenSuccess { $0.close(promise: nil) } }

    /// Waits until the server accepts the connection, for at most 200 ms.
    /// - Returns: False if it has not answered yet.
    /// - Throws: `BroadcastFailure` if it cannot be reached, or refuses.
    func awaitOpen() throws(BroadcastFailure) -> Bool { try inbox.awaitOpen(until: .now + Self.step) }

    func next() throws(BroadcastFailure) -> [CommentInput] { try inbox.take(until: .now + Self.step) }

    /// The settings of TLS: Debian's certificates or those of `$SSL_CERT_FILE`, and the host's name is verified.
    private static func context() throws(BroadcastFailure) -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let file = String.variable("SSL_CERT_FILE") { configuration.trustRoots = .file(file) }
        do { return try NIOSSLContext(configuration: configuration) } catch {
            throw BroadcastFailure(.unwritable, reason: "the certificates to trust cannot be read")
        }
    }

    private static func configure(
        _ pipeline: ChannelPipeline.SynchronousOperations, address: WebSocketAddress, tls: NIOSSLContext?,
        inbox: CommentInbox
    ) throws {
        if let tls {
            // Certificates of addresses are verified too, but TLS has no name for them.
            let isAddress = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
            try pipeline.addHandler(
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : address.host))
        }
        try pipeline.addHandler(ConnectionFaultHandler(inbox))
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: upgrade(to: address, inbox: inbox))
        // The first messages may come together with the response.
        configuration.leftOverBytesStrategy = .forwardBytes
        let negotiation = try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
        negotiation.whenFailure { inbox.close(BroadcastFailure(webSocket: $0)) }
    }

    private static func upgrade(
        to address: WebSocketAddress, inbox: CommentInbox
    ) -> NIOTypedHTTPClientUpgradeConfiguration<Void> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Void>(
            maxFrameSize: LineSplitter.maxLength, enableAutomaticErrorHandling: false
        ) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let aggregator = NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: LineSplitter.maxLength,
                    maxAccumulatedFrameSize: LineSplitter.maxLength)
                try channel.pipeline.syncOperations.addHandlers([aggregator, CommentFrameHandler(inbox)])
            }
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.target, headers: ["Host": address.authority])
        return NIOTypedHTTPClientUpgradeConfiguration(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(RefusalHandler(inbox))
            }
        }
    }
}
