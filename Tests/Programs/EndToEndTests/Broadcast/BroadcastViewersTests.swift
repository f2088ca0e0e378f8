import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks broadcasts to viewers: low-latency HLS from Replay's own server, by players and parsers that are not Replay's.
@Suite(.timeLimit(.minutes(30)), .enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct BroadcastViewersTests {
    private static let hasBrowser = ["/usr/bin/chromium", "/usr/local/bin/chromium"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    private struct Watched: Decodable {
        struct Rendition: Decodable {
            var parts: Int
            var discontinuities: Int
        }
        var video: Rendition
        var audio: Rendition?
        var iframes: Int
    }

    /// Starts a broadcast to viewers, and waits for its first part.
    private func start(_ live: BroadcastPlace, _ options: String...) throws -> String {
        let outcome = try live.place.start(
            ["broadcast", "web", "--consent", "--audio", live.place.audio == nil ? "none" : "both", "--detach"]
                + options
        ).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try live.await("a part") { $0.state == .live && $0.frames > 0 }.publicURL)
    }

    private func judge(_ name: String, _ words: String...) throws -> ChildProcess.Outcome {
        try ChildProcess([ProjectFolder.url.appending(path: "Scripts/judges/\(name)").path] + words).wait(limit: 600)
    }

    /// Watches segments with an independent viewer, and returns their media as the movies `video.mp4` and so on.
    private func watch(_ address: String, in live: BroadcastPlace, segments: Int) throws -> Watched {
        let outcome = try judge("watch-live", address, String(segments), live.place.folder.path)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        return try JSONDecoder().decode(Watched.self, from: Data(outcome.output.utf8))
    }

    private func end(_ live: BroadcastPlace) throws {
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
    }

    /// Checks that `replay validate` found no violation. A busy machine records a keyframe late.
    private func expectValid(_ outcome: ChildProcess.Outcome) throws {
        let found = try outcome.json(ValidationReport.self).findings
            .filter {
                $0.severity == "violation" && !["a GOP ", "a frame for "].contains(where: $0.found.hasPrefix)
            }
            .map { "row \($0.row): \($0.found), not \($0.expected)" }
        #expect(found.isEmpty, "\(found)")
    }

    @Test("A viewer gets the recording’s audio and frames by parts; each version of the playlists is valid")
    func parts() throws {
        let live = try BroadcastPlace(hasAudio: true)
        let address = try start(live)
        #expect(address.hasPrefix("http://127.0.0.1:"))
        let following = try live.place.start(["validate", address + "main.m3u8", "--for", "8s", "--json"])
        let watched = try watch(address, in: live, segments: 3)
        #expect(watched.video.parts >= 15 && (watched.audio?.parts ?? 0) >= 15 && watched.iframes > 0)
        try expectValid(try following.wait())
        try end(live)
        #expect(try live.isPart(live.place.path("audio.mp4"), stream: "a:0", of: "a:2"))
        try expectFrames(in: live)
    }

    /// Checks that the viewer's frames are in the recording, in the same order.
    private func expectFrames(in live: BroadcastPlace) throws {
        let layout = SceneLayout(width: BroadcastPlace.size.width, height: BroadcastPlace.size.height)
        let seen = try MediaProbe(path: live.place.path("video.mp4")).clocks(at: layout.barcode).compactMap(\.clock)
        let recorded = try live.movie().clocks(at: layout.barcode).compactMap(\.clock)
        #expect(seen == seen.sorted() && seen.count >= 60)
        #expect(Set(seen).isSubset(of: recorded))
        let range = try #require(seen.first)...(try #require(seen.last))
        #expect(Set(recorded.filter { range.contains($0) }) == Set(seen))
    }

    @Test("A still screen goes on for viewers, and a pause of the recording is a discontinuity")
    func still() throws {
        let live = try BroadcastPlace(kind: .still)
        let address = try start(live)
        _ = try watch(address, in: live, segments: 2)
        #expect(try live.place.replay("pause").status == 0)
        let paused = ContinuousClock.now
        try live.place.await("the pause") { ContinuousClock.now - paused > .milliseconds(1500) }
        #expect(try live.place.replay("resume").status == 0)
        #expect(try watch(address, in: live, segments: 2).video.discontinuities >= 1)
        let report = try live.place.replay("validate", address + "main.m3u8", "--for", "3s", "--json")
        try expectValid(report)
        try end(live)
    }

    @Test("What is left out during a pause of the broadcast is a discontinuity for viewers")
    func gap() throws {
        let live = try BroadcastPlace(hasAudio: true)
        let address = try start(live)
        let following = try live.place.start(["validate", address + "main.m3u8", "--for", "15s", "--json"])
        let before = try live.await("frames sent") { $0.frames > 100 }.frames
        #expect(try live.place.replay("broadcast", "pause").status == 0)
        let recorded = try live.place.awaitStatus { $0.frames > 0 }.frames
        _ = try live.place.awaitStatus { $0.frames > recorded + 100 }
        #expect(try live.place.replay("broadcast", "resume").status == 0)
        _ = try live.await("frames after the pause") { $0.frames > before + 70 }
        #expect(try watch(address, in: live, segments: 1).video.discontinuities >= 1)
        try expectValid(try following.wait())
        try end(live)
    }

    @Test(
        "Chromium plays it with the player page and with hls.js",
        .enabled(if: hasBrowser, "Chromium is not installed"), arguments: ["page", "hls.js"])
    func plays(player: String) throws {
        let live = try BroadcastPlace(hasAudio: true)
        let address = try start(live)
        let (width, height) = BroadcastPlace.size
        let outcome = try judge("live-in-chromium", player, address, "60", "\(width)x\(height)")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let delays = try JSONDecoder().decode([Double].self, from: Data(outcome.output.utf8)).sorted()
        let median = try #require(delays.count == 60 ? delays[30] : nil)
        print("\(player), from the screen to the frame that is shown: median \(median) ms, p95 \(delays[57]) ms")
        #expect(median < (QuietMachine.isPromised ? 1800 : 60_000))
        try end(live)
    }

    @Test(
        "A viewer goes back to before it joined, returns to the live edge, and sees that the owner has paused",
        .enabled(if: hasBrowser, "Chromium is not installed"))
    func goingBack() throws {
        struct Found: Decodable {
            let joined, back: Double
            let errors: [String]
        }
        let live = try BroadcastPlace(hasAudio: true)
        let address = try start(live)
        try live.await("twenty seconds") { $0.frames > 600 }
        let judge = ProjectFolder.url.appending(path: "Scripts/judges/rewind-in-chromium").path
        let folder = ProjectFolder.path(".build/preview-screenshots/viewers")
        let watching = try live.place.start(command: [judge, address, folder])
        // The page uses several connections, but is one viewer.
        try live.await("the viewer") { $0.viewers == 1 && $0.bytes > 0 }
        let outcome = try watching.wait(limit: 600)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let found = try outcome.json(Found.self)
        #expect(found.errors.isEmpty && found.back < found.joined - 5, "\(found)")
        try end(live)
    }

    @Test("Viewers get nothing of a recording that is discarded, and the end of a broadcast that is stopped")
    func ends() throws {
        let live = try BroadcastPlace()
        let address = try start(live)
        let stopped = try viewer(of: address, in: live)
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        let end = try stopped.wait()
        #expect(end.status == 0, "\(end.errors)")
        let discarded = try viewer(of: try start(live), in: live)
        #expect(try live.place.replay("discard", "--yes").status == 0)
        // The recording's end may be told before it is discarded.
        #expect([0, 3].contains(try discarded.wait().status))
        try live.place.await("the end") { try live.statuses().isEmpty }
    }

    /// Starts a viewer that waits for the end, and waits until it watches.
    private func viewer(of address: String, in live: BroadcastPlace) throws -> ChildProcess {
        let viewer = try ChildProcess([
            ProjectFolder.url.appending(path: "Scripts/judges/watch-live-end").path, address,
        ])
        try live.place.await("a viewer") { viewer.errors.contains("watching") }
        return viewer
    }

    @Test("Addresses that cannot be used are refused with a sentence")
    func badAddresses() throws {
        let live = try BroadcastPlace()
        for (options, status, words) in [
            (["web", "--listen", "nowhere"], 64, "is not an IP address"),
            (["web", "--listen", "127.0.0.1:99999"], 64, "is not an IP address"),
            (["live.mkv", "--listen", "127.0.0.1"], 64, "needs the target “web”"),
            (["web", "--rewind", "1s"], 64, "30s to 12h"), (["a.mkv", "--rewind", "1m"], 64, "needs the target “web”"),
            (["a.mkv", "--handler-memory", "60MB"], 64, "needs a handler"),
            (["a.mkv", "--setup", "a=1"], 64, "handler"),
            (["web", "--listen", "192.0.2.1:8080"], 73, "192.0.2.1:8080"),
            (["web", "--bitrate", "4M"], 64, "encodes for servers"),
            (["web", "--latency", "1s"], 64, "needs an SRT server"),
            (["a.mkv", "--stream-id", "x"], 64, "needs an SRT server"),
            (["web", "--force"], 64, "needs a file or a folder"), (["a.mkv", "--retries", "3"], 64, "needs a server"),
            (["a/", "--max-delay", "5s"], 64, "every frame"),
            (["status", "--retries", "3"], 64, "does not take --retries"),
            (["--comments", "a", "--comments", "b"], 64, "takes one source"),
            (["web:8080"], 64, "--listen"), (["http://127.0.0.1/x"], 64, "“web”"),
        ] as [([String], Int32, String)] {
            let outcome = try live.place.start(["broadcast", "--consent", "--audio", "none", "--detach"] + options)
                .wait()
            #expect(outcome.status == status && outcome.errors.contains(words), "\(options): \(outcome.errors)")
            // Nothing is recorded.
            #expect(try live.place.replay("status").status == 1)
        }
    }
}

private struct ValidationReport: Decodable {
    struct Finding: Decodable {
        var row: Int
        var severity: String
        var found: String
        var expected: String
    }
    var findings: [Finding]
}
