import NIOCore

/// The body of a request, in parts. The client is paused while the parts are not read.
///
/// A body can be read once; a second iterator traps. Reading throws `HTTPError` if the client sends no more of it.
struct HTTPBody: AsyncSequence, Sendable {
    typealias Parts = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, BodyDemand
    >

    private let parts: Parts?

    /// Creates a body.
    /// - Parameter parts: The parts, or nil if there is no body.
    init(_ parts: Parts?) { self.parts = parts }

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let iterator: Parts.AsyncIterator?

        mutating func next() async throws -> ByteBuffer? { try await iterator?.next() }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: parts?.makeAsyncIterator()) }

    /// Returns the whole body.
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: `HTTPError` with status 413 as soon as the body exceeds the limit.
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

/// A delegate that tells a connection that more of a body is wanted, or no more.
struct BodyDemand: NIOAsyncSequenceProducerDelegate {
    let connection: NIOLoopBound<HTTPConnection>
    let eventLoop: any EventLoop
    /// The number of the request on its connection. The next request may have begun when this one's body is released.
    let number: Int

    func produceMore() { eventLoop.execute { connection.value.resumeBody(of: number) } }

    func didTerminate() { eventLoop.execute { connection.value.dropBody(of: number) } }
}
