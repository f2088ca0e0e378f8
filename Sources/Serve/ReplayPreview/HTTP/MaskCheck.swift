import NIOCore
import NIOWebSocket

/// A handler that passes only masked frames. Clients must mask frames (RFC 6455, section 5.1), and NIO does not
/// check it.
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
