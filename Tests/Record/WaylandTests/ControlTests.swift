import Foundation
import ReplayTestSupport
import Testing

/// Checks pause, cover, mark and the remembered source, as on an X display.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ControlTests {
    @Test("Paused, nothing is taken; covered, nothing is seen; resumed, the movie goes on")
    func control() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        #expect(try session.awaitStatus { $0.frames > 10 }.sources?.map(\.kind) == ["monitor"])
        #expect(try session.replay("pause").status == 0)
        let paused = try session.awaitStatus { $0.state == "paused" }
        let pauseStart = MonotonicClock.microseconds
        let later = try session.awaitStatus { _ in MonotonicClock.microseconds > pauseStart + 500_000 }
        #expect(later.frames <= paused.frames + 1)
        let pauseEnd = MonotonicClock.microseconds
        #expect(try session.replay("resume").status == 0)
        _ = try session.awaitStatus { $0.frames > later.frames + 10 }
        #expect(try session.replay("cover").status == 0)
        let coverStart = MonotonicClock.microseconds
        _ = try session.awaitStatus { _ in MonotonicClock.microseconds > coverStart + 500_000 }
        let coverEnd = MonotonicClock.microseconds
        #expect(try session.replay("uncover").status == 0)
        #expect(try session.replay("mark", "here").status == 0)
        let covered = try session.awaitStatus { $0.coverReasons.isEmpty }
        _ = try session.awaitStatus { $0.frames > covered.frames + 10 }
        #expect(try session.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        let drawn = try scene.stop()
        let judgement = try SceneJudgement(session.movie(), drawn: drawn, size: (1280, 720))
        let slack: UInt64 = 100_000
        for (start, end) in [(pauseStart, pauseEnd), (coverStart, coverEnd)] {
            // The first frame afterwards was drawn before.
            let shown = try #require(drawn.last { $0.time < end - slack }).time
            #expect(!judgement.clocks.contains { start + slack < $0 && $0 < shown })
            #expect(judgement.clocks.contains { $0 > end })
        }
        #expect(judgement.unread > 0)
        let events = try String(contentsOf: session.recordingFolder().appending(path: "events.jsonl"), encoding: .utf8)
        #expect(events.contains("here"))
    }

    @Test("Audio is in time with the screen; the microphone is muted, a clip saved, the recording resumed")
    func audio() throws {
        var options = WaylandSession.Options()
        options.hasAudio = true
        let session = try WaylandSession(.sway, options)
        let scene = try session.scene(.motion)
        let server = session.environment["PULSE_SERVER"]
        let beeps = try [
            BeepSource(sink: AudioServer.sink, server: server),
            BeepSource(
                sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: server),
        ]
        let id = try session.replay("record", "--audio", "both", "--detach").line
        // The players find their time within two seconds.
        let beginning = try session.awaitStatus { $0.seconds > 8 }.seconds
        #expect(try session.replay("mute").status == 0)
        let muted = try session.awaitStatus { $0.isMuted }.seconds
        _ = try session.awaitStatus { $0.seconds > muted + 2.2 }
        let unmuting = try session.awaitStatus { _ in true }.seconds
        #expect(try session.replay("unmute").status == 0)
        let unmuted = try session.awaitStatus { !$0.isMuted }.seconds
        _ = try session.awaitStatus { $0.seconds > unmuted + 2.2 }
        let clip = try session.replay("clip", "2s")
        #expect(clip.status == 0, "\(clip.errors)")
        #expect(try session.replay("stop", id).status == 0)
        let folder = session.home.appending(path: "recordings")
        func movie(_ id: String) -> MediaProbe { MediaProbe(path: folder.appending(path: "\(id)/movie.mp4").path) }
        let frames = try movie(id).clocks(at: SceneLayout(width: 1280, height: 720).barcode)
        for (track, frequency) in [BeepSource.frequency, BeepSource.microphoneFrequency].enumerated() {
            let heard = try movie(id).audio(track: track).beeps(frequency: frequency)
            let offsets = AudioOffset.microseconds(
                beeps: heard.filter { (3..<beginning).contains($0.seconds) }, frames: frames
            )
            .sorted()
            try #require(offsets.count >= 3, "\(heard)")
            print("pipewire-pulse, track \(track): \(offsets) µs")
            #expect(abs(offsets[offsets.count / 2]) <= AudioOffset.limit, "\(offsets)")
            let silent = heard.count { (muted..<unmuting).contains($0.seconds) }
            #expect(track == 0 ? silent >= 1 : silent == 0, "\(heard)")
            #expect(heard.contains { $0.seconds > unmuted })
        }
        let clipped = try movie(clip.line).clocks(at: SceneLayout(width: 1280, height: 720).barcode)
        // The compositor may have shown a frame that was half drawn.
        #expect(clipped.count > 1 && clipped.count { $0.clock == nil } <= frames.count { $0.clock == nil })
        let resumed = try session.replay("record", "--audio", "both", "--resume", id, "--duration", "2s")
        #expect(resumed.status == 0, "\(resumed.errors)")
        for source in beeps { try source.stop() }
        _ = try scene.stop()
        let all = try movie(id).clocks(at: SceneLayout(width: 1280, height: 720).barcode)
        #expect(all.count > frames.count + 1 && zip(all, all.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test("What comes back with another size or place is not recorded: the desktop asks anew")
    func otherMonitor() throws {
        let session = try WaylandSession(.sway)
        #expect(try session.replay("record", "--audio", "none", "--duration", "1s", "--remember").status == 0)
        let file = session.home.appending(path: "shared-source.json")
        let first = try String(contentsOf: file, encoding: .utf8)
        #expect(first.contains("1280"))
        try session.sway("output HEADLESS-1 mode 800x600@60Hz")
        #expect(try session.replay("record", "--audio", "none", "--duration", "1s", "--remember").status == 0)
        let second = try String(contentsOf: file, encoding: .utf8)
        #expect(second.contains("800") && !second.contains("1280"))
        let video = try #require(try session.movie().streams().first { $0.kind == "video" })
        #expect(video.width == 800 && video.height == 600)
    }

    @Test("Ctrl-C after the dialog was answered ends the recording, which is kept")
    func interrupted() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        _ = try session.awaitStatus { $0.frames > 10 }
        recorder.send(SIGINT)
        let outcome = try recorder.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        _ = try scene.stop()
        #expect(try session.ending().reason == "requested")
    }

    @Test("Ctrl-C while GNOME's dialog is open ends everything; nothing was recorded")
    func dialogAbandoned() throws {
        let session = try WaylandSession(.gnome)
        // The remembered source is another monitor, so that the desktop asks again, and nobody answers.
        try session.remember(source: #"{"kind":1,"x":7,"y":0,"width":1280,"height":720}"#)
        let recorder = try session.start("record", "--audio", "none", "--remember", "--duration", "1s")
        try session.awaitThat { recorder.errors.contains("dialog") }
        let daemon = try #require(try session.recorder(of: recorder))
        recorder.send(SIGINT)
        #expect(try recorder.wait().status == -SIGINT)
        // The process id may remain with a zombie, which has no program.
        try session.awaitThat {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon)/exe")) == nil
        }
        let folder = session.home.appending(path: "recordings").path
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) ?? true)
    }
}
