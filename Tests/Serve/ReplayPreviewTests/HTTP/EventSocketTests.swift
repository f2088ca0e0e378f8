import NIOCore
import Testing

@testable import ReplayPreview

/// Checks the WebSocket of a page.
@Suite(.timeLimit(.minutes(30))) struct EventSocketTests {
    @Test("With the token, messages go both ways")
    func echo() async throws {
        try await TestServer.with { server in
            try await withPage(server) { page in
                try await page.sendMessage("héllo")
                #expect(try await page.frame() == .text("héllo"))
                let long = String(repeating: "x", count: 60_000)
                try await page.sendMessage(long)
                #expect(try await page.frame() == .text(long))
                try await page.sendFrame(1, Array("in ".utf8), isFinal: false)
                try await page.sendFrame(0, Array("parts".utf8))
                #expect(try await page.frame() == .text("in parts"))
                try await page.sendFrame(9, [1, 2])
                #expect(try await page.frame() == RawClient.Frame(opcode: 10, data: [1, 2]))
                try await page.sendFrame(8, [3, 232])
                #expect(try await page.frame() == .close(1000))
                #expect(await page.countToEnd() == 0)
            }
        }
    }

    @Test(
        "Without the token it is closed",
        arguments: [
            "{}", "{\"token\": \"\"}", "{\"token\": \"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}", "nonsense", "",
            "{\"watch\": null}", "[\"token\"]",
        ])
    func wrongToken(message: String) async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { page in
                #expect(try await page.upgrade(server.port) == 101)
                try await page.sendMessage(message)
                #expect(try await page.frame() == .close(1008))
            }
        }
    }

    @Test("Without a first message it is closed too")
    func noToken() async throws {
        var limits = TestServer.limits
        limits.tokenTime = .milliseconds(100)
        try await TestServer.with(limits: limits) { server in
            try await RawClient.with(port: server.port) { page in
                let status = try await page.upgrade(server.port)
                #expect(status == 101)
                #expect(try await page.frame() == .close(1008))
                #expect(await page.countToEnd() == 0)
            }
        }
    }

    @Test("Foreign sites, other versions and plain requests get no WebSocket")
    func refused() async throws {
        try await TestServer.with { server in
            let origins = [
                ("http://evil.example", 403), ("null", 403), ("http://127.0.0.1:\(server.port)", 101),
            ]
            for (origin, status) in origins {
                try await RawClient.with(port: server.port) { page in
                    let answer = try await page.upgrade(server.port, headers: "Origin: \(origin)\r\n")
                    #expect(answer == status, "\(origin)")
                }
            }
            try await RawClient.with(port: server.port) { page in
                let answer = try await page.upgrade(server.port, version: 8)
                #expect(answer == 400)
            }
            try await RawClient.with(port: server.port) { page in
                let answer = try await page.upgrade(server.port + 1)
                #expect(answer == 421)
            }
            #expect(try await server.get("/events").status == 400)
        }
    }

    @Test("No more than so many")
    func many() async throws {
        var limits = TestServer.limits
        limits.sockets = 1
        try await TestServer.with(limits: limits) { server in
            try await RawClient.with(port: server.port) { page in
                #expect(try await page.upgrade(server.port) == 101)
                try await RawClient.with(port: server.port) { other in
                    let answer = try await other.upgrade(server.port)
                    #expect(answer == 503)
                }
            }
        }
    }

    @Test("Messages that are too large, binary, no UTF-8, or not masked")
    func badMessages() async throws {
        try await TestServer.with { server in
            try await withPage(server) { page in
                try await page.sendFrame(2, [1])
                #expect(try await page.frame() == .close(1003))
            }
            try await withPage(server) { page in
                try await page.sendFrame(1, [0xff])
                #expect(try await page.frame() == .close(1007))
            }
            try await withPage(server) { page in
                try await page.sendFrame(1, [UInt8](repeating: 65, count: 60_000), isFinal: false)
                try await page.sendFrame(0, [UInt8](repeating: 65, count: 60_000))
                #expect(try await page.frame() == .close(1009))
            }
            try await withPage(server) { page in
                try await page.send([0x81, 127, 0, 0, 0, 0, 0, 2, 0, 0] + [UInt8](repeating: 65, count: 1000))
                #expect(try await page.frame() == .close(1009))
            }
            try await withPage(server) { page in
                try await page.send([0x81, 1, 65])
                #expect(try await page.frame() == .close(1002))
            }
        }
    }

    @Test("A page that does not take what it is sent is cut off, as is one that sends what nobody takes")
    func slowPage() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        var limits = TestServer.limits
        limits.unsentSize = 1 << 20
        try await TestServer.with(service, limits: limits) { server in
            try await withPage(server) { page in
                #expect(await events.next() == "page came")
                for _ in 0..<50 { try? await page.sendMessage("flood") }
                #expect(await events.next() == "page gone")
            }
            try await withPage(server) { page in
                #expect(await events.next() == "page came")
                try await page.sendMessage("sleep")
                #expect(await events.next() == "waiting")
                for _ in 0...limits.unreadMessages { try? await page.sendMessage("more") }
                #expect(try await page.frame() == .close(1008))
            }
            #expect(await events.next() == "cancelled")
        }
    }

    @Test("The service ends it, and is told when the page goes")
    func ends() async throws {
        let service = TestService()
        var events = service.events.makeAsyncIterator()
        try await TestServer.with(service) { server in
            try await withPage(server) { page in
                try await page.sendMessage("end")
                #expect(try await page.frame() == .close(1000))
            }
            #expect(await events.next() == "page came")
            try await withPage(server) { _ in #expect(await events.next() == "page came") }
            #expect(await events.next() == "page gone")
        }
    }

    @Test("Pings are sent, and who does not answer is closed")
    func pings() async throws {
        var limits = TestServer.limits
        limits.pingTime = .milliseconds(100)
        try await TestServer.with(limits: limits) { server in
            try await RawClient.with(port: server.port) { page in
                let status = try await page.upgrade(server.port)
                #expect(status == 101)
                #expect(try await page.frame() == .ping)
                #expect(await page.countToEnd() == 0)
            }
        }
    }

    /// Opens a WebSocket and sends the token.
    private func withPage(_ server: TestServer, _ body: (inout RawClient) async throws -> Void) async throws {
        try await RawClient.with(port: server.port) { page in
            #expect(try await page.upgrade(server.port, headers: "Origin: http://localhost:\(server.port)\r\n") == 101)
            try await page.sendMessage("{\"token\": \"\(server.token.text)\"}")
            try await body(&page)
        }
    }
}
