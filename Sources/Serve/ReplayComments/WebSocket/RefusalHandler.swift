import NIOCore
import NIOHTTP1
import ReplayBroadcast

/// A handler of the response of a server that does not open a WebSocket.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let inbox: CommentInbox

    init(_ inbox: CommentInbox) { self.inbox = inbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let code = head.status.code
        // A server that fails or is overloaded may recover.
        inbox.close(
            BroadcastFailure(
                code >= 500 || code == 429 ? .lost : .refused,
                reason: "it opens no WebSocket there (HTTP status \(code))"))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.close(BroadcastFailure(.lost, reason: "it does not answer as a WebSocket server"))
        context.fireChannelInactive()
    }
}
