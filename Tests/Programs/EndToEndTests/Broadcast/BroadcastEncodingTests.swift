import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks broadcasts whose screen is encoded for the target.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct BroadcastEncodingTests {
    /// Writes a service's file with the limits, and returns its path.
    private func service(_ limits: String, of live: BroadcastPlace) throws -> String {
        let path = live.place.path("own.json5")
        try "{ version: 1, name: \"own\", address: \"\(live.server.address)\", limits: { \(limits) } }"
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Ends the recording, and returns the movie that the server recorded.
    private func end(_ live: BroadcastPlace) throws -> MediaProbe {
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
        return MediaProbe(path: try #require(try live.server.recordings().last))
    }

    /// Checks that the frames come at a constant rate, and that each shows the screen as the recording does at its time.
    private func expectConstant(_ sent: MediaProbe, rate: Int, size: (width: Int, height: Int)) throws {
        let layout = SceneLayout(width: BroadcastPlace.size.width, height: BroadcastPlace.size.height)
        let clocks = try sent.clocks(at: layout.barcode)
        let times = clocks.map { $0.time.seconds }
        for (first, second) in zip(times, times.dropFirst()) {
            // FLV has times in milliseconds.
            #expect(abs(second - first - 1 / Double(rate)) < 0.0016, "\(first)")
        }
        let seen = clocks.compactMap(\.clock)
        #expect(seen == seen.sorted() && seen.count * 10 >= clocks.count * 9)
        let stream = try #require(try sent.streams().first { $0.kind == "video" })
        #expect((stream.width, stream.height) == size)
    }

    @Test("A service’s limits on size and frame rate are kept, with a constant rate and the recording’s audio")
    func limits() throws {
        let live = try BroadcastPlace(hasAudio: true)
        let path = try service("width: 240, height: 240, framesPerSecond: 20, bitRate: 400000", of: live)
        #expect(try live.broadcast(path, "--detach").wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames >= 90 && $0.encodingRate == 400_000 }
        let sent = try end(live)
        try expectConstant(sent, rate: 20, size: (240, 134))
        #expect(try live.isPart(sent.path, stream: "a:0", of: "a:2"))
    }

    @Test("A still screen is sent as frames at a constant rate", arguments: [false, true])
    func still(hasAudio: Bool) throws {
        let live = try BroadcastPlace(hasAudio: hasAudio, kind: .still)
        #expect(try live.broadcast(live.server.address, "--bitrate", "300k", "--detach").wait().status == 0)
        try live.await("bytes sent") { $0.state == .live && $0.encodingRate == 300_000 && $0.frames >= 3 }
        try expectConstant(try end(live), rate: 60, size: BroadcastPlace.size)
    }

    @Test("A recording that exceeds a service’s bit rate is encoded after a new connection, and the reason is told")
    func exceeding() throws {
        let live = try BroadcastPlace()
        let run = try live.broadcast(try service("bitRate: 250000", of: live))
        try live.await("an encoder") { $0.state == .live && $0.encodingRate != nil && $0.connections == 2 }
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0 && outcome.errors.contains("exceeds the target’s limits"), "\(outcome.errors)")
    }

    @Test("Bit rates that make no sense are refused", arguments: ["0", "1k", "-3M", "fast", "1e99"])
    func badRates(rate: String) throws {
        let live = try BroadcastPlace()
        let outcome = try live.broadcast(live.server.address, "--bitrate=\(rate)", "--detach").wait()
        #expect(outcome.status == 64 && outcome.errors.contains("--bitrate"), "\(outcome.errors)")
    }
}
