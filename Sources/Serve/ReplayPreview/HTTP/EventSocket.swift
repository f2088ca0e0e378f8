import NIOCore
import NIOWebSocket
import Synchronization

/// A WebSocket of a page that has given the token: text messages both ways.
final class EventSocket: Sendable {
    /// What the page sends; ends when the page goes away. A page that sends faster than this is read is cut off.
    let incoming: AsyncStream<String>

    private let channel: any Channel
    /// In bytes.
    private let limit: Int
    /// Bytes of messages that the page has not taken yet.
    private let unsent = Mutex(0)

    init(_ channel: any Channel, incoming: AsyncStream<String>, limit: Int) {
        (self.channel, self.incoming, self.limit) = (channel, incoming, limit)
    }

    /// Sends a message after those that were sent before; never waits. No message is left out: a page that is too slow
    /// to take them is cut off, and can come again.
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

    /// Closes it, after what was sent before.
    func close() { channel.pipeline.fireUserInboundEventTriggered(SocketEnd()) }
}

/// Tells a WebSocket's handler that the service is done with it.
struct SocketEnd: Sendable {}
