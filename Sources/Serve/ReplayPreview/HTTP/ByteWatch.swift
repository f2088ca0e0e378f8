import NIOCore

/// A handler before the decoder. It tells the connection that bytes have arrived, even if the decoder cannot produce
/// anything from them yet.
final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection

    init(_ connection: HTTPConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.bytesCame()
        context.fireChannelRead(data)
    }
}
