import NIOCore

/// Stands before the decoder and tells the connection when the client sends something, of which the decoder may not
/// make anything yet.
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
