import Foundation
import ReplayTestSupport
import Testing

/// Checks services with a set-up program, by programs in sh.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct SetupTests {
    @Test("The program gets the facts, its answer is used, and each other program runs once; the key is seen nowhere")
    func whole() throws {
        let setup = try SetupPlace()
        let run = try setup.broadcast("--setup", "title=My talk", "--name", "Talk")
        try setup.awaitFrames()
        try setup.place.await("the message “live”") { try setup.notices().map(\.event) == ["live"] }
        let status = try #require(try setup.live.statuses().first)
        #expect(status.target == "test" && status.publicURL == "https://example.org/w" && status.setupProblem == nil)
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try expectFacts(setup)
        let notices = try setup.notices()
        #expect(notices.map(\.event) == ["live", "ended"] && notices.last?.reason == "recordingEnded")
        for notice in notices {
            #expect(notice.service == "test" && notice.values == ["title": "My talk"] && notice.version == 1)
            #expect(outcome.output.contains(try #require(notice.recording)))
        }
        let sent = try #require(try setup.live.server.recordings().last)
        #expect(try MediaProbe(path: sent).packetHashes(of: "v:0") == setup.live.movie().packetHashes(of: "v:0"))
        let seen = try String(contentsOfFile: setup.place.path("seen"), encoding: .utf8)
        #expect(seen.contains("REPLAY_HOME=") && seen.contains("replay-cast set-up"))
        #expect(!(seen + outcome.errors + outcome.output).contains(setup.live.server.key))
        #expect(try setup.processes("replay-cast").isEmpty)
    }

    private func expectFacts(_ setup: SetupPlace) throws {
        struct Facts: Decodable {
            var version, width, height, framesPerSecond: Int
            var service, name: String
            var audio: [String]
            var values: [String: String]
        }
        let data = try Data(contentsOf: setup.place.folder.appending(path: "facts.json"))
        let facts = try JSONDecoder().decode(Facts.self, from: data)
        #expect(facts.service == "test" && facts.name == "Talk" && facts.version == 1 && facts.framesPerSecond == 60)
        #expect((facts.width, facts.height) == BroadcastPlace.size && facts.audio.isEmpty)
        #expect(facts.values == ["title": "My talk"])
    }

    @Test("A recording in progress is joined; a stop of the broadcast alone is told")
    func joining() throws {
        let setup = try SetupPlace()
        #expect(try setup.place.replay("record", "--audio", "none", "--detach").status == 0)
        #expect(try setup.broadcast("--detach").wait().status == 0)
        try setup.awaitFrames()
        let stopped = try setup.place.replay("broadcast", "stop")
        #expect(stopped.status == 0 && stopped.output.contains("test: ended"), "\(stopped.output)\(stopped.errors)")
        // The command waits for the last program.
        #expect(try setup.notices().last?.reason == "stopped")
        let facts = try String(contentsOfFile: setup.place.path("facts.json"), encoding: .utf8)
        #expect(facts.contains(#""recording":"#) && !facts.contains("width"))
        #expect(try setup.place.replay("stop").status == 0)
    }

    @Test("The last program runs although the command, and then the recorder, are killed")
    func killedCommand() throws {
        let setup = try SetupPlace()
        let run = try setup.broadcast()
        try setup.awaitFrames()
        // The recorder also ends by itself when it has lost the command.
        let recorder = try #require(try setup.processes("replayd").first)
        run.kill()
        kill(recorder, SIGKILL)
        try setup.place.await("the last message") { try setup.notices().last?.event == "ended" }
        #expect(try setup.notices().last?.reason == "recordingEnded")
        try setup.place.await("the end of all processes") { try setup.processes("replay-cast").isEmpty }
    }

    @Test("The last program runs although the broadcast’s process is killed, and the recording goes on")
    func killedBroadcast() throws {
        let setup = try SetupPlace()
        let run = try setup.broadcast()
        try setup.awaitFrames()
        kill(try #require(try setup.live.statuses().first).number, SIGKILL)
        try setup.place.await("the last message") { try setup.notices().last?.event == "ended" }
        #expect(try setup.notices().map(\.reason) == [nil, "lost"])
        #expect(try setup.place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("its process ended unexpectedly"), "\(outcome.errors)")
    }

    @Test("A broadcast’s process that is killed before the first connection is lost, too")
    func killedEarly() throws {
        let setup = try SetupPlace()
        setup.live.server.hang()
        defer { setup.live.server.resume() }
        let run = try setup.broadcast()
        kill(try setup.live.await("the attempt") { $0.state == .connecting }.number, SIGKILL)
        try setup.place.await("the last message") { (try? setup.notices())?.last?.event == "ended" }
        #expect(try setup.notices().map(\.reason) == ["lost"])
        #expect(try setup.place.replay("stop").status == 0)
        #expect(try run.wait().status == 69)
    }

    @Test("Without a recording, the last program is told so, and the command’s exit code stays")
    func notStarted() throws {
        let setup = try SetupPlace()
        // There is no audio server.
        let outcome = try setup.place.start(["broadcast", "test", "--consent", "--audio", "app"]).wait()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(try setup.notices().map(\.reason) == ["notStarted"])
        try FileManager.default.removeItem(atPath: setup.place.path("facts.json"))
        let blind = try setup.broadcast("--display", ":9998").wait()
        #expect(blind.status == 69 && blind.errors.contains(":9998"), "\(blind.errors)")
        #expect(!FileManager.default.fileExists(atPath: setup.place.path("facts.json")), "It was set up in vain.")
        #expect(try setup.place.replay("list", "-q").output.isEmpty)
    }

    @Test("A target that refuses the broadcast is told to the last program")
    func refused() throws {
        let setup = try SetupPlace()
        let answer = setup.answer().replacing(setup.live.server.key, with: "wrong-key")
        try setup.add(answer, name: "program", mode: 0o755)
        let run = try setup.broadcast()
        try setup.place.await("the last message") { try setup.notices().last?.reason == "failed" }
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && !outcome.errors.contains("wrong-key"), "\(outcome.errors)")
        #expect(try setup.notices().map(\.event) == ["ended"])
    }

    @Test("The program asks its user at the terminal, and the user is shown an address to open")
    func terminal() throws {
        let setup = try SetupPlace()
        let script = """
            echo '{"waiting":true}'
            printf 'Room? ' >/dev/tty
            read -r room </dev/tty
            echo "{\\"open\\":\\"https://example.org/$room\\",\\"code\\":\\"AB-CD\\"}"
            while [ ! -e entered ]; do sleep 0.1; done
            \(setup.answer())
            """
        try setup.add(script, name: "program", mode: 0o755)
        let run = try setup.place.terminal("broadcast", "test", "--consent", "--audio", "none")
        try run.awaitText("Room? ")
        run.type("seven\r")
        try run.awaitText("test: open https://example.org/seven, and enter the code AB-CD")
        #expect(try setup.place.replay("list", "-q").output.isEmpty, "It records before the set-up has ended.")
        #expect(FileManager.default.createFile(atPath: setup.place.path("entered"), contents: nil))
        try setup.awaitFrames()
        run.type("\u{3}")
        #expect(try run.wait() == 0, "\(run.text)")
        #expect(try setup.notices().last?.reason == "recordingEnded")
    }
}
