import Testing

@testable import ReplayPreview

/// The event stream of a page.
@Suite(.timeLimit(.minutes(30))) struct EventStreamTests {
    @Test("With the token, events come in their order, each whole")
    func events() async throws {
        try await TestServer.with { server async throws in
            try await withPage(server, "?do=echo") { page async throws in
                for text in ["héllo", String(repeating: "x", count: 60_000), "last"] {
                    let length = "Content-Length: \(text.utf8.count)\r\n"
                    let head = "POST /api/events/1 HTTP/1.1\r\n\(server.own)\(length)\r\n"
                    #expect(try await server.ask(head + text).status == 204)
                    #expect(try await page.event() == "data: " + text)
                }
            }
        }
    }

    @Test(
        "Without the token there are none",
        arguments: [
            "", "Authorization: Bearer \r\n", "Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n",
        ])
    func wrongToken(header: String) async throws {
        try await TestServer.with { server async throws in
            let head = "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            #expect(try await server.ask("\(head)\(header)\r\n").status == 401)
            #expect(server.server.streamCount == 0)
        }
    }

    @Test("Foreign hosts get none, foreign sites may not write, and HEAD opens no stream")
    func refused() async throws {
        try await TestServer.with { server async throws in
            let (port, own) = (server.port, server.own)
            let token = "Authorization: Bearer \(server.token.text)\r\n"
            let host = "Host: 127.0.0.1:\(port + 1)\r\n"
            #expect(try await server.ask("GET /api/events HTTP/1.1\r\n\(host)\(token)\r\n").status == 421)
            for origin in ["http://evil.example", "null"] {
                let head = "POST /api/events/1 HTTP/1.1\r\n\(own)Origin: \(origin)\r\n\r\n"
                #expect(try await server.ask(head).status == 403, "\(origin)")
            }
            #expect(try await server.ask("HEAD /api/events HTTP/1.1\r\n\(own)\r\n", hasBody: false).status == 200)
            while server.server.streamCount > 0 { await Task.yield() }
        }
    }

    @Test("No more than so many")
    func many() async throws {
        var limits = TestServer.limits
        limits.streams = 1
        try await TestServer.with(limits: limits) { server async throws in
            try await withPage(server) { _ async throws in
                #expect(try await server.get("/api/events").status == 503)
            }
            while server.server.streamCount > 0 { await Task.yield() }
            try await withPage(server) { _ in }
        }
    }

    @Test("A page that does not take what it is sent is cut off")
    func slowPage() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        var limits = TestServer.limits
        limits.unsentSize = 1 << 20
        try await TestServer.with(service, limits: limits) { server async throws in
            try await RawClient.with(port: server.port) { page async throws in
                #expect(try await page.openEvents(server, "?do=flood") == 200)
                #expect(await events.next() == "page came")
                #expect(await events.next() == "page gone")
                await #expect(throws: RawClient.ConnectionEnded.self) { while try await page.event() != nil {} }
            }
        }
    }

    @Test("The service ends it, and is told when the page goes")
    func ends() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        try await TestServer.with(service) { server async throws in
            try await withPage(server, "?do=end") { page async throws in #expect(try await page.event() == nil) }
            #expect(await events.next() == "page came")
            try await withPage(server) { _ in #expect(await events.next() == "page came") }
            #expect(await events.next() == "page gone")
        }
    }

    @Test("Comments are sent while nothing happens")
    func pings() async throws {
        var limits = TestServer.limits
        limits.pingTime = .milliseconds(100)
        try await TestServer.with(limits: limits) { server async throws in
            try await withPage(server) { page async throws in
                for _ in 0..<3 { #expect(try await page.event() == ":") }
            }
        }
    }

    @Test("A server that stops waits until its pages have taken their events, but not beyond the limit")
    func stops() async throws {
        for (time, takesEnd) in [(Duration.seconds(3600), true), (.zero, false)] {
            var limits = TestServer.limits
            limits.closeTime = time
            let token = AccessToken()
            let server = try await HTTPServer.start(
                tokens: AccessTokens(owner: token), service: TestService(), limits: limits)
            try await RawClient.with(port: server.port) { page in
                #expect(try await page.openEvents(server.port, token) == 200)
                #expect(try await page.event() == "data: hello")
                async let stop: Void = server.stop()
                if takesEnd { while try await page.event() != nil {} }
                await stop
                #expect(server.streamCount == 0)
            }
        }
    }

    /// Opens a stream, and hears its first event.
    private func withPage(
        _ server: TestServer, _ query: String = "", _ body: (inout RawClient) async throws -> Void
    ) async throws {
        try await RawClient.with(port: server.port) { page async throws in
            #expect(try await page.openEvents(server, query) == 200)
            #expect(try await page.event() == "data: hello")
            try await body(&page)
        }
    }
}
