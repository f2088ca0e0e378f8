import NIOCore
import NIOWebSocket

/// Lets only masked frames through: a client must mask what it sends (RFC 6455, section 5.1), which NIO leaves to us.
final class MaskCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct NoMask: Error {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if Self.unwrapInboundIn(data).maskKey == nil {
            context.fireErrorCaught(NoMask())
        } else {
            context.fireChannelRead(data)
        }
    }
}
