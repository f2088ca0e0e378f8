import NIOCore

/// What a request brings along, in parts as they come. The client is kept waiting while nobody takes them.
///
/// It can be read once: a second iterator traps. Reading throws `HTTPError` where the client sends no more of it.
struct HTTPBody: AsyncSequence, Sendable {
    typealias Parts = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, BodyDemand
    >

    private let parts: Parts?

    /// - Parameter parts: nil: there is none.
    init(_ parts: Parts?) { self.parts = parts }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let iterator: Parts.AsyncIterator?

        mutating func next() async throws -> ByteBuffer? { try await iterator?.next() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: parts?.makeAsyncIterator()) }

    /// All of it.
    /// - Parameter limit: in bytes.
    /// - Throws: `HTTPError` of status 413 as soon as there is more.
    func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in self {
            guard bytes.count + part.readableBytes <= limit else {
                throw HTTPError(.payloadTooLarge, "the request’s body is longer than \(limit) bytes")
            }
            bytes += part.readableBytesView
        }
        return bytes
    }
}

/// Tells a connection that more of a body is wanted, or no more.
struct BodyDemand: NIOAsyncSequenceProducerDelegate {
    let connection: NIOLoopBound<HTTPConnection>
    let eventLoop: any EventLoop
    /// Of the request on its connection: the next one may have begun when this one's body is let go.
    let number: Int

    func produceMore() { eventLoop.execute { connection.value.resumeBody(of: number) } }

    func didTerminate() { eventLoop.execute { connection.value.dropBody(of: number) } }
}
