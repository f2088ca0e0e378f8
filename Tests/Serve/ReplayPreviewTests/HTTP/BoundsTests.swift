import Foundation
import NIOCore
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks clients that are slow, numerous, greedy or disconnected.
@Suite(.timeLimit(.minutes(30))) struct BoundsTests {
    @Test("A client that goes away cancels what is done for it")
    func disconnect() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        try await TestServer.with(service) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("GET /api/wait HTTP/1.1\r\n\(server.own)\r\n")
                #expect(await events.next() == "waiting")
            }
            #expect(await events.next() == "cancelled")
        }
    }

    @Test("A head that comes too slowly, or not at all, ends the connection")
    func slowHead() async throws {
        var limits = TestServer.limits
        limits.headTime = .milliseconds(100)
        try await TestServer.with(limits: limits) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("GET / HTTP/1.1\r\nHost: ")
                #expect(await client.countToEnd() == 0)
            }
        }
        limits = TestServer.limits
        limits.idleTime = .milliseconds(100)
        try await TestServer.with(limits: limits) { server in
            try await RawClient.with(port: server.port) { client in #expect(await client.countToEnd() == 0) }
            let upload = "POST /api/echo HTTP/1.1\r\n\(server.own)Content-Length: 10\r\n\r\nabc"
            for request in [upload, "GET / HTTP/1.1\r\n\(server.own)\r\n"] {
                try await RawClient.with(port: server.port) { client in
                    // A delayed test may send its request too late.
                    try? await client.send(request)
                    _ = await client.countToEnd()
                }
            }
        }
    }

    @Test("A client that does not read is closed, and what is made for it stops")
    func slowReader() async throws {
        var limits = TestServer.limits
        limits.writeTime = .milliseconds(200)
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        try await TestServer.with(service, limits: limits) { server in
            try await RawClient.with(port: server.port) { client in
                try await client.send("GET /api/endless HTTP/1.1\r\n\(server.own)\r\n")
                #expect(await events.next() == "dropped")
            }
        }
    }

    @Test("A head that is too large, or none")
    func badHeads() async throws {
        try await TestServer.with { server in
            let start = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            let long = String(repeating: "x", count: 20_000)
            let many = (0..<100).map { "Field-\($0): \(long.prefix(200))\r\n" }.joined()
            for request in [start + "Field: \(long)\r\n\r\n", start + many + "\r\n", "GET /\(long) HTTP/1.1\r\n\r\n"] {
                let answer = try await server.ask(request)
                #expect(answer.status == 431)
                #expect(answer.headers.contains(name: "Content-Security-Policy"))
            }
            for request in [
                "\u{16}\u{3}\u{1}\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/3.0\r\n\r\n", start + "A b: c\r\n\r\n",
                start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
            ] {
                #expect(try await server.ask(request).status == 400)
            }
        }
    }

    @Test("More connections than there may be are turned away, and there is room again afterwards")
    func manyConnections() async throws {
        var limits = TestServer.limits
        // None of them is closed in favour of another.
        limits.silentTime = .seconds(3600)
        try await TestServer.with(limits: limits) { server in
            let (statuses, first) = (try await ask(server, 300), HTTPLimits().connections)
            #expect(statuses.count { $0 == 200 } == first)
            #expect(statuses.count { $0 == 503 } == 300 - first)
            while server.server.connectionCount > 0 { await Task.yield() }
            #expect(try await server.get("/api/x").status == 200)
        }
    }

    /// Keeps all connections open at the same time.
    private func ask(_ server: TestServer, _ count: Int) async throws -> [Int] {
        let (arrivals, arrived) = AsyncStream<Int>.makeStream()
        let (gate, open) = AsyncStream<Never>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await RawClient.with(port: server.port) { client in
                        // A refused connection may be closed before this is sent.
                        try? await client.send("GET /api/x HTTP/1.1\r\n\(server.own)\r\n")
                        arrived.yield(try await client.answer().status)
                        for await _ in gate {}
                    }
                }
            }
            var statuses: [Int] = []
            for await status in arrivals.prefix(count) { statuses.append(status) }
            open.finish()
            try await group.waitForAll()
            return statuses
        }
    }

    @Test("A server knows how many connections and pages it has")
    func counts() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        try await TestServer.with(service) { server in
            #expect(server.server.connectionCount == 0)
            try await RawClient.with(port: server.port) { client in
                try await client.send("GET /api/wait HTTP/1.1\r\n\(server.own)\r\n")
                #expect(await events.next() == "waiting")
                #expect(server.server.connectionCount == 1 && server.server.streamCount == 0)
            }
            #expect(await events.next() == "cancelled")
            while server.server.connectionCount > 0 { await Task.yield() }
            try await RawClient.with(port: server.port) { client in
                let status = try await client.openEvents(server)
                #expect(status == 200)
                #expect(server.server.connectionCount == 1 && server.server.streamCount == 1)
            }
            while server.server.streamCount > 0 { await Task.yield() }
        }
    }

    @Test("A stopped server leaves nothing: its port, its descriptors, its threads")
    func stopping() async {
        await #expect(processExitsWith: .success) {
            try await Self.use(port: 0, isCounted: false)
            let (files, threads) = (try openDescriptorCount(), try Self.eventThreads())
            for _ in 0..<3 { try await Self.use(port: 0, isCounted: true) }
            let left = (try openDescriptorCount(), try Self.eventThreads())
            guard left == (files, threads) else {
                print("before: \(files) files, \(threads) threads; after: \(left)")
                exit(1)
            }
        }
    }

    /// Starts a server, twice at the same port, and stops it during use.
    private static func use(port: Int, isCounted: Bool) async throws {
        var port = port
        for _ in 0..<2 {
            let (service, token) = (TestService(), AccessToken())
            let server = try await HTTPServer.start(port: port, tokens: AccessTokens(owner: token), service: service)
            port = server.port
            var events = service.events.makeAsyncIterator()
            try await RawClient.with(port: port) { client in
                try await client.send(
                    "GET /api/wait HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token.text)\r\n\r\n")
                _ = await events.next()
                try await RawClient.with(port: port) { page in
                    _ = try await page.openEvents(port, token)
                    _ = await events.next()
                    async let end: Void = server.stop()
                    #expect(try await page.event() == "data: hello")
                    #expect(try await page.event() == nil)
                    _ = await page.countToEnd()
                    await end
                }
                _ = await client.countToEnd()
            }
            await #expect(throws: (any Error).self) { try await RawClient.with(port: port) { _ in } }
        }
    }

    private static func eventThreads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { task in
            let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return name.map { $0.hasPrefix("NIO-ELT") || $0.hasPrefix("TP-") } ?? false
        }
    }
}
