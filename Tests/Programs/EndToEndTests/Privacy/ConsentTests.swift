import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks when consent is asked for before a recording, and how the answer is used, at a real terminal.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ConsentTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    private func titles(_ place: Workplace) throws -> [String?] {
        try library(place).recording(matching: nil).describeMovie().tracks.map(\.title)
    }

    private static let prompt = "Record? ["

    @Test("The question names just what is recorded, nonsense is asked again, and the answer holds for parts of it")
    func asks() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let first = try place.terminal("record", "--audio", "both", "--duration", "500ms")
        try first.awaitText("Record? [Y/n/w] (w: without the microphone) ")
        #expect(first.text.contains("record the screen, application audio and the microphone."))
        #expect(try library(place).ids().isEmpty)
        first.type("7\n")
        try first.awaitText("“7” is not understood: type y for yes, w or n for no; Enter means yes")
        first.type("maybe\n")
        try first.awaitText(Self.prompt, count: 3)
        first.type(" Yes \n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try titles(place) == ["Screen", "Application audio", "Microphone", "Mix"])

        let file = place.runtimeFolder.appending(path: "replay/consent.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let second = try place.terminal("record", "--audio", "mic", "--area", "320x180+0+0", "--duration", "500ms")
        #expect(try second.wait() == 0, "\(second.text)")
        #expect(!second.text.contains("Record?"))
        #expect(try titles(place) == ["Screen", "Microphone"])
        // The question did not include a camera before.
        let third = try place.terminal("record", "--audio", "mic", "--camera", "/dev/video99", "--duration", "1s")
        try third.awaitText("the screen, the microphone and the camera /dev/video99.")
        third.type("n\n")
        #expect(try third.wait() == 77)
    }

    @Test("Enter means yes; who allowed screen and application audio has not allowed the microphone")
    func exactly() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let first = try place.terminal("record", "--duration", "500ms")
        try first.awaitText("Record? [Y/n] ")
        #expect(first.text.contains("record the screen and application audio."))
        #expect(!first.text.contains("microphone"))
        first.type("\n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try titles(place) == ["Screen", "Application audio"])
        let second = try place.terminal("record", "--audio", "both", "--duration", "500ms")
        try second.awaitText("application audio and the microphone.")
        second.type("q\n")
        #expect(try second.wait() == 77)
    }

    @Test("Consent to a window is none to another one, nor to the screen; its title is told to its user alone")
    func window() throws {
        let place = try Workplace(screen: (640, 360))
        let windows = try ["Diary", "Letter"].map { title in
            try PaintedWindow(
                PixelRectangle(width: 200, height: 100, x: 0, y: 0), colour: 0xE6_00C8, className: "Plain",
                title: title, display: place.screen?.display)
        }
        for window in windows { window.show() }
        let first = try place.terminal("record", "--audio", "none", "--window", "diary", "--duration", "500ms")
        try first.awaitText("the window “Diary” (0x\(String(windows[0].id, radix: 16))).")
        try first.awaitText(Self.prompt)
        first.type("y\n")
        #expect(try first.wait() == 0, "\(first.text)")
        let answer = try String(
            contentsOf: place.runtimeFolder.appending(path: "replay/consent.json"), encoding: .utf8)
        #expect(answer.contains("window") && !answer.contains("Diary"), "\(answer)")
        let again = try place.terminal("record", "--audio", "none", "--window", "diary", "--duration", "500ms")
        #expect(try again.wait() == 0, "\(again.text)")
        #expect(!again.text.contains("Record?"))
        for target in [["--window", "letter"], []] {
            let other = try TerminalProcess(
                ["record", "--audio", "none"] + target, environment: place.environment, folder: place.folder)
            try other.awaitText(Self.prompt)
            other.type("n\n")
            #expect(try other.wait() == 77)
        }
        for window in windows { window.close() }
    }

    @Test("An answer that an older Replay kept still holds, for the screen and application audio too")
    func olderFile() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let asked = try place.terminal("record", "--audio", "none", "--duration", "500ms")
        try asked.awaitText(Self.prompt)
        asked.type("y\n")
        #expect(try asked.wait() == 0, "\(asked.text)")
        let file = place.runtimeFolder.appending(path: "replay/consent.json")
        var answer = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        answer["version"] = nil
        answer["allowed"] = ["microphone"]
        answer["refused"] = [String]()
        try JSONSerialization.data(withJSONObject: answer).write(to: file)
        let later = try place.terminal("record", "--audio", "both", "--duration", "500ms")
        #expect(try later.wait() == 0, "\(later.text)")
        #expect(!later.text.contains("Record?"))
    }

    @Test("A runtime folder that others may write to is not believed: its answer counts for nothing")
    func openRuntimeFolder() throws {
        let place = try Workplace(screen: (640, 360))
        let first = try place.terminal("record", "--audio", "none", "--duration", "500ms")
        try first.awaitText(Self.prompt)
        first.type("y\n")
        #expect(try first.wait() == 0, "\(first.text)")
        for folder in [place.runtimeFolder.path, place.runtimeFolder.path + "/replay"] {
            chmod(folder, 0o777)
            let next = try place.terminal("record", "--audio", "none", "--duration", "500ms")
            try next.awaitText(Self.prompt)
            next.type("n\n")
            #expect(try next.wait() == 77)
            chmod(folder, 0o700)
        }
    }

    @Test("“Without” leaves out microphone and camera, holds, and is said again")
    func without() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let camera = ["--camera", "lavfi:color=white:size=320x180:rate=30,realtime"]
        let first = try place.terminal(
            "record", "--audio", "both", "--mix", camera[0], camera[1], "--duration", "500ms")
        try first.awaitText("(w: without the microphone and the camera lavfi:")
        first.type("w\n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try titles(place) == ["Screen", "Application audio"])
        let second = try place.terminal("record", "--audio", "mic", "--duration", "500ms")
        #expect(try second.wait() == 0, "\(second.text)")
        #expect(second.text.contains("without the microphone, which you refused"))
        #expect(try titles(place) == ["Screen"])
        // For scripts, and for users who have changed their mind.
        #expect(try place.replay("record", "--audio", "mic", "--duration", "500ms").status == 0)
        #expect(try titles(place) == ["Screen", "Microphone"])
    }

    @Test("A resumed recording takes no microphone that was refused: its track goes on in silence")
    func resumed() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        let id = try place.replay("record", "--audio", "mic", "--duration", "1500ms").line
        let more = try place.terminal("record", "--resume", id, "--duration", "3500ms")
        try more.awaitText("the screen and the microphone.")
        more.type("w\n")
        #expect(try more.wait() == 0, "\(more.text)")
        try microphone.stop()
        let probe = MediaProbe(path: try library(place).recording(matching: id).path + "/movie.mp4")
        let beeps = try probe.audio().beeps(frequency: BeepSource.microphoneFrequency).map(\.seconds)
        #expect(beeps.contains { $0 < 1.5 })
        #expect(!beeps.contains { $0 > 1.6 }, "\(beeps)")
        #expect(try #require(try probe.frameTimes(of: "a:0").last).seconds > 4.5)
    }

    @Test("No, and an end of the input, record nothing and are not kept", arguments: ["n\n", "Q\n", "no\n", "\u{4}"])
    func refuses(answer: String) throws {
        let place = try Workplace(screen: (640, 360))
        for _ in 0..<2 {
            let run = try place.terminal("record", "--audio", "none", "--duration", "1s")
            try run.awaitText(Self.prompt)
            run.type(answer)
            #expect(try run.wait() == 77)
            #expect(run.text.contains("not recording: consent was refused"))
        }
        #expect(try library(place).ids().isEmpty)
    }

    @Test("Without a terminal and without --consent nothing is recorded, whatever is in the file of answers")
    func noTerminal() throws {
        let place = try Workplace(screen: (640, 360))
        let folder = place.runtimeFolder.appending(path: "replay")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let forged = "\"allowed\":[],\"refused\":[],\"until\":999999999999,\"boot\":\"x\"}"
        for contents in ["", "{", "{" + forged, "{\"version\":2," + forged] {
            try Data(contents.utf8).write(to: folder.appending(path: "consent.json"))
            let run = try ChildProcess(
                .replay, ["record", "--audio", "none", "--duration", "1s"], environment: place.environment,
                folder: place.folder)
            let outcome = try run.wait()
            #expect(outcome.status == 77)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("--consent"))
        }
        #expect(try library(place).ids().isEmpty)
    }

    @Test("The keys of the recorder's own terminal do what they say, and the line says how it stands")
    func keys() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let run = try place.terminal("record", "--audio", "both", "--consent", columns: 140)
        try run.awaitText("q end")
        #expect(!run.text.contains("Record?"))
        try run.awaitText("  screen  app ")
        run.type("p")
        #expect(try place.awaitStatus { $0.state == "paused" }.state == "paused")
        try run.awaitText("‖ paused")
        run.type("p")
        _ = try place.awaitStatus { $0.state == "recording" }
        run.type("m")
        #expect(try place.awaitStatus { $0.isMuted }.isMuted)
        try run.awaitText("mic muted")
        run.type("m")
        _ = try place.awaitStatus { !$0.isMuted }
        run.type("c")
        #expect(try place.awaitStatus { !$0.coverReasons.isEmpty }.coverReasons == ["request"])
        try run.awaitText("■ covered")
        run.type("c")
        _ = try place.awaitStatus { $0.coverReasons.isEmpty }
        run.type("kkx?q")
        #expect(try run.wait() == 0, "\(run.text)")
        #expect(run.text.contains("mark 1 at 0:") && run.text.contains("mark 2 at 0:"), "\(run.text)")
        let kinds = try library(place).recording(matching: nil).events().map(\.kind)
        #expect(
            kinds == [
                .started, .paused, .resumed, .muted, .unmuted, .covered, .uncovered, .mark, .mark, .stopped,
            ])
    }

    @Test("After Ctrl-Z the shell has its terminal as it was, and after fg the keys work again")
    func suspended() throws {
        let place = try Workplace(screen: (640, 360))
        // This shell does not restore the terminal's mode for its jobs.
        let shell = try TerminalProcess(
            ["-i"], program: "/bin/dash", environment: place.environment, folder: place.folder)
        shell.type("\(BuiltProgram.replay.path) record --audio none --consent\n")
        try shell.awaitText("q end")
        let id = try place.awaitStatus { $0.frames > 0 }.id
        for round in 1...2 {
            #expect(awaitSingleKeys(at: shell))
            shell.type("\u{1A}")
            try shell.awaitText("Stopped", count: round)
            #expect(!shell.takesSingleKeys)
            shell.type("fg\n")
            #expect(awaitSingleKeys(at: shell))
            shell.type("p")
            _ = try place.awaitStatus { $0.state == "paused" }
            shell.type("p")
            _ = try place.awaitStatus { $0.state == "recording" }
        }
        shell.type("q")
        try shell.awaitText(id)
        shell.type("exit $?\n")
        #expect(try shell.wait() == 0, "\(shell.text)")
        #expect(try library(place).recording(matching: id).facts.ending?.reason == .requested)
    }

    private func awaitSingleKeys(at terminal: TerminalProcess) -> Bool {
        for _ in 0..<(500 * WaitLimit.seconds) where !terminal.takesSingleKeys { usleep(2_000) }
        return terminal.takesSingleKeys
    }

    @Test("In a narrow terminal the line stays one line")
    func narrow() throws {
        let place = try Workplace(screen: (640, 360))
        let run = try place.terminal("record", "--audio", "none", "--consent", "--duration", "2s", columns: 40)
        #expect(try run.wait() == 0)
        let lines = run.text.components(separatedBy: "\r\u{1B}[K").filter { $0.contains("●") }
        #expect(lines.count >= 2)
        #expect(lines.allSatisfy { $0.count < 40 && !$0.contains("\n") }, "\(lines)")
    }
}
