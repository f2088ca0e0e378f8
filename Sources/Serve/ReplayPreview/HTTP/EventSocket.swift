import NIOCore
import NIOWebSocket
import Synchronization

/// The WebSocket of a page that has sent the token. It carries text messages in both directions.
final class EventSocket: Sendable {
    /// The messages from the page; ends when the page disconnects. A page that sends faster than they are read
    /// is disconnected.
    let incoming: AsyncStream<String>

    private let channel: any Channel
    /// The maximum number of unsent bytes.
    private let limit: Int
    /// The number of bytes of messages that the page has not received yet.
    private let unsent = Mutex(0)

    init(_ channel: any Channel, incoming: AsyncStream<String>, limit: Int) {
        (self.channel, self.incoming, self.limit) = (channel, incoming, limit)
    }

    /// Sends a message after earlier ones, without waiting. No message is skipped. A page that receives too slowly is
    /// disconnected, and may connect again.
    func send(_ text: String) {
        let size = text.utf8.count
        let isTooMuch = unsent.withLock {
            $0 += size
            return $0 > limit
        }
        guard !isTooMuch else { return channel.close(promise: nil) }
        let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
        channel.writeAndFlush(frame).whenComplete { _ in self.unsent.withLock { $0 -= size } }
    }

    /// Closes the WebSocket after all earlier messages.
    func close() { channel.pipeline.fireUserInboundEventTriggered(SocketEnd()) }
}

/// An event that tells a WebSocket's handler that the service has finished.
struct SocketEnd: Sendable {}
