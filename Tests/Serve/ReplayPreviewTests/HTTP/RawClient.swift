import NIOCore
import NIOHTTP1
import NIOPosix

@testable import ReplayPreview

/// A client that sends and reads exactly what the test requests.
struct RawClient {
    private var incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var buffer = ByteBuffer()

    /// A response.
    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct ConnectionEnded: Error {}
    struct BadAnswer: Error {}

    /// Connects, and closes the connection at the end of `body`.
    static func with<Result: Sendable>(
        port: Int, host: String = "127.0.0.1", _ body: (inout RawClient) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var result: Result?
        do {
            return try await channel.executeThenClose { incoming, outgoing in
                var client = RawClient(incoming: incoming.makeAsyncIterator(), outgoing: outgoing)
                let value = try await body(&client)
                result = value
                return value
            }
        } catch let error as ChannelError where error == .ioOnClosedChannel {
            // The server may close the connection at the same time.
            guard let result else { throw error }
            return result
        }
    }

    private init(
        incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outgoing: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.incoming, self.outgoing) = (incoming, outgoing)
    }

    func send(_ text: String) async throws { try await outgoing.write(ByteBuffer(string: text)) }

    func send(_ bytes: [UInt8]) async throws { try await outgoing.write(ByteBuffer(bytes: bytes)) }

    /// Reads the next response.
    /// - Parameter hasBody: False for a response to HEAD.
    mutating func answer(hasBody: Bool = true) async throws -> Answer {
        let lines = try await text(upTo: "\r\n\r\n").split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count > 1, let status = Int(words[1]) else {
            throw BadAnswer()
        }
        let headers = HTTPHeaders(
            lines.dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? parts[1].trimmingPrefix(" ").description : "")
            })
        guard hasBody else { return Answer(status: status, headers: headers, body: []) }
        return Answer(status: status, headers: headers, body: try await body(headers))
    }

    /// Reads exactly `count` bytes.
    mutating func bytes(_ count: Int) async throws -> [UInt8] {
        while buffer.readableBytes < count { try await fill() }
        return buffer.readBytes(length: count) ?? []
    }

    /// Reads until the server closes the connection.
    /// - Returns: The number of bytes that arrived.
    mutating func countToEnd() async -> Int {
        var count = buffer.readableBytes
        // A reset also ends the connection.
        while let part = try? await incoming.next() { count += part.readableBytes }
        return count
    }

    private mutating func body(_ headers: HTTPHeaders) async throws -> [UInt8] {
        if let length = headers.first(name: "Content-Length").flatMap(Int.init) { return try await bytes(length) }
        guard headers.contains(name: "Transfer-Encoding") else { return [] }
        var body: [UInt8] = []
        while let part = try await chunk() { body += part }
        return body
    }

    /// The next chunk of a body; nil at its end.
    mutating func chunk() async throws -> [UInt8]? {
        guard let count = Int(try await text(upTo: "\r\n"), radix: 16) else { throw BadAnswer() }
        let part = try await bytes(count)
        _ = try await bytes(2)
        return count > 0 ? part : nil
    }

    private mutating func text(upTo end: String) async throws -> String {
        let end = Array(end.utf8)
        while true {
            let view = buffer.readableBytesView
            if let place = view.indices.first(where: { view[$0...].starts(with: end) }) {
                let count = place - view.startIndex
                defer { buffer.moveReaderIndex(forwardBy: end.count) }
                return buffer.readString(length: count) ?? ""
            }
            try await fill()
        }
    }

    private mutating func fill() async throws {
        guard var part = try await incoming.next() else { throw ConnectionEnded() }
        buffer.writeBuffer(&part)
    }
}
