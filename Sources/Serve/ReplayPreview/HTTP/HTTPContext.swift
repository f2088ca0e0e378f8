import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The objects that all connections of a server share.
struct HTTPContext: Sendable {
    let gate: RequestGate
    let service: any HTTPService
    let limits: HTTPLimits
    let census: HTTPCensus
    let files: NIOThreadPool

    /// Sets up the pipeline of an accepted connection, on its event loop.
    func setUp(_ channel: any Channel) throws {
        try census.add(channel)
        let pipeline = channel.pipeline.syncOperations
        let connection = HTTPConnection(self)
        let watch = ByteWatch(connection)
        try pipeline.addHandler(watch)
        var (encoding, decoding) = (HTTPResponseEncoder.Configuration(), NIOHTTPDecoderLimitConfiguration())
        encoding.automaticallySetFramingHeaders = false
        (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headSize, limits.headSize)
        let handlers = NIOLoopBound((connection, watch), eventLoop: channel.eventLoop)
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    let (connection, watch) = handlers.value
                    for handler in [connection, watch] as [any RemovableChannelHandler] {
                        context.pipeline.syncOperations.removeHandler(handler, promise: nil)
                    }
                }
            ), withErrorHandling: false, withEncoderConfiguration: encoding, withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(connection)
    }

    /// The upgrader to WebSocket. If it refuses a request, the connection receives the request and reports the reason.
    private var upgrader: NIOWebSocketServerUpgrader {
        NIOWebSocketServerUpgrader(
            maxFrameSize: limits.messageSize,
            shouldUpgrade: { channel, head in
                let isAdmitted = (try? gate.admit(head)) == .events && census.addSocket(channel)
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? [:] : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(MaskCheck())
                    try pipeline.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1 << 10,
                            maxAccumulatedFrameSize: limits.messageSize))
                    try pipeline.addHandler(EventSocketHandler(self))
                }
            })
    }
}

/// An event that tells the handlers of a connection that the server is stopping.
struct ServerStop: Sendable {}
