import Foundation
import Glibc
import ReplayLibrary
import ReplayTestSupport
import Synchronization
import Testing

@testable import ReplayPreview

/// Checks the server as a part of another program.
@Suite(.timeLimit(.minutes(30))) struct PreviewServerTests {
    private struct Fixture {
        let place: Workplace
        let recording: Recording

        init() throws {
            place = try Workplace()
            let path = place.path("a.mp4")
            let source = "-f lavfi -i testsrc2=s=128x72:r=10:d=2 -c:v libx264 -preset ultrafast"
            try ChildProcess.tool(
                ["ffmpeg", "-v", "error", "-nostdin"] + source.split(separator: " ").map(String.init) + [path])
            let outcome = try place.replay("import", path)
            guard outcome.status == 0 else { throw ServerError(outcome.errors) }
            recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        }
    }

    /// Returns the values of an address that a page uses: the port and the token.
    private static func parts(of address: String) throws -> (port: Int, token: String) {
        let components = try #require(URLComponents(string: address))
        return (
            try #require(components.port),
            try #require(components.fragment?.split(separator: "/").first.map(String.init))
        )
    }

    private static func request(
        _ method: String, _ path: String, _ body: String, _ server: PreviewServer
    ) async throws -> RawClient.Answer {
        let (port, token) = try parts(of: server.address)
        return try await RawClient.with(port: port) { client in
            try await client.send(
                "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try await client.answer()
        }
    }

    /// - Returns: the first event.
    private static func openPage(_ page: inout RawClient, _ port: Int, _ token: String) async throws -> String {
        try await page.send(
            "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(try await page.answer(hasBody: false).status == 200)
        return try await page.event() ?? ""
    }

    @Test("A program hears that a page came, edited and exported, and where")
    func exported() async throws {
        let fixture = try Fixture()
        let id = fixture.recording.id
        let server = try await PreviewServer.start(fixture.recording, mode: .share)
        #expect(server.address.hasSuffix("/\(id)"))
        let (port, token) = try Self.parts(of: server.address)
        let output = fixture.place.path("out.mp4")
        var events = server.events.makeAsyncIterator()
        try await RawClient.with(port: port) { page in
            let hello = try await Self.openPage(&page, port, token)
            #expect(hello.contains(#""mode":"share""#) && hello.contains(#""recording":"\#(id)""#))
            guard case .pageOpened = await events.next() else { throw ServerError("No page was opened.") }
            let cut = try await Self.request(
                "POST", "/api/recordings/\(id)/edit", #"{"operation":"cut","start":0,"end":1024}"#, server)
            #expect(cut.status == 200)
            guard case .edited(id) = await events.next() else { throw ServerError("Nothing was edited.") }
            let export = try await Self.request(
                "POST", "/api/recordings/\(id)/exports", #"{"preset":"original","file":"\#(output)"}"#, server)
            #expect(export.status == 200)
            guard case .exported(output) = await events.next() else { throw ServerError("Nothing was exported.") }
        }
        #expect(await server.outcome(firstTimeout: .zero, timeout: .zero) == .exported([output]))
        #expect(FileManager.default.fileExists(atPath: output))
        await #expect(throws: (any Error).self) { try await RawClient.with(port: port) { _ in } }
    }

    @Test("A recording that cannot be opened is shown as damaged")
    func unreadable() async throws {
        let fixture = try Fixture()
        let path = fixture.recording.path
        let elsewhere = fixture.place.path("elsewhere")
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        let server = try await PreviewServer.start(home: fixture.place.home.path)
        let text = try await Self.request("GET", "/api/recordings", "", server).text
        #expect(text.contains("\(fixture.recording.id)") && text.contains(#""damaged""#), "\(text)")
        #expect(await server.outcome(firstTimeout: .zero, timeout: .zero) == .closed)
    }

    @Test("An export goes on while requests are refused whose bodies are not read")
    func exportGoesOn() async throws {
        let fixture = try Fixture()
        let id = fixture.recording.id
        let server = try await PreviewServer.start(fixture.recording, mode: .share)
        let (port, token) = try Self.parts(of: server.address)
        let own = "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
        let output = fixture.place.path("out.mp4")
        var events = server.events.makeAsyncIterator()
        let export = try await Self.request(
            "POST", "/api/recordings/\(id)/exports", #"{"preset":"original","file":"\#(output)"}"#, server)
        #expect(export.status == 200)
        let heads = [
            "POST /api/recordings/\(id)/edit HTTP/1.1\r\n\(own)Content-Length: 9999999\r\n\r\n"
                + String(repeating: "x", count: 2_000_000),
            "POST /api/unknown HTTP/1.1\r\n\(own)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "POST /api/unknown HTTP/1.1\r\n\(own)Content-Length: 9\r\nExpect: 100-continue\r\n\r\n",
            "GET /api/recordings HTTP/1.1\r\n\(own)Content-Length: 9\r\n\r\n",
            "DELETE /api/recordings/unknown HTTP/1.1\r\n\(own)Transfer-Encoding: chunked\r\n\r\n",
        ]
        for head in heads {
            try await RawClient.with(port: port) { client in
                try await client.send(head)
                _ = try await client.answer(hasBody: false)
            }
            #expect(try await Self.request("GET", "/api/recordings", "", server).status == 200, "\(head)")
        }
        guard case .exported(output) = await events.next() else { throw ServerError("Nothing was exported.") }
        #expect(await server.outcome(firstTimeout: .zero, timeout: .zero) == .exported([output]))
    }

    @Test("A program hears that its recording was discarded")
    func discarded() async throws {
        let fixture = try Fixture()
        let id = fixture.recording.id
        let server = try await PreviewServer.start(fixture.recording)
        #expect(try await Self.request("DELETE", "/api/recordings/\(id)", "", server).status == 204)
        var events = server.events.makeAsyncIterator()
        guard case .discarded(id) = await events.next() else { throw ServerError("Nothing was discarded.") }
        #expect(await server.outcome(firstTimeout: .zero, timeout: .zero) == .discarded)
    }

    /// A lock on a folder, as another process has it: the lock belongs to the open file, not to the process.
    private final class FolderLock: Sendable {
        private let path: String
        private let descriptor: Int32

        init(_ path: String) throws {
            self.path = path
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        }

        deinit { close(descriptor) }

        func release() { flock(descriptor, LOCK_UN) }

        /// The number of this process's descriptors of the folder. Each thread that waits for the lock has one.
        var descriptorCount: Int {
            get throws {
                let folder = "/proc/self/fd"
                return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                    // The descriptor may have been closed meanwhile.
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) == path
                }
            }
        }
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)

        var count: Int { value.withLock(\.self) }

        func add() { value.withLock { $0 += 1 } }
    }

    @Test("Requests are answered while more edits wait for another program than there are processors")
    func lockedRecording() async throws {
        let fixture = try Fixture()
        let recording = "/api/recordings/\(fixture.recording.id)"
        let server = try await PreviewServer.start(fixture.recording)
        #expect(try await Self.request("GET", recording, "", server).status == 200)
        let lock = try FolderLock(fixture.recording.path)
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 8
        let refusals = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { lock.release() }
            for number in 0..<count {
                group.addTask {
                    let edit = #"{"time":0,"name":"\#(number)"}"#
                    // An edit that has waited for long is refused, and the page tries again.
                    while true {
                        let status = try await Self.request("POST", recording + "/marks", edit, server).status
                        if status == 200 { break }
                        guard status == 503 else { throw ServerError("The edit failed: \(status).") }
                        refusals.add()
                    }
                }
            }
            // Some descriptors are those of the open recording. The other edits wait at the same time.
            while try lock.descriptorCount < count {
                guard refusals.count < 4 * count else { throw ServerError("Edits wait for each other.") }
                await Task.yield()
            }
            #expect(try await Self.request("GET", "/api/recordings", "", server).status == 200)
            #expect(try await Self.request("GET", recording, "", server).status == 200)
            lock.release()
            try await group.waitForAll()
        }
        let text = try await Self.request("GET", recording, "", server).text
        for number in 0..<count { #expect(text.contains(#""name":"\#(number)""#)) }
        #expect(await server.outcome(firstTimeout: .zero, timeout: .zero) == .closed)
    }

    @Test("A server ends by itself when no page comes, or the last has gone")
    func closed() async throws {
        let fixture = try Fixture()
        let server = try await PreviewServer.start(home: fixture.place.home.path)
        #expect(await server.outcome(firstTimeout: .zero, timeout: .seconds(600)) == .closed)
        let other = try await PreviewServer.start(home: fixture.place.home.path)
        let (port, token) = try Self.parts(of: other.address)
        async let outcome = other.outcome(firstTimeout: .seconds(600), timeout: .zero)
        try await RawClient.with(port: port) { page in
            let hello = try await Self.openPage(&page, port, token)
            #expect(hello.contains("hello"))
        }
        #expect(await outcome == .closed)
        await #expect(throws: (any Error).self) { _ = try await PreviewServer.start(home: "/proc/none") }
    }
}
