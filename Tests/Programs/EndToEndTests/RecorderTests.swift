import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks the recorder from outside: from another terminal, killed, without a display, with a screen that is removed.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RecorderTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    private func startScene(_ place: Workplace) throws -> RunningScene {
        try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
    }

    /// Returns the recorder of this place: the process that has one of its files open.
    private func recorder(of place: Workplace) -> pid_t? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return processes.first { pid in
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
            guard program?.hasSuffix("/replayd") == true else { return false }
            let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")) ?? []
            return files.contains { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(name)")
                return target?.hasPrefix(place.home.path) == true
            }
        }
    }

    @Test("A detached recording goes on by itself, is seen and ended from elsewhere, and is private")
    func detached() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try startScene(place)
        let begun = try place.replay("record", "--detach", "--audio", "none", "--name", "on its own")
        #expect(begun.status == 0)
        let status = try place.awaitStatus { $0.frames > 20 && $0.bytes > 0 }
        #expect(status.id == begun.line)
        #expect(status.state == "recording")
        #expect(try place.replay("list").output.contains("recording"))
        let stopped = try place.replay("stop", begun.line)
        #expect(stopped.status == 0, "\(stopped.errors)")
        _ = try scene.stop()
        let recording = try library(place).recording(matching: nil)
        #expect(recording.state() == .finished)
        #expect(recording.facts.name == "on its own")
        for (file, mode) in [("", 0o700), ("/movie.mp4", 0o600), ("/recording.json", 0o600), ("/events.jsonl", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: recording.path + file)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
        }
        #expect(!FileManager.default.fileExists(atPath: recording.path + "/control.sock"))
        #expect(try place.replay("status").output == "Nothing is being recorded.\n")
        #expect(try place.replay("stop").status == 66)
        while recorder(of: place) != nil {}
    }

    @Test(
        "Ctrl-C ends a recording cleanly, with 0; other signals end it as well, with codes of their own",
        arguments: [(SIGINT, 0), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func interrupt(signal: Int32, status: Int32) throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try startScene(place)
        let run = try place.start("record", "--audio", "none")
        _ = try place.awaitStatus { $0.frames > 10 }
        run.send(signal)
        let outcome = try run.wait()
        _ = try scene.stop()
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(try library(place).recording(matching: outcome.line).facts.ending?.reason == .requested)
    }

    @Test("A recording that is discarded while it is made leaves nothing")
    func discard() throws {
        let place = try Workplace(screen: (640, 360))
        let id = try place.replay("record", "--detach", "--audio", "none").line
        #expect(try place.replay("discard", id).status == 0)
        #expect(try library(place).ids().isEmpty)
        while recorder(of: place) != nil {}
    }

    @Test("A recorder that is killed loses at most the last 300 ms")
    func killed() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try startScene(place)
        let run = try place.start("record", "--audio", "none")
        _ = try place.awaitStatus { $0.frames > 60 }
        let pid = try #require(recorder(of: place))
        let instant = Double(MonotonicClock.microseconds) / 1e6
        kill(pid, SIGKILL)
        let outcome = try run.wait()
        _ = try scene.stop()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("kept"), "\(outcome.errors)")
        let recording = try library(place).recording(matching: nil)
        #expect(recording.state() == .interrupted)
        let clocks = try MediaProbe(path: recording.path + "/movie.mp4").clocks(
            at: SceneLayout(width: 640, height: 360).barcode)
        let last = Double(try #require(clocks.last?.clock)) / 1e6
        print("killed: lost \(Int(saturating: (instant - last) * 1000)) ms")
        #expect(instant - last < (QuietMachine.isPromised ? 0.4 : 3))
        #expect(try place.replay("export", "-o", place.path("out.mp4")).status == 0)
    }

    @Test("When the program that began it is killed, the recorder brings the movie to its end")
    func ownerKilled() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try startScene(place)
        let run = try place.start("record", "--audio", "none")
        _ = try place.awaitStatus { $0.frames > 10 }
        run.send(SIGKILL)
        _ = try run.wait()
        while recorder(of: place) != nil {}
        _ = try scene.stop()
        #expect(try library(place).recording(matching: nil).facts.ending?.reason == .ownerLost)
    }

    @Test("A display that goes away ends the recording with 69, and what was recorded is whole")
    func displayLost() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try startScene(place)
        let run = try place.start("record", "--audio", "none")
        _ = try place.awaitStatus { $0.frames > 30 }
        place.screen?.stop()
        let outcome = try run.wait()
        _ = try? scene.stop()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let recording = try library(place).recording(matching: nil)
        #expect(recording.facts.ending?.reason == .displayLost)
        let list = try place.replay("list").output
        #expect(list.contains("display lost") && !list.contains("finished"), "\(list)")
        #expect(try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "v:0").count > 20)
        #expect(try place.replay("export", "-o", place.path("out.mp4")).status == 0)
    }

    @Test("The loss of an audio server is reported at once, the screen is still recorded, and the exit code is 69")
    func audioLost() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let scene = try startScene(place)
        let run = try place.start("record", "--audio", "both", "--duration", "5s")
        _ = try place.awaitStatus { $0.frames > 30 }
        place.audio?.stop()
        _ = try place.awaitStatus { $0.warning != nil }
        let told = try place.replay("status").output
        #expect(told.contains("\n  ! ") && told.contains("connection to the audio server was lost"), "\(told)")
        let outcome = try run.wait()
        _ = try scene.stop()
        #expect(outcome.status == 69, "\(outcome.errors)")
        let recording = try library(place).recording(matching: nil)
        #expect(recording.facts.ending?.reason == .audioLost)
        #expect(recording.facts.ending?.duration == .seconds(5))
        let streams = try MediaProbe(path: recording.path + "/movie.mp4").streams()
        #expect(streams.map(\.kind) == ["video", "audio", "audio", "audio"])
    }

    @Test("Without a display, or without an audio server, one sentence says so, and nothing is left")
    func unavailable() throws {
        let bare = try Workplace()
        let outcome = try bare.replay("record", "--audio", "none", "--duration", "1s")
        #expect(outcome.status == 69)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        let silent = try Workplace(screen: (640, 360))
        let noAudio = try silent.replay("record", "--audio", "both", "--duration", "1s")
        #expect(noAudio.status == 69)
        #expect(noAudio.errors.split(separator: "\n").count == 1, "\(noAudio.errors)")
        #expect(try library(silent).ids().isEmpty)
    }

    @Test(
        "What cannot be asked for is refused with 64",
        arguments: [
            ["--fps", "0"], ["--fps", "241"], ["--duration", "10ms"], ["--duration", "soon"], ["--audio", "loud"],
            ["--name", "a\nb"],
        ])
    func usage(arguments: [String]) throws {
        let place = try Workplace()
        let run = try ChildProcess(.replay, ["record"] + arguments, environment: place.environment)
        let outcome = try run.wait()
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
