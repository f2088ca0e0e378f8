import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Who is asked before a recording, and what becomes of the answer: at a real terminal.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ConsentTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    private func titles(_ place: Workplace) throws -> [String?] {
        try library(place).recording(matching: nil).describeMovie().tracks.map(\.title)
    }

    @Test("The first recording asks, nonsense is asked again, and the answer holds for the next, from the user's file")
    func asks() throws {
        let place = try Workplace(screen: (640, 360), hasSound: true)
        let first = try place.terminal("record", "--audio", "both", "--duration", "500ms")
        try first.awaitText("1, 2 or 3: ")
        #expect(first.text.contains("1  screen and microphone"))
        #expect(try library(place).ids().isEmpty)
        first.type("7\n")
        try first.awaitText("1, 2 or 3: ", count: 2)
        first.type("yes\n")
        try first.awaitText("1, 2 or 3: ", count: 3)
        first.type(" 1 \n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try titles(place) == ["Screen", "Application sound", "Microphone"])

        let file = place.runtimeFolder.appending(path: "replay/consent.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let second = try place.terminal("record", "--audio", "mic", "--duration", "500ms")
        #expect(try second.wait() == 0, "\(second.text)")
        #expect(!second.text.contains("1, 2 or 3"))
        #expect(try titles(place) == ["Screen", "Microphone"])
        // A camera was never asked about.
        let third = try place.terminal("record", "--audio", "mic", "--camera", "/dev/video99", "--duration", "1s")
        try third.awaitText("1  screen and microphone and camera")
        third.type("3\n")
        #expect(try third.wait() == 77)
    }

    @Test("A runtime folder that others may write to is not believed: its answer counts for nothing")
    func openRuntimeFolder() throws {
        let place = try Workplace(screen: (640, 360))
        let first = try place.terminal("record", "--audio", "none", "--duration", "500ms")
        try first.awaitText("1, 2 or 3: ")
        first.type("1\n")
        #expect(try first.wait() == 0, "\(first.text)")
        for folder in [place.runtimeFolder.path, place.runtimeFolder.path + "/replay"] {
            chmod(folder, 0o777)
            let next = try place.terminal("record", "--audio", "none", "--duration", "500ms")
            try next.awaitText("1, 2 or 3: ")
            next.type("3\n")
            #expect(try next.wait() == 77)
            chmod(folder, 0o700)
        }
    }

    @Test("“Screen only” leaves out microphone and camera, holds, and is said again")
    func screenOnly() throws {
        let place = try Workplace(screen: (640, 360), hasSound: true)
        let camera = ["--camera", "lavfi:color=white:size=320x180:rate=30,realtime"]
        let first = try place.terminal("record", "--audio", "both", camera[0], camera[1], "--duration", "500ms")
        try first.awaitText("1  screen and microphone and camera")
        first.type("2\n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try titles(place) == ["Screen", "Application sound"])
        let second = try place.terminal("record", "--audio", "mic", "--duration", "500ms")
        #expect(try second.wait() == 0, "\(second.text)")
        #expect(second.text.contains("without the microphone, as you answered"))
        #expect(try titles(place) == ["Screen"])
        // For scripts, and for who has changed their mind.
        #expect(try place.replay("record", "--audio", "mic", "--duration", "500ms").status == 0)
        #expect(try titles(place) == ["Screen", "Microphone"])
    }

    @Test("A recording that is gone on with takes no microphone that was refused: its track goes on in silence")
    func resumed() throws {
        let place = try Workplace(screen: (640, 360), hasSound: true)
        let sound = try #require(place.sound)
        let microphone = try BeepSource(
            sink: SoundServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: sound.address)
        let id = try place.replay("record", "--audio", "mic", "--duration", "1500ms").line
        let more = try place.terminal("record", "--resume", id, "--duration", "3500ms")
        try more.awaitText("1  screen and microphone")
        more.type("2\n")
        #expect(try more.wait() == 0, "\(more.text)")
        try microphone.stop()
        let probe = MediaProbe(path: try library(place).recording(matching: id).path + "/movie.mp4")
        let beeps = try probe.sound().beeps(frequency: BeepSource.microphoneFrequency).map(\.seconds)
        #expect(beeps.contains { $0 < 1.5 })
        #expect(!beeps.contains { $0 > 1.6 }, "\(beeps)")
        #expect(try #require(try probe.frameTimes(of: "a:0").last).seconds > 4.5)
    }

    @Test("“Do not record”, and an end of the input, record nothing and are not kept", arguments: ["3\n", "\u{4}"])
    func refuses(answer: String) throws {
        let place = try Workplace(screen: (640, 360))
        for _ in 0..<2 {
            let run = try place.terminal("record", "--audio", "none", "--duration", "1s")
            try run.awaitText("1, 2 or 3: ")
            run.type(answer)
            #expect(try run.wait() == 77)
            #expect(run.text.contains("nothing is recorded, as you wished"))
        }
        #expect(try library(place).ids().isEmpty)
    }

    @Test("Without a terminal and without --consent nothing is recorded, whatever is in the file of answers")
    func noTerminal() throws {
        let place = try Workplace(screen: (640, 360))
        let folder = place.runtimeFolder.appending(path: "replay")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for contents in ["", "{", "{\"allowed\":[],\"refused\":[],\"until\":999999999999,\"boot\":\"x\"}"] {
            try Data(contents.utf8).write(to: folder.appending(path: "consent.json"))
            let run = try ReplayProcess(
                ["record", "--audio", "none", "--duration", "1s"], environment: place.environment, folder: place.folder)
            let outcome = try run.wait()
            #expect(outcome.status == 77)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("--consent"))
        }
        #expect(try library(place).ids().isEmpty)
    }

    @Test("The keys of the recorder's own terminal do what they say, and the line says how it stands")
    func keys() throws {
        let place = try Workplace(screen: (640, 360), hasSound: true)
        let run = try place.terminal("record", "--audio", "both", "--consent", columns: 140)
        try run.awaitText("q end")
        #expect(!run.text.contains("1, 2 or 3"))
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
        run.type("kx?q")
        #expect(try run.wait() == 0, "\(run.text)")
        let kinds = try library(place).recording(matching: nil).events().map(\.kind)
        #expect(
            kinds == [
                .started, .paused, .resumed, .muted, .unmuted, .covered, .uncovered, .mark, .stopped,
            ])
    }

    @Test("In a narrow terminal the line stays one line")
    func narrow() throws {
        let place = try Workplace(screen: (640, 360))
        let run = try place.terminal("record", "--audio", "none", "--consent", "--duration", "2s", columns: 40)
        #expect(try run.wait() == 0)
        let lines = run.text.components(separatedBy: "\r\u{1B}[K").filter { $0.contains("●") }
        #expect(lines.count >= 3)
        #expect(lines.allSatisfy { $0.count < 40 && !$0.contains("\n") }, "\(lines)")
    }
}
