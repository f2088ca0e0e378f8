import Foundation
import NIOPosix
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks what a viewer's token opens, and what it does not.
@Suite(.timeLimit(.minutes(30))) struct ViewerAccessTests {
    /// The routes that viewers may use, beside the page. A new route must not become one of them by accident.
    private static let viewerRoutes: Set = [
        "GET api/recordings/:id", "GET api/recordings/:id/audio", "GET api/recordings/:id/audio/init",
        "GET api/recordings/:id/still", "GET api/recordings/:id/video", "GET api/recordings/:id/video/init",
        "POST api/session/clock", "POST api/session/command", "POST api/session/name", "POST api/session/report",
    ]

    private static func routes() throws -> [Route] {
        let directory = try TemporaryDirectory("routes")
        let state = try PreviewState(
            nil, mode: .library, home: directory.path("home"), pool: .singleton,
            events: AsyncStream.makeStream().continuation)
        return PreviewService(state: state).routes
    }

    @Test("Only the named routes are for viewers")
    func table() throws {
        let open = try Self.routes().filter(\.isForViewers).map { "\($0.method) \($0.path)" }
        #expect(Set(open) == Self.viewerRoutes)
    }

    @Test("Every other route refuses a viewer’s token with one sentence")
    func refusals() async throws {
        let routes = try Self.routes().filter { $0.path.hasPrefix("api/") && !$0.isForViewers }
        #expect(routes.count > 25)
        try await WatchedServer.with { watched in
            for route in routes {
                let path = route.path.replacing(":id", with: watched.id).replacing(":", with: "")
                let answer = try await watched.viewer.ask(route.method.rawValue, "/\(path)")
                #expect(answer.status == 403, "\(route.method) \(path): \(answer.text)")
                #expect(answer.text == #"{"error":"a viewer can only watch; the owner of the recording can do this"}"#)
            }
            let head = try await watched.viewer.ask("HEAD", "/api/recordings/\(watched.id)/thumbnail?at=0&height=90")
            #expect(head.status == 403)
            #expect(try await watched.viewer.ask("PUT", "/api/recordings/\(watched.id)").status == 405)
            #expect(try await watched.viewer.ask("GET", "/api/recordings").status == 403)
            #expect(try await watched.owner.ask("GET", "/api/recordings").status == 200)
        }
    }

    @Test("A viewer has no access to another recording")
    func otherRecording() async throws {
        try await WatchedServer.with { watched in
            let second = try watched.place.replay("import", watched.place.path("a.mp4"), "--name", "other")
            try #require(second.status == 0)
            let other = second.line
            for rest in ["", "/video/init", "/video?revision=x&at=0&count=1", "/still?revision=x&at=0", "/audio/init"] {
                #expect(try await watched.viewer.ask("GET", "/api/recordings/\(other)\(rest)").status == 403)
            }
            #expect(try await watched.owner.ask("GET", "/api/recordings/\(other)").status == 200)
            try await RawClient.with(port: watched.viewer.port) { page async throws in
                try await watched.viewer.open(&page, "/api/events?watch=\(other)")
                let hello = try await page.event(with: "hello")
                #expect(hello.contains(watched.id) && !hello.contains(other) && !hello.contains("exports"))
                #expect(!hello.contains("broadcasts") && !hello.contains("recorder"))
            }
        }
    }

    @Test("A viewer gets nothing of what the edit removes: no operations, no marks in cuts, no frames, no files")
    func reductions() async throws {
        try await WatchedServer.with { watched in
            let path = "/api/recordings/\(watched.id)"
            let marked = #"{"time":1000,"name":"a secret mark"}"#
            #expect(try await watched.owner.ask("POST", path + "/marks", marked).status == 200)
            try await watched.edit(#"{"operation":"make","words":"title “a secret title”","start":0,"end":12000}"#)
            try await watched.edit(#"{"operation":"cut","start":0,"end":10240}"#)
            let own = try await watched.owner.ask("GET", path).text
            #expect(own.contains("a secret mark") && own.contains("a secret title"))
            let seen = try await watched.viewer.ask("GET", path).text
            let stale = try await watched.viewer.ask("GET", path + "/video?revision=old&at=0&count=1")
            #expect(stale.status == 409)
            for text in [seen, stale.text] {
                #expect(text.contains(#""clips""#) && text.contains(#""operations":[]"#))
                #expect(!text.contains("secret") && text.contains(#""cuts":[]"#), "\(text)")
            }
            try await expectFrames(of: watched, path)
        }
    }

    /// Expects that all frames that a viewer can get are those of the edit.
    private func expectFrames(of watched: WatchedServer, _ path: String) async throws {
        struct Description: Decodable {
            struct Edit: Decodable {
                let revision: String
                let frames: Int
            }
            let edit: Edit
        }
        let seen = try await watched.viewer.ask("GET", path).body
        let edit = try JSONDecoder().decode(Description.self, from: Data(seen)).edit
        #expect(edit.frames > 0 && edit.frames < 20)
        let all = try await watched.viewer.ask(
            "GET", path + "/video?revision=\(edit.revision)&frame=0&count=300"
        ).body
        let count = String(decoding: all, as: UTF8.self).split(separator: "moof").count - 1
        #expect(count == edit.frames)
    }

    @Test("A covered rectangle is covered in each frame and still that a viewer gets")
    func covered() async throws {
        try await WatchedServer.with { watched in
            let path = "/api/recordings/\(watched.id)"
            try await watched.edit(#"{"operation":"make","words":"cover 64x36+32+18","start":0,"end":20480}"#)
            let text = try await watched.viewer.ask("GET", path).text
            let revision = try #require(try Regex("\"revision\":\"([^\"]+)\"").firstMatch(in: text)?[1].substring)
            let start = try await watched.viewer.ask("GET", path + "/video/init").body
            let frames = try await watched.viewer.ask("GET", path + "/video?revision=\(revision)&frame=0&count=300")
                .body
            let still = try await watched.viewer.ask("GET", path + "/still?revision=\(revision)&at=9000&format=png")
                .body
            for (name, bytes) in [("video.mp4", start + frames), ("still.png", still)] {
                let file = watched.place.path(name)
                try Data(bytes).write(to: URL(filePath: file))
                let inside = try Self.pixels(of: file, "crop=iw/2-8:ih/2-8:iw/4+4:ih/4+4")
                #expect(Set(inside).max().map { $0 - (inside.min() ?? 0) } ?? 255 < 12, "\(name)")
                #expect(Set(try Self.pixels(of: file, "crop=iw/4:ih/4:0:0")).count > 50, "\(name)")
            }
        }
    }

    /// Returns the brightness of all pixels of a movie's frames.
    private static func pixels(of file: String, _ filter: String) throws -> [UInt8] {
        let output = file + ".gray"
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", file, "-vf", filter + ",format=gray", "-f", "rawvideo",
            output,
        ])
        return [UInt8](try Data(contentsOf: URL(filePath: output)))
    }

    @Test("On a network, viewers are served, and the owner’s token is not accepted")
    func network() async throws {
        try await WatchedServer.with(listen: "127.0.0.2") { watched in
            #expect(watched.viewer.host == "127.0.0.2" && watched.owner.host == "127.0.0.1")
            let path = "/api/recordings/\(watched.id)"
            #expect(try await watched.viewer.ask("GET", path).status == 200)
            let stolen = try await watched.viewer.ask("GET", path, token: watched.owner.token)
            #expect(stolen.status == 403 && stolen.text.contains("works only for its user"))
            let cut = #"{"operation":"cut","start":0,"end":1000}"#
            let write = try await watched.viewer.ask("POST", path + "/edit", cut, token: watched.owner.token)
            #expect(write.status == 403)
            #expect(try await watched.viewer.ask("GET", "/exports/abc/x").status == 404)
            let other = try await RawClient.with(port: watched.viewer.port, host: "127.0.0.2") { client async throws in
                try await client.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                return try await client.answer()
            }
            #expect(other.status == 421)
        }
    }

    @Test(
        "An address that is none, or not this machine’s, is refused",
        arguments: ["x", "1.2.3", "::1", "127.0.0.1:x", ""])
    func badAddress(text: String) {
        #expect(throws: InvalidListenAddress.self) { try ListenAddress(text) }
    }
}
