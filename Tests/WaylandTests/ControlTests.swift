import Foundation
import ReplayTestSupport
import Testing

/// Pause, cover and mark work as they do on an X display, and so does what is remembered.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ControlTests {
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
        let judgement = try SceneJudgement(session.movie(), drawn: scene.stop(), size: (1280, 720))
        let slack: UInt64 = 100_000
        for (start, end) in [(pauseStart, pauseEnd), (coverStart, coverEnd)] {
            // The frame with which it goes on was drawn just before.
            #expect(!judgement.clocks.contains { (start + slack..<end - slack).contains($0) })
            #expect(judgement.clocks.contains { $0 > end })
        }
        #expect(judgement.unread > 0)
        let events = try String(contentsOf: session.recordingFolder().appending(path: "events.jsonl"), encoding: .utf8)
        #expect(events.contains("here"))
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
        // What it remembers is another monitor, so that it asks anew, and nobody answers.
        try session.remember(source: #"{"kind":1,"x":7,"y":0,"width":1280,"height":720}"#)
        let recorder = try session.start("record", "--audio", "none", "--remember", "--duration", "1s")
        try session.awaitThat { recorder.errors.contains("dialog") }
        let daemon = try #require(try session.recorder(of: recorder))
        recorder.send(SIGINT)
        #expect(try recorder.wait().status == -SIGINT)
        // Its number may stay with a zombie, which has no program.
        try session.awaitThat {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(daemon)/exe")) == nil
        }
        let folder = session.home.appending(path: "recordings").path
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) ?? true)
    }
}
