import NIOCore
import NIOHTTP1
import NIOPosix

/// A sender of one response. Each part waits until the client has received the previous one.
struct ResponseSender: Sendable {
    let connection: NIOLoopBound<HTTPConnection>
    let eventLoop: any EventLoop
    /// The threads for reading files, which blocks.
    let files: NIOThreadPool

    /// The size of a part in bytes, which limits the memory for a response besides the kernel's buffers.
    static let partSize = 128 << 10

    /// Sends a response.
    /// - Parameter request: The request, or nil if it could not be parsed.
    func send(_ response: HTTPResponse, to request: HTTPRequestHead?) async {
        do {
            try await write(response, to: request)
        } catch {
            // A closed connection is the only way to report the error after the head.
            eventLoop.execute { connection.value.cutOff() }
        }
    }

    private func write(_ response: HTTPResponse, to request: HTTPRequestHead?) async throws {
        let head = ResponseHead(response, to: request)
        guard request?.method != .HEAD, response.status.mayHaveResponseBody else {
            return try await write([.head(head.head), .end(nil)])
        }
        switch response.content {
        case .bytes(let bytes) where bytes.count <= Self.partSize:
            try await write([.head(head.head), .body(.byteBuffer(ByteBuffer(bytes: bytes))), .end(nil)])
        case .bytes(let bytes):
            try await write([.head(head.head)])
            try await write(bytes)
            try await write([.end(nil)])
        case .file(let file):
            try await write([.head(head.head)])
            try await write(file, head.range)
            try await write([.end(nil)])
        case .stream(let parts):
            try await write([.head(head.head)])
            try await write(parts)
            try await write([.end(nil)])
        }
    }

    private func write(_ parts: some AsyncSequence<[UInt8], any Error>) async throws {
        for try await part in parts { try await write(part) }
    }

    private func write(_ file: HTTPFile, _ range: Range<Int64>) async throws {
        var start = range.lowerBound
        while start < range.upperBound {
            let part = start..<min(start + Int64(Self.partSize), range.upperBound)
            try await write(files.runIfActive { try file.bytes(part) })
            start = part.upperBound
        }
    }

    private func write(_ bytes: [UInt8]) async throws {
        for start in stride(from: 0, to: bytes.count, by: Self.partSize) {
            let part = bytes[start..<min(start + Self.partSize, bytes.count)]
            try await write([.body(.byteBuffer(ByteBuffer(bytes: part)))])
        }
    }

    private func write(_ parts: [HTTPServerResponsePart]) async throws {
        let eventLoop = eventLoop
        try await eventLoop.flatSubmit {
            connection.value.write(parts) ?? eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }.get()
    }
}
