import NIOCore
import Synchronization

/// The events that one page receives, as server-sent events (HTML Standard, section 9.2).
final class EventStream: Sendable {
    /// The number by which a page names its stream in other requests.
    let number: Int
    /// Ends when the stream is finished, or its page is too slow.
    let end: AsyncStream<Never>

    private let parts: AsyncThrowingStream<ByteBuffer, any Error>
    private let source: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    private let ended: AsyncStream<Never>.Continuation
    /// The largest size of parts that the page has not taken, in bytes.
    private let limit: Int
    private let unsent = Mutex(0)
    private let release: @Sendable () -> Void

    /// An error that ends the response of a page that does not take its events.
    private struct SlowPage: Error {}

    /// - Parameters:
    ///   - limit: The largest size of events that wait for the page, in bytes.
    ///   - release: Called when nobody uses the stream any longer.
    init(number: Int, limit: Int, release: @escaping @Sendable () -> Void) {
        (self.number, self.limit, self.release) = (number, limit, release)
        (end, ended) = AsyncStream.makeStream()
        (parts, source) = AsyncThrowingStream.makeStream()
    }

    deinit { release() }

    /// Sends an event after those that were sent before. Never waits.
    ///
    /// No event is left out: a page that is too slow is disconnected, and can connect again.
    /// - Parameter text: The event's data, in one line.
    func send(_ text: String) { send(ByteBuffer(string: "data: \(text)\n\n")) }

    /// Ends the stream after what was sent before.
    func finish() {
        source.finish()
        ended.finish()
    }

    private func send(_ part: ByteBuffer) {
        let isTooMuch = unsent.withLock {
            $0 += part.readableBytes
            return $0 > limit
        }
        if isTooMuch {
            source.finish(throwing: SlowPage())
            ended.finish()
        } else {
            source.yield(part)
        }
    }

    /// Writes the events until the stream ends or the page goes away.
    /// - Parameters:
    ///   - pingTime: The time between two comments, which show a gateway or a page that the stream lives.
    ///   - serve: Sends the events; the stream ends when it returns.
    func write(
        pingTime: Duration, _ serve: @escaping @Sendable (EventStream) async -> Void,
        to write: (ByteBuffer) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await serve(self)
                self.finish()
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: pingTime)
                    self.send(ByteBuffer(string: ":\n\n"))
                }
            }
            defer { group.cancelAll() }
            for try await part in parts {
                try await write(part)
                unsent.withLock { $0 -= part.readableBytes }
            }
            // The service's own end, if the page has gone.
            ended.finish()
        }
    }
}
