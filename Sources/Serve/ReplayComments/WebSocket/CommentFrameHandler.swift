import MediaTime
import NIOCore
import NIOWebSocket
import ReplayBroadcast

/// The last handler of an open WebSocket: it passes on messages, answers pings, and notices a server that is silent.
final class CommentFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let inbox: CommentInbox
    private var pings: RepeatedTask?
    private var lastFrame = NIODeadline.now()

    /// The interval of pings, and the time without any frame after which the server counts as lost.
    private static let (interval, silence) = (TimeAmount.seconds(20), TimeAmount.seconds(50))

    init(_ inbox: CommentInbox) { self.inbox = inbox }

    func handlerAdded(context: ChannelHandlerContext) {
        inbox.open()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        pings = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.interval, delay: Self.interval) { _ in
            let (handler, context) = bound.value
            handler.ping(context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { pings?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        lastFrame = .now()
        switch frame.opcode {
        case .text: inbox.add(Array(frame.unmaskedData.readableBytesView))
        case .binary: inbox.add(.binary)
        case .ping: send(.pong, frame.unmaskedData, context)
        case .connectionClose:
            send(.connectionClose, frame.unmaskedData, context)
            close(context, reason: "it closed the connection")
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.close(BroadcastFailure(.lost, reason: "the connection was lost"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            inbox.add(.tooLong)
            end(context, .messageTooLarge, reason: "a message is longer than \(LineSplitter.maxLength >> 10) KB")
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
            end(context, .protocolError, reason: "it does not follow the protocol of WebSockets")
        default: close(context, reason: "the connection was lost")
        }
    }

    private func ping(_ context: ChannelHandlerContext) {
        guard NIODeadline.now() - lastFrame < Self.silence else { return close(context, reason: "it does not answer") }
        send(.ping, ByteBuffer(), context)
    }

    /// Sends a control frame. A client masks its frames (RFC 6455, 5.3).
    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    /// Tells the server why the connection is closed, and closes it.
    private func end(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, reason: String) {
        var data = context.channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: code)
        send(.connectionClose, data, context)
        close(context, reason: reason)
    }

    private func close(_ context: ChannelHandlerContext, reason: String) {
        inbox.close(BroadcastFailure(.lost, reason: reason))
        context.close(promise: nil)
    }
}
