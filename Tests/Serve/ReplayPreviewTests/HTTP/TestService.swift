import Descriptors
import Foundation
import NIOHTTP1
import SystemPackage

@testable import ReplayPreview

/// A service that answers in the ways that the tests need, and reports events.
struct TestService: HTTPService {
    let events: AsyncStream<String>
    private let happened: AsyncStream<String>.Continuation
    /// The file that `/exports/TICKET/file` serves.
    var file: HTTPFile?

    init(file: HTTPFile? = nil) {
        (events, happened) = AsyncStream.makeStream()
        self.file = file
    }

    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            switch request.path.last {
            case "count": return .json(["count": try await count(request.body)])
            case "echo": return .bytes(try await request.body.collect(upTo: 1000), type: "text/plain")
            case "refuse": return .error(.conflict, "not now")
            case "wait": return await waitForCancellation()
            case "file": return file.map { .file($0, type: "video/mp4") } ?? .error(.notFound, "no file")
            case "three": return .stream(Parts(count: 3), type: "text/plain")
            case "broken": return .stream(Parts(count: 3, breaks: true), type: "text/plain")
            case "endless": return .stream(Parts(count: .max, last: LastWord(happened)), type: "text/plain")
            case "nothing": return HTTPResponse(.noContent)
            case "large": return .bytes([UInt8](repeating: 7, count: 3_000_000), type: "application/octet-stream")
            default: return .json(Seen(method: request.method.rawValue, path: request.path, query: request.query))
            }
        } catch let error as HTTPError {
            return .error(error)
        } catch {
            return .error(.internalServerError, "\(error)")
        }
    }

    func serve(_ socket: EventSocket) async {
        happened.yield("page came")
        for await text in socket.incoming {
            switch text {
            case "end": return
            case "flood": for _ in 0..<100 { socket.send(String(repeating: "x", count: 60_000)) }
            case "sleep": _ = await waitForCancellation()
            default: socket.send(text)
            }
        }
        happened.yield("page gone")
    }

    /// A request as the service saw it.
    struct Seen: Codable, Equatable {
        let method: String
        let path: [String]
        let query: [String: String]
    }

    private func count(_ body: HTTPBody) async throws -> Int {
        var count = 0
        for try await part in body { count += part.readableBytes }
        return count
    }

    private func waitForCancellation() async -> HTTPResponse {
        happened.yield("waiting")
        // The loop ends when the task is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        happened.yield("cancelled")
        return HTTPResponse(.noContent)
    }

    private struct Parts: AsyncSequence, AsyncIteratorProtocol, Sendable {
        var count: Int
        var breaks = false
        var last: LastWord?

        func makeAsyncIterator() -> Parts { self }

        mutating func next() async throws -> [UInt8]? {
            guard count > 0 else {
                if breaks { throw CancellationError() }
                return nil
            }
            count -= 1
            return last == nil ? Array("part \(count)\n".utf8) : [UInt8](repeating: 1, count: 100_000)
        }
    }

    /// Reports when the stream is released.
    private final class LastWord: Sendable {
        private let happened: AsyncStream<String>.Continuation
        init(_ happened: AsyncStream<String>.Continuation) { self.happened = happened }
        deinit { happened.yield("dropped") }
    }
}

/// A server with that service, for one test.
struct TestServer {
    let server: HTTPServer
    let service: TestService
    let token = AccessToken()
    var port: Int { server.port }
    /// The header lines of each request to the API.
    var own: String { "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token.text)\r\n" }

    /// The limits of the program, except for the time to send the token, because a test may be delayed.
    static var limits: HTTPLimits {
        var limits = HTTPLimits()
        limits.tokenTime = .minutes(1)
        return limits
    }

    private init(_ service: TestService, _ limits: HTTPLimits) async throws {
        self.service = service
        server = try await HTTPServer.start(token: token, service: service, limits: limits)
    }

    /// Runs a server, and stops it at the end of `body`.
    static func with(
        _ service: TestService = TestService(), limits: HTTPLimits = TestServer.limits,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let server = try await TestServer(service, limits)
        do {
            try await body(server)
        } catch {
            await server.server.stop()
            throw error
        }
        await server.server.stop()
    }

    /// Sends a request on a new connection.
    func ask(_ request: String, hasBody: Bool = true) async throws -> RawClient.Answer {
        try await RawClient.with(port: port) { client in
            try await client.send(request)
            return try await client.answer(hasBody: hasBody)
        }
    }

    /// Sends a GET request with the token.
    func get(_ path: String, headers: String = "") async throws -> RawClient.Answer {
        try await ask("GET \(path) HTTP/1.1\r\n\(own)\(headers)\r\n")
    }
}
