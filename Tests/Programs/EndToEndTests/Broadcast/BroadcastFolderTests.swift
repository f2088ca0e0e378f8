import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks HLS folders that grow while a recording is made.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct BroadcastFolderTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            var row: Int
            var severity: String
            var found: String
            var expected: String
        }
        var findings: [Finding]
    }

    /// Returns the violations that `replay validate` finds. A busy machine records a keyframe late.
    private func violations(_ live: BroadcastPlace) throws -> [String] {
        let outcome = try live.place.replay("validate", "live", "--json")
        return try outcome.json(Report.self).findings
            .filter { $0.severity == "violation" && !["a GOP ", "a frame for "].contains(where: $0.found.hasPrefix) }
            .map { "row \($0.row): \($0.found), not \($0.expected)" }
    }

    private func expectValid(_ live: BroadcastPlace) throws {
        let found = try violations(live)
        #expect(found.isEmpty, "\(found)")
    }

    private func playlist(_ live: BroadcastPlace, _ name: String) throws -> String {
        try String(contentsOfFile: live.place.path("live/\(name)"), encoding: .utf8)
    }

    @Test("It is valid while it grows and afterwards, and has the recording’s packets; a pause is a discontinuity")
    func folder() throws {
        let live = try BroadcastPlace(hasAudio: true)
        #expect(try live.broadcast("live/", "--detach").wait().status == 0)
        try live.place.await("two segments of audio") {
            ((try? playlist(live, "audio/index.m3u8")) ?? "").contains("00002.m4s")
        }
        try expectValid(live)
        let growing = try playlist(live, "video/index.m3u8")
        #expect(growing.contains("#EXT-X-PLAYLIST-TYPE:EVENT") && !growing.contains("#EXT-X-ENDLIST"))
        #expect(try live.place.replay("pause").status == 0)
        // The clock goes on by more than the tolerance of a second.
        let paused = ContinuousClock.now
        try live.place.await("the pause") { ContinuousClock.now - paused > .milliseconds(1500) }
        #expect(try live.place.replay("resume").status == 0)
        try live.place.await("a discontinuity") {
            try playlist(live, "audio/index.m3u8").contains("#EXT-X-DISCONTINUITY\n")
        }
        try expectValid(live)
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
        try expectValid(live)
        for name in ["video", "audio"] {
            let ended = try playlist(live, "\(name)/index.m3u8")
            #expect(ended.contains("#EXT-X-PLAYLIST-TYPE:VOD") && ended.hasSuffix("#EXT-X-ENDLIST\n"))
        }
        let whole = MediaProbe(path: live.place.path("live/main.m3u8"), inputOptions: ["-allowed_extensions", "ALL"])
        #expect(try whole.packetHashes(of: "v:0") == live.movie().packetHashes(of: "v:0"))
    }

    @Test("What is left out during a pause of the broadcast is a discontinuity; audio stays in time with the screen")
    func gap() throws {
        let live = try BroadcastPlace(hasAudio: true)
        let beeps = try BeepSource(sink: AudioServer.sink, server: try #require(live.place.audio).address)
        #expect(try live.broadcast("live/", "--detach").wait().status == 0)
        // Among the frames of two seconds there is a beep.
        let before = try live.await("frames sent") { $0.frames > 60 }.frames
        #expect(try live.place.replay("broadcast", "pause").status == 0)
        let recorded = try live.place.awaitStatus { $0.frames > 0 }.frames
        _ = try live.place.awaitStatus { $0.frames > recorded + 100 }
        #expect(try live.place.replay("broadcast", "resume").status == 0)
        _ = try live.await("frames after the pause") { $0.frames > before + 70 }
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
        try beeps.stop()
        try expectValid(live)
        for name in ["video", "audio"] {
            #expect(try playlist(live, "\(name)/index.m3u8").components(separatedBy: "DISCONTINUITY\n").count == 2)
        }
        // Before and after the gap, audio and video are moved by equal times.
        let (video, audio) = (try shifts(of: "v:0", "video", in: live), try shifts(of: "a:2", "audio", in: live))
        let (first, last) = (try #require(video.first), try #require(video.last))
        #expect(video.allSatisfy { abs($0 - first) < 0.001 || abs($0 - last) < 0.001 } && first - last > 0.1)
        #expect(audio.contains { $0 > -1 } && audio.contains { $0 < -1 }, "\(audio)")
        #expect(audio.allSatisfy { abs($0 - first) < 0.001 || abs($0 - last) < 0.001 }, "\(audio)")
    }

    /// Returns the times by which packets of the folder come later than in the movie, in the folder's order.
    private func shifts(of stream: String, _ name: String, in live: BroadcastPlace) throws -> [Double] {
        let media = live.place.path("\(name).mp4")
        let joined = "cat live/\(name)/header.mp4 live/\(name)/0*.m4s > \(media)"
        #expect(try live.place.start(command: ["sh", "-c", joined]).wait().status == 0)
        let recorded = try live.movie().packetTimes(of: stream)
        return try MediaProbe(path: media).packetTimes(of: String(stream.prefix(1)) + ":0")
            .sorted { $0.value < $1.value }.compactMap { sent in recorded[sent.key].map { sent.value - $0 } }
    }

    @Test(
        "On a full disk, the broadcast ends with the reason, and its playlists end; the recording goes on",
        .enabled(if: getuid() == 0, "only root can mount a disk"))
    func fullDisk() throws {
        let live = try BroadcastPlace()
        let disk = live.place.path("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard mount("none", disk, "tmpfs", 0, "size=1m") == 0 else {
            return print("no tmpfs can be mounted here: a full disk was not tried")
        }
        defer { umount2(disk, 2) }
        let run = try live.broadcast("disk/live/")
        let ended = try live.await("the full disk") { $0.state.isOver && $0.problem != nil }
        let frames = try live.place.awaitStatus { $0.frames > 0 }.frames
        _ = try live.place.awaitStatus { $0.frames > frames + 30 }
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 73 && outcome.errors.contains("the disk is full"), "\(ended), \(outcome.errors)")
        _ = try live.place.shell("cp -r disk/live live")
        #expect(try playlist(live, "video/index.m3u8").hasSuffix("#EXT-X-ENDLIST\n"))
        try expectValid(live)
        let sizes = try live.place.shell("stat -c %s live/video/*.m4s").output.split(separator: "\n")
        #expect(!sizes.isEmpty && !sizes.contains("0"))
    }

    @Test("A folder with other files is not written to; --force replaces an earlier presentation alone")
    func existing() throws {
        let live = try BroadcastPlace()
        let folder = live.place.path("live/video")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["notes.txt", "main.m3u8", "video/00001.m4s"] {
            try "old".write(toFile: live.place.path("live/\(name)"), atomically: true, encoding: .utf8)
        }
        let refused = try live.broadcast("live/").wait()
        #expect(refused.status == 73 && refused.errors.contains("already exists"), "\(refused.errors)")
        #expect(try live.place.replay("status").status == 1)
        #expect(try playlist(live, "main.m3u8") == "old")
        #expect(try live.broadcast("live/", "--force", "--detach").wait().status == 0)
        try live.place.await("a segment") { ((try? playlist(live, "main.m3u8")) ?? "").hasPrefix("#EXTM3U") }
        #expect(try playlist(live, "notes.txt") == "old")
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
        try expectValid(live)
    }
}
