import Foundation
import Testing

@testable import ReplayPreview

/// Checks which clients the server answers.
@Suite(.timeLimit(.minutes(30))) struct AccessTests {
    @Test("The page needs no token, the API does, and another token is none")
    func token() async throws {
        try await TestServer.with { server in
            let host = "Host: localhost:\(server.port)\r\n"
            #expect(try await server.ask("GET / HTTP/1.1\r\n\(host)\r\n").status == 200)
            #expect(try await server.ask("GET /page/app.js HTTP/1.1\r\n\(host)\r\n").status == 200)
            #expect(try await server.ask("GET /exports/abc/file HTTP/1.1\r\n\(host)\r\n").status == 404)
            #expect(try await server.ask("GET /other HTTP/1.1\r\n\(host)\r\n").status == 404)
            #expect(try await server.get("/api/x").status == 200)
            let wrong = [
                "", "Authorization: Bearer \(AccessToken().text)\r\n", "Authorization: Bearer \r\n",
                "Authorization: Basic \(server.token.text)\r\n", "Authorization: \(server.token.text)\r\n",
                "Authorization: Bearer \(server.token.text)\r\nAuthorization: Bearer \(server.token.text)\r\n",
                "Cookie: token=\(server.token.text)\r\n",
            ]
            for header in wrong {
                let answer = try await server.ask("GET /api/x HTTP/1.1\r\n\(host)\(header)\r\n")
                #expect(answer.status == 401)
                #expect(try JSONDecoder().decode([String: String].self, from: Data(answer.body))["error"] != nil)
            }
        }
    }

    @Test("A foreign Host comes first")
    func host() async throws {
        try await TestServer.with { server in
            let others = [
                "", "Host: evil.example\r\n", "Host: 127.0.0.1\r\n", "Host: 127.0.0.1:\(server.port + 1)\r\n",
                "Host: 127.0.0.1:\(server.port).evil.example\r\n", "Host: [::1]:\(server.port)\r\n",
                "Host: 127.0.0.1:\(server.port)\r\nHost: evil.example\r\n",
            ]
            for host in others {
                let token = "Authorization: Bearer \(server.token.text)\r\n"
                let answer = try await server.ask("GET /../x HTTP/1.1\r\n\(host)\(token)\r\n")
                #expect(answer.status == 421, "\(host)")
            }
        }
    }

    @Test("A foreign site may not write")
    func origin() async throws {
        try await TestServer.with { server in
            let (own, port) = (server.own, server.port)
            for (origin, status) in [
                ("http://127.0.0.1:\(port)", 200), ("http://localhost:\(port)", 200), ("http://evil.example", 403),
                ("null", 403), ("https://127.0.0.1:\(port)", 403), ("http://127.0.0.1:\(port).evil.example", 403),
            ] {
                for (method, expected) in [("POST", status), ("DELETE", status), ("OPTIONS", status), ("GET", 200)] {
                    let answer = try await server.ask("\(method) /api/x HTTP/1.1\r\n\(own)Origin: \(origin)\r\n\r\n")
                    #expect(answer.status == expected, "\(method) \(origin)")
                }
            }
        }
    }

    @Test(
        "Paths do not lead out",
        arguments: [
            "/page/..%2f..%2fetc/passwd", "/page/../../etc/passwd", "/page/%00", "/page//etc/passwd", "/page/%",
        ])
    func traversal(path: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.get(path)
            #expect(answer.status == 400)
        }
    }

    @Test("Every answer has the headers that keep other sites out", arguments: ["/", "/api/x", "/other", "/page/%00"])
    func headers(path: String) async throws {
        try await TestServer.with { server in
            let headers = try await server.get(path).headers
            let policy = try #require(headers.first(name: "Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"))
            #expect(headers["X-Content-Type-Options"] == ["nosniff"])
            #expect(headers["Referrer-Policy"] == ["no-referrer"])
            #expect(headers["Cross-Origin-Resource-Policy"] == ["same-origin"])
            #expect(headers["Cross-Origin-Opener-Policy"] == ["same-origin"])
            #expect(headers["Cache-Control"] == ["no-store"])
        }
    }

    @Test("Only 127.0.0.1 is listened at")
    func addresses() async throws {
        try await TestServer.with { server in
            for host in ["127.0.0.2", "::1"] + Self.ownAddresses() {
                await #expect(throws: (any Error).self, "\(host)") {
                    try await RawClient.with(port: server.port, host: host) { _ in }
                }
            }
        }
    }

    @Test("Another user is not answered", .enabled(if: geteuid() == 0, "only root can be another user"))
    func otherUser() async throws {
        try await TestServer.with { server in
            let ask = """
                exec 3<>/dev/tcp/127.0.0.1/\(server.port)
                printf 'GET / HTTP/1.1\\r\\nHost: 127.0.0.1:\(server.port)\\r\\nConnection: close\\r\\n\\r\\n' >&3
                cat <&3
                """
            let own = try await output(of: ["/bin/bash", "-c", ask])
            #expect(own.hasPrefix("HTTP/1.1 200"))
            let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"]
            let other = try await output(of: nobody + ["/bin/bash", "-c", ask])
            #expect(other.isEmpty)
        }
    }

    /// Returns the IPv4 addresses of this machine on networks.
    private static func ownAddresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { entry in
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                return nil
            }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
                return nil
            }
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return text == "127.0.0.1" ? nil : text
        }
    }

    private func output(of command: [String]) async throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
