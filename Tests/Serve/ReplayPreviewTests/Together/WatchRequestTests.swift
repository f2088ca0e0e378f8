import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks the requests and events of a session of watching together.
@Suite(.timeLimit(.minutes(30))) struct WatchRequestTests {
    private struct Participant: Decodable {
        let number: Int
        let key: String
    }

    /// Opens a page, and returns its place in the session.
    private static func join(_ page: inout RawClient, _ address: WatchedServer.Address, _ id: String) async throws
        -> Participant
    {
        try await address.open(&page, "/api/events?watch=\(id)")
        let event = try await page.event(with: #""type":"participant""#)
        return try JSONDecoder().decode(Participant.self, from: Data(event.dropFirst("data: ".count).utf8))
    }

    @Test("A command of one page reaches the others, with a host time in the future")
    func command() async throws {
        try await WatchedServer.with { watched in
            try await RawClient.with(port: watched.owner.port) { owner async throws in
                let me = try await Self.join(&owner, watched.owner, watched.id)
                try await RawClient.with(port: watched.viewer.port) { viewer async throws in
                    let other = try await Self.join(&viewer, watched.viewer, watched.id)
                    #expect((me.number, other.number) == (1, 2) && me.key != other.key)
                    let there = try await owner.event(with: "Viewer 2")
                    #expect(there.contains(#""isPlaying":false"#))
                    let play = #"{"participant":"\#(other.key)","action":"play"}"#
                    #expect(try await watched.viewer.ask("POST", "/api/session/command", play).status == 204)
                    for page in [
                        try await owner.event(with: #""isPlaying":true"#),
                        try await viewer.event(with: #""isPlaying":true"#),
                    ] {
                        #expect(page.contains(#""type":"session""#))
                    }
                    let clock = #"{"participant":"\#(other.key)","roundTrips":[1200]}"#
                    let time = try await watched.viewer.ask("POST", "/api/session/clock", clock)
                    #expect(time.status == 200 && time.text.contains(#""received":"#))
                    try await Self.lock(watched, me, other)
                }
                let left = try await owner.event(with: #""control":"owner""#)
                #expect(!left.isEmpty)
            }
        }
    }

    /// The owner locks the controls. A viewer can neither use them nor pass for the owner.
    private static func lock(_ watched: WatchedServer, _ me: Participant, _ other: Participant) async throws {
        let lock = #"{"participant":"\#(me.key)","control":"owner"}"#
        #expect(try await watched.viewer.ask("POST", "/api/session/control", lock).status == 403)
        #expect(try await watched.owner.ask("POST", "/api/session/control", lock).status == 204)
        let pause = #"{"participant":"\#(other.key)","action":"pause"}"#
        let refused = try await watched.viewer.ask("POST", "/api/session/command", pause)
        #expect(refused.status == 403 && refused.text.contains("the owner has locked the controls"))
        for body in [#"{"participant":"1","action":"pause"}"#, #"{"participant":"","action":"pause"}"#] {
            #expect(try await watched.viewer.ask("POST", "/api/session/command", body).status == 404)
        }
        for body in ["{}", #"{"participant":"\#(other.key)","action":"stop"}"#] {
            #expect(try await watched.viewer.ask("POST", "/api/session/command", body).status == 400)
        }
    }

    @Test("The owner’s cut reaches viewers without its operation, and moves the session to the new edit")
    func cut() async throws {
        try await WatchedServer.with { watched in
            try await RawClient.with(port: watched.viewer.port) { viewer async throws in
                _ = try await Self.join(&viewer, watched.viewer, watched.id)
                let before = try await viewer.event(with: #""type":"session""#)
                try await watched.edit(#"{"operation":"cut","start":0,"end":10240}"#)
                let edit = try await viewer.event(with: #""type":"edit""#)
                #expect(edit.contains(#""operations":[]"#) && edit.contains(#""cuts":[]"#))
                let after = try await viewer.event(with: #""type":"session""#)
                let duration = try Regex("\"duration\":([0-9]+)")
                #expect(before.firstMatch(of: duration)?[1].substring == "20480")
                #expect(after.firstMatch(of: duration)?[1].substring == "10240")
            }
        }
    }

    @Test("When the owner ends the session, viewers are disconnected, and their token no longer works")
    func end() async throws {
        try await WatchedServer.with { watched in
            try await RawClient.with(port: watched.owner.port) { owner async throws in
                let me = try await Self.join(&owner, watched.owner, watched.id)
                try await RawClient.with(port: watched.viewer.port) { viewer async throws in
                    _ = try await Self.join(&viewer, watched.viewer, watched.id)
                    let body = #"{"participant":"\#(me.key)"}"#
                    #expect(try await watched.owner.ask("POST", "/api/session/end", body).status == 204)
                    #expect(try await viewer.event(with: "bye").contains("the owner has ended the session"))
                    #expect(try await viewer.event() == nil)
                }
                #expect(try await owner.event(with: "sessionEnded").isEmpty == false)
            }
            let answer = try await watched.viewer.ask("GET", "/api/recordings/\(watched.id)")
            #expect(answer.status == 403 && answer.text.contains("the owner has ended the session"))
            #expect(try await watched.owner.ask("GET", "/api/recordings/\(watched.id)").status == 200)
        }
    }

    @Test("A thousand connections that say nothing keep neither the owner nor a viewer out")
    func silentConnections() async throws {
        try await WatchedServer.with { watched in
            try await RawClient.with(port: watched.owner.port) { owner async throws in
                _ = try await Self.join(&owner, watched.owner, watched.id)
                try await Self.withSilentConnections(1000, port: watched.viewer.port) { () async throws in
                    for address in [watched.owner, watched.viewer] {
                        #expect(try await Self.status(address, "/api/recordings/\(watched.id)") == 200)
                    }
                }
                // The owner's stream has lived through it.
                try await watched.edit(#"{"operation":"cut","start":0,"end":1024}"#)
                #expect(try await owner.event(with: #""type":"edit""#).isEmpty == false)
            }
        }
    }

    /// Asks until there is a place, because a silent connection is replaced only when it is old enough.
    private static func status(_ address: WatchedServer.Address, _ path: String) async throws -> Int {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            // A connection that is turned away may be closed at any time.
            if let status = try? await address.ask("GET", path).status, status != 503 { return status }
        }
        return 503
    }

    /// Calls `body` while some connections are open that send nothing.
    private static func withSilentConnections(
        _ count: Int, port: Int, _ body: () async throws -> Void
    ) async throws {
        let (gate, open) = AsyncStream<Never>.makeStream()
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let silence = Task {
            await withDiscardingTaskGroup { group in
                for _ in 0..<count {
                    group.addTask {
                        // A connection may be turned away.
                        try? await RawClient.with(port: port) { _ in
                            arrived.yield()
                            for await _ in gate {}
                        }
                    }
                }
            }
        }
        for await _ in arrivals.prefix(count) {}
        defer { open.finish() }
        try await body()
        open.finish()
        await silence.value
    }
}
