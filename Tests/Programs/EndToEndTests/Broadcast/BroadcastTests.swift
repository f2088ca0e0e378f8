import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks broadcasts against servers that are not Replay's.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct BroadcastTests {
    @Test("An RTMP server gets the recording’s very packets, audio as the mix, and the recording is whole")
    func packets() throws {
        let live = try BroadcastPlace(hasAudio: true)
        let run = try live.broadcast(live.server.address)
        try live.await("60 frames sent") { $0.state == .live && $0.frames >= 60 }
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let sent = try #require(try live.server.recordings().last)
        let frames = try live.movie().packetHashes(of: "v:0")
        #expect(try MediaProbe(path: sent).packetHashes(of: "v:0") == frames && frames.count >= 60)
        // The tracks are the application audio, the microphone and their mix.
        #expect(try live.isPart(sent, stream: "a:0", of: "a:2"))
        #expect(!outcome.errors.contains(live.server.key))
    }

    @Test("A viewer of the RTMP server sees the screen within 400 ms on a quiet machine")
    func delay() throws {
        let live = try BroadcastPlace()
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        let quick = ["-fflags", "nobuffer", "-flags", "low_delay", "-probesize", "32768", "-analyzeduration", "0"]
        let viewer = MediaProbe(path: "\(live.server.address)/\(live.server.key)", inputOptions: quick)
        let size = BroadcastPlace.size
        let delays = try viewer.liveDelays(
            at: SceneLayout(width: size.width, height: size.height).barcode, width: size.width, height: size.height,
            count: 200
        ).sorted()
        #expect(try live.place.replay("stop").status == 0)
        let median = try #require(delays.isEmpty ? nil : delays[delays.count / 2])
        print(
            "RTMP, from the screen to the decoded frame: median \(median) s, p95 \(delays[delays.count * 95 / 100]) s")
        #expect(median < (QuietMachine.isPromised ? 0.4 : 10))
    }

    @Test("A recording in progress is sent from its newest keyframe; stopping the broadcast keeps it going")
    func joining() throws {
        let live = try BroadcastPlace()
        let recorder = try live.place.start("record", "--audio", "none")
        _ = try live.place.awaitStatus { $0.frames > 70 }
        for (options, reason) in [
            (["--area", "10x10+0+0"], "--area is for a new recording"),
            (["--fps", "5"], "--fps is for a new recording"),
            (["--duration", "1s"], "--duration is for a new recording"), (["--audio", "both"], "with no audio"),
        ] {
            let refused = try live.place.start(["broadcast", "x.mkv", "--detach"] + options).wait()
            #expect(refused.status == 64 && refused.errors.contains(reason), "\(options): \(refused.errors)")
        }
        let run = try live.broadcast(live.server.address)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        let stopped = try live.place.replay("broadcast", "stop")
        #expect(stopped.status == 0 && stopped.output.contains("ended"), "\(stopped.output)\(stopped.errors)")
        #expect(try run.wait().status == 0)
        #expect(try live.place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try live.place.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        let sent = try #require(try live.server.recordings().last)
        #expect(try live.isPart(sent))
        #expect(try MediaProbe(path: sent).keyframeCount(of: "v:0") >= 1)
    }

    @Test("A recording that keeps only its last seconds is sent part by part, without a gap; comments are refused")
    func parts() throws {
        let live = try BroadcastPlace(hasAudio: true)
        // A part lasts two seconds.
        let recorder = try live.place.start("record", "--buffer", "20s", "--audio", "both")
        _ = try live.place.awaitStatus { $0.frames > 100 }
        try Data().write(to: URL(filePath: live.place.path("comments")))
        let comments = try live.broadcast("--comments", live.place.path("comments")).wait()
        #expect(comments.status == 64 && comments.errors.contains("keeps no comments"), "\(comments.errors)")
        let run = try live.broadcast(live.server.address)
        let status = try live.await("frames of several parts") { $0.state == .live && $0.frames > 250 }
        #expect(status.droppedFrames == 0 && status.connections == 1)
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        #expect(try run.wait().status == 0)
        #expect(try live.place.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        let sent = try #require(try live.server.recordings().last)
        // A machine that is slow has lost the first frames of the movie by now, but not those in the middle.
        let (frames, kept) = (
            try MediaProbe(path: sent).packetHashes(of: "v:0"), try live.movie().packetHashes(of: "v:0")
        )
        let common = frames.drop { $0 != kept.first && !kept.contains($0) }
        let start = try #require(kept.firstIndex { $0 == common.first })
        #expect(common.count > 100 && kept[start...].starts(with: common), "\(frames.count), \(kept.count)")
    }

    @Test("A wrong key is tried twice, and told without the key; the recording goes on")
    func wrongKey() throws {
        let live = try BroadcastPlace()
        let key = "wrong-key-1234567"
        try live.write(key: key, to: "wrong")
        let run = try live.broadcast(live.server.address, key: "wrong")
        try live.place.await("the refusal") { run.errors.contains("refused") }
        #expect(try live.place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("the recording is not affected"), "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "connecting").count <= 3, "\(outcome.errors)")
        #expect(!outcome.errors.contains(key) && !outcome.output.contains(key))
        #expect(try live.server.recordings().isEmpty)
        #expect(try !live.movie().packetHashes(of: "v:0").isEmpty)
    }

    @Test("A server that is killed and comes back is live again, with the recording’s packets from a keyframe on")
    func reconnecting() throws {
        let live = try BroadcastPlace()
        let run = try live.broadcast(live.server.address, "--detach")
        #expect(try run.wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        live.server.kill()
        try live.await("the loss") { $0.state == .waiting && $0.problem != nil }
        try live.server.restart()
        let again = try live.await("a second connection") { $0.state == .live && $0.connections == 2 }
        try live.await("more frames") { $0.frames > again.frames + 10 }
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        #expect(try live.place.replay("stop").status == 0)
        let movies = try live.server.recordings()
        #expect(movies.count == 2)
        #expect(try movies.last.map { try live.isPart($0) } == true)
    }

    @Test("A server that hangs is stalled, then dropped; a file beside it gets every frame, and stop is quick")
    func hanging() throws {
        let live = try BroadcastPlace()
        let file = live.place.path("beside.mkv")
        let run = try live.broadcast(live.server.address, file, "--detach")
        #expect(try run.wait().status == 0)
        try live.await("frames sent", of: live.target) { $0.state == .live && $0.frames > 10 }
        live.server.hang()
        try live.await("the stall", of: live.target) { $0.state == .stalled || $0.state == .waiting }
        let ended = try live.place.replay("broadcast", "stop", live.target)
        #expect(ended.status == 0 && ended.output.contains("\(live.target): ended"), "\(ended.output)\(ended.errors)")
        #expect(try live.statuses().map(\.target) == [file])
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end of the file") { try live.statuses().isEmpty }
        live.server.resume()
        let frames = try live.movie().packetHashes(of: "v:0")
        #expect(try MediaProbe(path: file).packetHashes(of: "v:0") == frames)
    }

    @Test("While a broadcast is paused nothing is sent; it continues with a keyframe")
    func pausing() throws {
        let live = try BroadcastPlace()
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        #expect(try live.place.replay("broadcast", "pause").output.contains("paused"))
        let paused = try live.await("the pause") { $0.state == .paused }
        let before = try live.place.awaitStatus { $0.frames > 0 }.frames
        // More than a GOP is recorded meanwhile.
        _ = try live.place.awaitStatus { $0.frames > before + 70 }
        #expect(try live.await("the pause") { $0.state == .paused }.frames == paused.frames)
        #expect(try live.place.replay("broadcast", "resume").output.contains("live"))
        let resumed = try live.await("more frames") { $0.frames > paused.frames + 5 }
        #expect(resumed.droppedFrames > 0 && resumed.connections == 1)
        #expect(try live.place.replay("stop").status == 0)
    }

    @Test("A certificate that nobody trusts is refused; with it in $SSL_CERT_FILE the broadcast is live")
    func certificates() throws {
        let live = try BroadcastPlace()
        let run = try live.broadcast(live.server.secureAddress)
        try live.place.await("the refusal") { run.errors.contains("refused: its certificate is not trusted") }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try run.wait().status == 69)
        live.place.variables["SSL_CERT_FILE"] = live.server.certificate
        let trusted = try live.broadcast(live.server.secureAddress)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try trusted.wait().status == 0)
        #expect(try live.server.recordings().count == 1)
    }

    @Test("The key is in no file, log, status, command line or environment of another process")
    func secrecy() throws {
        let live = try BroadcastPlace()
        live.place.variables["REPLAY_STREAM_KEY"] = live.server.key
        let options = ["--consent", "--audio", "none", "--detach", "--json"]
        let begun = try live.place.start(["broadcast", live.server.address] + options).wait()
        #expect(begun.status == 0, "\(begun.errors)")
        let status = try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        live.place.variables["REPLAY_STREAM_KEY"] = nil
        let processes = try live.place.start(command: ["sh", "-c", "cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ"])
        let shown = try processes.wait().output + begun.output + begun.errors + "\(status)"
        #expect(!shown.contains(live.server.key))
        #expect(try live.place.replay("stop").status == 0)
        let found = try live.place.start(command: ["grep", "-rl", live.server.key, "home", "run", "config", "cache"])
        #expect(try found.wait().output.isEmpty)
    }

    @Test("A file in the library is no target, by whatever name; --force replaces a name and truncates no file")
    func library() throws {
        let live = try BroadcastPlace()
        let recorder = try live.place.start("record", "--audio", "none")
        _ = try live.place.awaitStatus { $0.frames > 10 }
        let movie = try live.movie().path
        let refused = try live.broadcast(movie, "--force").wait()
        #expect(refused.status == 73 && refused.errors.contains("inside the library"), "\(refused.errors)")
        let link = live.place.path("link.mp4")
        try FileManager.default.linkItem(atPath: movie, toPath: link)
        #expect(try live.broadcast(link, "--force", "--detach").wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames > 10 }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        try live.place.await("the end of the file") { try live.statuses().isEmpty }
        #expect(try live.movie().packetHashes(of: "v:0").count > 10)
        #expect(try live.isPart(link))
    }

    @Test("A process that hangs is told with 75, and ended by “stop”; the recording goes on")
    func unresponsive() throws {
        let live = try BroadcastPlace()
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        let process = try live.await("frames sent") { $0.state == .live && $0.frames > 10 }.number
        kill(process, SIGSTOP)
        let told = try live.place.replay("broadcast", "status")
        #expect(told.status == 75 && told.output.contains("NOT RESPONDING"), "\(told.output)\(told.errors)")
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        #expect(try live.statuses().isEmpty)
        #expect(try live.place.awaitStatus { $0.state == "recording" }.frames > 10)
        #expect(try live.place.replay("stop").status == 0)
    }

    @Test("SRT with a passphrase carries the recording; a wrong passphrase is refused")
    func srt() throws {
        let live = try BroadcastPlace()
        try live.write(key: "a-passphrase-1", to: "pass")
        try live.write(key: "another-one-22", to: "other")
        let receiver = try SRTReceiver(passphrase: "a-passphrase-1", output: live.place.path("sent.ts"))
        let refused = try live.broadcast(receiver.address, key: "other")
        try live.place.await("the refusal") { refused.errors.contains("refused") }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try refused.wait().status == 69)
        let run = try live.broadcast(receiver.address, key: "pass")
        try live.await("frames sent") { $0.state == .live && $0.frames > 30 }
        try live.place.await("received data") { receiver.bytes > 10_000 }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try run.wait().status == 0)
        receiver.stop()
        #expect(try MediaProbe(path: live.place.path("sent.ts")).keyframeCount(of: "v:0") >= 1)
    }
}
