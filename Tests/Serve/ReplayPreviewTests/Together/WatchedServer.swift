import Foundation
import NIOHTTP1
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// A server with a recording of two seconds that is watched together, for one test.
struct WatchedServer {
    let place: Workplace
    let recording: Recording
    let server: PreviewServer
    let owner: Address
    let viewer: Address
    var id: String { recording.id.description }

    /// The parts of an address that a page uses.
    struct Address {
        let host: String
        let port: Int
        let token: String

        init(_ text: String?) throws {
            let components = try #require(text.flatMap { URLComponents(string: $0) })
            (host, port) = (try #require(components.host), try #require(components.port))
            token = try #require(components.fragment?.split(separator: "/").first.map(String.init))
        }

        /// The head of a request with this address's token.
        func head(_ method: String, _ path: String, token other: String? = nil) -> String {
            "\(method) \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nAuthorization: Bearer \(other ?? token)\r\n"
        }

        func ask(
            _ method: String, _ path: String, _ body: String = "", token other: String? = nil
        ) async throws -> RawClient.Answer {
            try await RawClient.with(port: port, host: host) { client async throws in
                try await client.send(
                    head(method, path, token: other) + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                return try await client.answer(hasBody: method != "HEAD")
            }
        }

        /// Opens the stream of events, and returns the first one that contains a text.
        func open(_ page: inout RawClient, _ path: String = "/api/events") async throws {
            try await page.send(head("GET", path) + "\r\n")
            let answer = try await page.answer(hasBody: false)
            #expect(answer.status == 200)
        }
    }

    /// Runs a server, and stops it at the end of `body`.
    static func with(listen: String? = nil, _ body: (WatchedServer) async throws -> Void) async throws {
        let place = try Workplace()
        let path = place.path("a.mp4")
        let source = "-f lavfi -i testsrc2=s=128x72:r=10:d=2 -c:v libx264 -preset ultrafast"
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + source.split(separator: " ").map(String.init) + [path])
        let outcome = try place.replay("import", path)
        guard outcome.status == 0 else { throw ServerError(outcome.errors) }
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        let server = try await PreviewServer.start(recording, together: true, listen: listen)
        do {
            try await body(
                WatchedServer(
                    place: place, recording: recording, server: server, owner: try Address(server.address),
                    viewer: try Address(server.viewersAddress)))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// Performs a change of the edit as the owner.
    func edit(_ body: String) async throws {
        let answer = try await owner.ask("POST", "/api/recordings/\(id)/edit", body)
        #expect(answer.status == 200, "\(answer.text)")
    }
}

extension RawClient {
    /// Returns the next event that contains a text.
    mutating func event(with text: String) async throws -> String {
        while let event = try await event() {
            if event.contains(text) { return event }
        }
        throw ServerError("The events ended before “\(text)”.")
    }
}
