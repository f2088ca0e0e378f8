import NIOCore
import ReplayBroadcast

/// A handler that keeps the first failure of the network or of TLS, which later handlers would hide.
final class ConnectionFaultHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let inbox: CommentInbox

    init(_ inbox: CommentInbox) { self.inbox = inbox }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        inbox.close(BroadcastFailure(webSocket: error))
        context.fireErrorCaught(error)
        context.close(promise: nil)
    }
}
