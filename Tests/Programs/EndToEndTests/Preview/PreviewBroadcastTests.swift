import Foundation
import ReplayTestSupport
import Testing

/// Checks broadcasts in the Record view of `replay preview`, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewBroadcastTests {
    /// The input of the judge.
    private struct Plan: Encodable {
        let address, server, target, key, wrongKey, file, service, screenshots: String
    }

    /// The findings of the judge.
    private struct Found: Decodable {
        let reason, watch: String
        let errors: [String]
    }

    /// Writes the file of a service with a set-up program, which must not run.
    private func addService(in place: Workplace) throws {
        let folder = URL(filePath: place.path("config/replay/services"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{ version: 1, name: "lectures", setup: ["/bin/false"] }"#.utf8)
            .write(to: folder.appending(path: "lectures.json5"))
    }

    @Test(
        "The Record view sends to a file, to a server and to viewers, shows a refusal, pauses, stops, and keeps no key",
        .enabled(if: PreviewJudge.broadcast.isThere, "Chromium, or Playwright, is not there"),
        .enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
    func broadcasts() throws {
        let place = try Workplace(screen: (1280, 720))
        let scene = try RunningScene(SceneConfiguration(kind: .typing, rate: 30, display: place.screen?.display))
        let server = try RTMPServer()
        try addService(in: place)
        let preview = try RunningPreview(in: place)
        // If the judge fails while it records, only this stops the recorder.
        defer { _ = try? place.replay("discard", "--yes") }
        let wrongKey = "wrong-\(UUID().uuidString)"
        let plan = Plan(
            address: preview.address, server: server.address,
            target: String(server.address.dropFirst("rtmp://".count)), key: server.key, wrongKey: wrongKey,
            file: place.path("talk.mkv"), service: "lectures", screenshots: PreviewJudge.screenshots + "/broadcast")
        let found: Found = try PreviewJudge.broadcast.found(plan, in: place)
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(!found.reason.isEmpty && found.watch.hasPrefix("http://127.0.0.1:"))
        try preview.stop()
        _ = try scene.stop()
        #expect(!preview.process.errors.contains(server.key) && !preview.process.errors.contains(wrongKey))
        #expect(try !MediaProbe(path: place.path("talk.mkv")).packetHashes(of: "v:0").isEmpty)
        #expect(try !server.recordings().isEmpty)
        for secret in [server.key, wrongKey] {
            let kept = try place.start(command: ["grep", "-rl", secret, "home", "run", "config", "cache"]).wait()
            #expect(kept.output.isEmpty, "\(kept.output)")
        }
    }
}
