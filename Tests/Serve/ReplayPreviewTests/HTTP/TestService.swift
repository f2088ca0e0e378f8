import Descriptors
import Foundation
import HTTPTypes
import Hummingbird
import NIOHTTP1
import SystemPackage

@testable import ReplayPreview

/// A service that answers in the ways that the tests need, and reports events.
struct TestService: HTTPService {
    let events: AsyncStream<String>
    private let happened: AsyncStream<String>.Continuation
    private let given: AsyncStream<String>
    private let commands: AsyncStream<String>.Continuation
    /// The file that `/exports/TICKET/file` serves.
    var file: HTTPFile?

    init(file: HTTPFile? = nil) {
        (events, happened) = AsyncStream.makeStream()
        (given, commands) = AsyncStream.makeStream()
        self.file = file
    }

    var routes: [Route] {
        ["", "page/**", "exports/**"].map { Route(.get, $0, handler: answer) }
            + [.get, .post, .delete, .options].map { Route($0, "api/**", handler: answer) }
            + [Route(.post, "api/events/:command", handler: command)]
    }

    func response(to error: any Error) -> Response {
        switch error {
        case let error as HTTPError: .error(error.status, sentence: error.body ?? "")
        default: .error(.internalServerError, sentence: "\(error)")
        }
    }

    @Sendable private func answer(_ request: APIRequest) async throws -> Response {
        switch request.path.last {
        case "count": .json(["count": try await count(request.body)])
        case "echo": .bytes(try await request.bytes(upTo: 1000), type: "text/plain")
        case "refuse": .error(.conflict, sentence: "not now")
        case "wait": await waitForCancellation()
        case "file": file.map { .file($0, type: "video/mp4", to: request) } ?? .error(.notFound, sentence: "no file")
        case "three": .stream(Parts(count: 3), type: "text/plain")
        case "broken": .stream(Parts(count: 3, breaks: true), type: "text/plain")
        case "endless": .stream(Parts(count: .max, last: LastWord(happened)), type: "text/plain")
        case "nothing": Response(status: .noContent)
        case "large": .bytes([UInt8](repeating: 7, count: 3_000_000), type: "application/octet-stream")
        default: .json(Seen(method: request.method.rawValue, path: request.path, query: request.query))
        }
    }

    /// Passes the body of a request on to all pages.
    @Sendable private func command(_ request: APIRequest) async throws -> Response {
        commands.yield(String(decoding: try await request.bytes(upTo: 1 << 20), as: UTF8.self))
        return Response(status: .noContent)
    }

    func serve(_ stream: EventStream, for request: APIRequest) async {
        happened.yield("page came")
        stream.send("hello")
        switch request.query["do"] {
        case "end": return
        case "echo": for await text in given { stream.send(text) }
        // More than the kernel keeps for a client.
        case "flood": for _ in 0..<1000 { stream.send(String(repeating: "x", count: 60_000)) }
        default: break
        }
        for await _ in stream.end {}
        happened.yield("page gone")
    }

    /// A request as the service saw it.
    struct Seen: Codable, Equatable {
        let method: String
        let path: [String]
        let query: [String: String]
    }

    private func count(_ body: RequestBody) async throws -> Int {
        happened.yield("counting")
        var count = 0
        do {
            for try await part in body { count += part.readableBytes }
        } catch {
            happened.yield("broken off")
            throw error
        }
        return count
    }

    private func waitForCancellation() async -> Response {
        happened.yield("waiting")
        // The loop ends when the task is cancelled.
        for await _ in AsyncStream<Never>.makeStream().stream {}
        happened.yield("cancelled")
        return Response(status: .noContent)
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

    /// Those of the program.
    static var limits: HTTPLimits { HTTPLimits() }

    private init(_ service: TestService, _ limits: HTTPLimits) async throws {
        self.service = service
        server = try await HTTPServer.start(
            tokens: AccessTokens(owner: token), service: service, limits: limits)
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
