import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks which audio is recorded, and from which time on.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AudioSourceTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    @Test("An application that plays nothing is refused with what plays; with --wait it is waited for, and said to be")
    func application() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let none = try place.replay("record", "--app", "nobody", "--duration", "1s")
        #expect(none.status == 66, "\(none.errors)")
        #expect(none.errors.contains("no application “nobody” plays audio; none does; --wait waits for it"))
        let other = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let refused = try place.replay("record", "--app", "nobody", "--duration", "1s")
        #expect(refused.status == 66 && refused.errors.contains("these do: replay-scene"), "\(refused.errors)")
        try other.stop()
        #expect(try library(place).ids().isEmpty)
        #expect(try place.replay("record", "--wait").status == 64)
        let id = try place.replay("record", "--app", "replay-scene", "--wait", "--detach").line
        let waiting = try place.replay("status").output
        #expect(waiting.contains("\n  ! the application plays no audio yet; Replay waits for it"), "\(waiting)")
        #expect(waiting.contains("  app replay-scene "), "\(waiting)")
        let beeps = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let begun = try place.awaitStatus { $0.warning == nil }.seconds
        _ = try place.awaitStatus { $0.seconds > begun + 2.5 }
        #expect(try place.replay("stop", id).status == 0)
        try beeps.stop()
        let probe = MediaProbe(path: try library(place).recording(matching: id).path + "/movie.mp4")
        #expect(try probe.audio().beeps(frequency: BeepSource.frequency).count >= 1)
    }

    @Test("Audio that a recording has no track for cannot be added to it: 64, and the recording is as it was")
    func resumed() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let id = try place.replay("record", "--audio", "app", "--duration", "500ms", "--name", "Demo").line
        for arguments in [["--audio", "mic"], ["--audio", "both"], ["--mic", "mic"]] {
            let run = try place.start(["record", "--resume", id, "--duration", "500ms"] + arguments).wait()
            #expect(run.status == 64, "\(run.errors)")
            #expect(
                run.errors.contains("“Demo” was recorded with application audio: the microphone cannot be added"),
                "\(run.errors)")
        }
        let mixed = try place.start(["record", "--resume", id, "--duration", "500ms", "--mix"]).wait()
        #expect(mixed.status == 64 && mixed.errors.contains("no track for the mix"), "\(mixed.errors)")
        #expect(try library(place).recording(matching: id).facts.ending?.duration == .milliseconds(500))
        #expect(try place.replay("record", "--resume", id, "--duration", "500ms").status == 0)
        #expect(try #require(library(place).recording(matching: id).facts.ending).duration.seconds > 0.9)
    }

    @Test("What plays when a recording begins is in it from its beginning")
    func beginning() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        // A player with a buffer of seconds.
        let samples = (0..<480_000).map { Int16(saturating: 8_000 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }
        try samples.withUnsafeBytes { try Data($0).write(to: place.folder.appending(path: "tone")) }
        let player = try ChildProcess(
            ["pacat", "--raw", "--rate=48000", "--channels=1", "--device=\(AudioServer.sink)", place.path("tone")],
            environment: audio.environment)
        var rounds = 0
        while try !place.replay("sources").output.contains("pacat"), rounds < 400 { rounds += 1 }
        let id = try place.replay("record", "--audio", "app", "--duration", "2s").line
        player.send(SIGTERM)
        _ = try player.wait()
        let heard = try MediaProbe(path: library(place).recording(matching: id).path + "/movie.mp4").audio()
        let first = try #require(heard.samples.firstIndex { abs($0) > 0.05 })
        print("beginning: \(first * 1000 / heard.sampleRate) ms of silence")
        // The encoder's first frame is silent.
        #expect(first < heard.sampleRate / 10)
    }
}
