import Descriptors
import Foundation
import Testing

@testable import ReplayPreview

/// Checks requests and their responses.
@Suite(.timeLimit(.minutes(30))) struct ExchangeTests {
    @Test("A request reaches the service decoded")
    func request() async throws {
        try await TestServer.with { server in
            let answer = try await server.get("/api/a%20b?name=%C3%A9+1")
            #expect(answer.headers["Content-Type"] == ["application/json"])
            #expect(
                try JSONDecoder().decode(TestService.Seen.self, from: Data(answer.body))
                    == TestService.Seen(method: "GET", path: ["api", "a b"], query: ["name": "é 1"]))
        }
    }

    @Test("HEAD is GET without the content", arguments: ["x", "three", "large", "nothing"])
    func head(path: String) async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { client in
                for _ in 0..<2 {
                    try await client.send("HEAD /api/\(path) HTTP/1.1\r\n\(server.own)\r\n")
                    #expect(try await client.answer(hasBody: false).status == (path == "nothing" ? 204 : 200))
                }
            }
        }
    }

    @Test("A connection is used again, also after an error and an answer without content")
    func keepAlive() async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { client in
                for (path, status) in [("x", 200), ("refuse", 409), ("nothing", 204), ("three", 200), ("../x", 400)] {
                    try await client.send("GET /api/\(path) HTTP/1.1\r\n\(server.own)\r\n")
                    let answer = try await client.answer()
                    #expect(answer.status == status)
                    if path == "three" { #expect(answer.text == "part 2\npart 1\npart 0\n") }
                }
            }
        }
    }

    @Test("Requests that are sent at once are answered in their order")
    func pipelining() async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { client in
                let requests = (0..<50).map { "GET /api/\($0) HTTP/1.1\r\n\(server.own)\r\n" }
                let posts = (0..<50).map {
                    "POST /api/echo HTTP/1.1\r\n\(server.own)Content-Length: 4\r\n\r\n\(1000 + $0)"
                }
                try await client.send(zip(requests, posts).map(+).joined())
                for number in 0..<50 {
                    #expect(try await client.answer().text.contains("[\"api\",\"\(number)\"]"))
                    #expect(try await client.answer().text == "\(1000 + number)")
                }
            }
        }
    }

    @Test("A body that nobody reads does not end the one after it")
    func unreadBody() async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { client in
                let end = "HTTP/1.1\r\n\(server.own)Content-Length: 4\r\n\r\n"
                for _ in 0..<100 {
                    try await client.send("POST /api/refuse \(end)abcdPOST /api/echo \(end)")
                    #expect(try await client.answer().status == 409)
                    try await client.send("abcd")
                    #expect(try await client.answer().text == "abcd")
                }
            }
        }
    }

    /// Requests that are answered before their body is complete: the head, and the part of the body that is sent with
    /// it.
    static let unreadBodies = [
        "POST /api/refuse HTTP/1.1\r\n{own}Content-Length: 1000\r\n\r\nabc",
        "POST /api/unknown HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "POST /api/refuse HTTP/1.1\r\n{own}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n",
        "GET /api/x HTTP/1.1\r\n{own}Content-Length: 1000\r\n\r\n",
        "POST /api/echo HTTP/1.1\r\n{own}Transfer-Encoding: chunked\r\n\r\n7d0\r\n"
            + String(repeating: "x", count: 2000),
    ]

    @Test("A request whose body is not read to its end does not end the server", arguments: unreadBodies)
    func bodyInProgress(request: String) async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { other in
                try await other.send("GET /api/wait HTTP/1.1\r\n\(server.own)\r\n")
                var events = server.service.events.makeAsyncIterator()
                #expect(await events.next() == "waiting")
                for _ in 0..<20 {
                    try await RawClient.with(port: server.port) { client in
                        try await client.send(request.replacing("{own}", with: server.own))
                        var answer = try await client.answer(hasBody: false)
                        if answer.status == 100 { answer = try await client.answer(hasBody: false) }
                        #expect(answer.headers["Connection"] == ["close"])
                    }
                    #expect(try await server.get("/api/x").status == 200)
                }
            }
            // Another client's request continued until that client disconnected.
            var events = server.service.events.makeAsyncIterator()
            #expect(await events.next() == "cancelled")
        }
    }

    @Test("Bodies by length, in chunks, and after 100 Continue")
    func bodies() async throws {
        try await TestServer.with { server in
            let start = "POST /api/echo HTTP/1.1\r\n\(server.own)"
            #expect(try await server.ask("\(start)Content-Length: 3\r\n\r\nabc").text == "abc")
            let chunks = "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
            #expect(try await server.ask("\(start)\(chunks)").text == "abc")
            try await RawClient.with(port: server.port) { client in
                try await client.send(start + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
                #expect(try await client.answer(hasBody: false).status == 100)
                try await client.send("abc")
                #expect(try await client.answer().text == "abc")
            }
        }
    }

    @Test("A body beyond the limit is refused, and the refusal arrives")
    func tooLargeBody() async throws {
        try await TestServer.with { server in
            let start = "POST /api/echo HTTP/1.1\r\n\(server.own)"
            let body = String(repeating: "x", count: 1001)
            #expect(try await server.ask("\(start)Content-Length: 1001\r\n\r\n\(body)").status == 413)
            let answer = try await server.ask("\(start)Content-Length: 100000000\r\n\r\n\(body)")
            #expect(answer.status == 413)
            #expect(answer.headers["Connection"] == ["close"])
        }
    }

    @Test("An upload is streamed, and waits for the service")
    func upload() async throws {
        try await TestServer.with { server in
            try await RawClient.with(port: server.port) { client in
                let part = [UInt8](repeating: 1, count: 1 << 20)
                let length = "Content-Length: \(part.count * 40)\r\n"
                try await client.send("POST /api/count HTTP/1.1\r\n\(server.own)\(length)\r\n")
                for _ in 0..<40 { try await client.send(part) }
                #expect(try await client.answer().text == "{\"count\":\(part.count * 40)}")
            }
        }
    }

    @Test(
        "An upload that breaks off is not taken for a whole one",
        arguments: ["Content-Length: 9", "Transfer-Encoding: chunked"])
    func brokenUpload(framing: String) async throws {
        try await TestServer.with { server in
            var events = server.service.events.makeAsyncIterator()
            try await RawClient.with(port: server.port) { client in
                try await client.send("POST /api/count HTTP/1.1\r\n\(server.own)\(framing)\r\n\r\n3\r\nabc\r\n")
                #expect(await events.next() == "counting")
            }
            #expect(await events.next() == "broken off")
        }
    }

    @Test("A response that breaks off is not taken for a whole one")
    func broken() async throws {
        try await TestServer.with { server in
            await #expect(throws: RawClient.ConnectionEnded.self) { try await server.get("/api/broken") }
        }
    }

    @Test("A large response, and an old client")
    func large() async throws {
        try await TestServer.with { server in
            #expect(try await server.get("/api/large").body.count == 3_000_000)
            try await RawClient.with(port: server.port) { client in
                try await client.send("GET /api/three HTTP/1.0\r\n\(server.own)\r\n")
                let head = try await client.answer(hasBody: false)
                #expect(head.headers["Connection"] == ["close"])
                #expect(await client.countToEnd() == 21)
            }
        }
    }

    @Test(
        "Ranges of a file",
        arguments: [
            ("", 200, nil, 0..<300_000), ("Range: bytes=0-9\r\n", 206, "bytes 0-9/300000", 0..<10),
            ("Range: bytes=299990-\r\n", 206, "bytes 299990-299999/300000", 299_990..<300_000),
            ("Range: bytes=-200000\r\n", 206, "bytes 100000-299999/300000", 100_000..<300_000),
            ("Range: bytes=300000-\r\n", 416, "bytes */300000", 0..<0),
            ("Range: bytes=0-1,3-4\r\n", 200, nil, 0..<300_000), ("Range: bytes=x\r\n", 200, nil, 0..<300_000),
            ("Range: bytes=0-1\r\nIf-Range: \"other\"\r\n", 200, nil, 0..<300_000),
        ] as [(String, Int, String?, Range<Int>)])
    func ranges(headers: String, status: Int, range: String?, bytes: Range<Int>) async throws {
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let file = try HTTPFile(temporaryFile(content))
        try await TestServer.with(TestService(file: file)) { server in
            let answer = try await server.get("/exports/ticket/file", headers: headers)
            #expect(answer.status == status)
            #expect(answer.headers.first(name: "Content-Range") == range)
            #expect(answer.headers["Accept-Ranges"] == ["bytes"] && answer.headers["ETag"] == [file.tag])
            #expect(answer.body == Array(content[bytes]))
            let condition = "Range: bytes=0-1\r\nIf-Range: \(file.tag)\r\n"
            #expect(try await server.get("/exports/ticket/file", headers: condition).status == 206)
        }
    }

    @Test("A file that becomes shorter breaks off")
    func shortened() async throws {
        let descriptor = try temporaryFile([UInt8](repeating: 1, count: 1000))
        let file = try HTTPFile(descriptor)
        ftruncate(descriptor.descriptor.rawValue, 500)
        try await TestServer.with(TestService(file: file)) { server in
            await #expect(throws: RawClient.ConnectionEnded.self) { try await server.get("/exports/ticket/file") }
        }
    }

    @Test("200 requests at the same time")
    func concurrent() async throws {
        try await TestServer.with { server in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask { try await server.get("/api/\(number)").text.contains("[\"api\",\"\(number)\"]") }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    private func temporaryFile(_ bytes: [UInt8]) throws -> OwnedDescriptor {
        var name = Array("/tmp/replay-http-XXXXXX".utf8CString)
        let file = try #require(OwnedDescriptor(mkstemp(&name)))
        unlink(name)
        try file.descriptor.writeAll(bytes)
        return file
    }
}
