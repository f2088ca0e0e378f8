import NIOCore
import NIOWebSocket

/// A handler of one WebSocket (RFC 6455). It checks the token, passes messages to the service, and handles pings.
///
/// The handler is confined to the event loop.
final class EventSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let server: HTTPContext
    /// The page, or nil before the token has arrived.
    private var page: Page?
    private var tokenTimer: Scheduled<Void>?
    private var pings: RepeatedTask?
    /// True if something has arrived since the last ping.
    private var hasHeard = true
    private var isClosing = false

    /// The connection of a page to the service.
    private struct Page {
        let incoming: AsyncStream<String>.Continuation
        let task: Task<Void, Never>
    }

    init(_ server: HTTPContext) { self.server = server }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop.assumeIsolated()
        let bound = context.loopBound
        tokenTimer = loop.scheduleTask(in: server.limits.tokenTime) { [weak self] in
            self?.close(bound.value, .policyViolation)
        }
        pings = context.eventLoop.scheduleRepeatedTask(
            initialDelay: server.limits.pingTime, delay: server.limits.pingTime
        ) { [self = NIOLoopBound(self, eventLoop: context.eventLoop)] _ in self.value.ping(bound.value) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        tokenTimer?.cancel()
        pings?.cancel()
        page?.incoming.finish()
        page?.task.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        hasHeard = true
        switch frame.opcode {
        case .text: take(frame.unmaskedData, context)
        case .ping: write(context, .pong, frame.unmaskedData)
        case .pong: break
        case .connectionClose: closeAfter(frame.unmaskedData, context)
        default: close(context, .unacceptableData)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ServerStop: close(context, .goingAway)
        case is SocketEnd: close(context, .normalClosure)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge: close(context, .messageTooLarge)
        // NIO's protocol handler has sent the reason and closes the connection.
        case is NIOWebSocketError: isClosing = true
        default: close(context, .protocolError)
        }
    }

    private func take(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        guard let text = String(validating: data.readableBytesView, as: UTF8.self) else {
            return close(context, .dataInconsistentWithMessage)
        }
        if let page {
            if case .dropped = page.incoming.yield(text) { close(context, .policyViolation) }
        } else if server.gate.admits(text) {
            open(context)
        } else {
            close(context, .policyViolation)
        }
    }

    private func open(_ context: ChannelHandlerContext) {
        tokenTimer?.cancel()
        let (incoming, source) = AsyncStream<String>.makeStream(
            bufferingPolicy: .bufferingOldest(server.limits.unreadMessages))
        let socket = EventSocket(context.channel, incoming: incoming, limit: server.limits.unsentSize)
        let (service, census) = (server.service, server.census)
        census.callBegins()
        page = Page(
            incoming: source,
            task: Task {
                await service.serve(socket)
                socket.close()
                census.callEnds()
            })
    }

    private func ping(_ context: ChannelHandlerContext) {
        guard hasHeard else { return context.close(promise: nil) }
        hasHeard = false
        write(context, .ping, ByteBuffer())
    }
}

extension EventSocketHandler {
    private func write(_ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        context.writeAndFlush(
            Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
        var data = ByteBuffer()
        data.write(webSocketErrorCode: code)
        closeAfter(data, context)
    }

    /// Sends the close frame, then closes the connection.
    private func closeAfter(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        page?.incoming.finish()
        let (channel, limits) = (context.channel, server.limits)
        write(context, .connectionClose, data)
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: limits.closeTime) { channel.close(promise: nil) }
    }
}
