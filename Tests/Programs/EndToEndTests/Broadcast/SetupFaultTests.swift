import Foundation
import ReplayTestSupport
import Testing

/// Checks that programs of services that misbehave are told in a sentence, and cost neither a recording nor a process.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct SetupFaultTests {
    @Test(
        "A set-up program that fails is told before anything is recorded",
        arguments: [
            ("echo hello", 65, "its output cannot be used: this is not a JSON object"),
            ("head -c 100000 /dev/zero | tr '\\0' ' '", 65, "it wrote more than 16 KB"),
            ("yes garbage", 65, "its output cannot be used"),
            ("yes garbage >&2", 65, "it wrote more than 256 KB to its standard error"),
            (#"echo '{"address":"rtmp://h/a","colour":1}'"#, 65, "there is no key “colour”"),
            (#"echo '{"address":"rtmp:/h"}'"#, 65, "its “address” is not one of a server"),
            (#"echo '{"address":"talk.mkv"}'"#, 65, "its “address” must begin with rtmp://"),
            (#"echo '{"key":"k"}'"#, 65, "its answer has no “address”"),
            ("exit 0", 65, "it ended without an answer"),
            ("echo starting >&2; echo 'the quota is used up' >&2; exit 4", 69, "exit code 4: “the quota is used up”"),
            ("kill -SEGV $$", 69, "it was ended by signal 11"),
            (#"echo '{"address":"rtmp://h/a","finish":["./absent"]}'"#, 66, "absent is not there"),
            (#"echo '{"address":"rtmp://h/a","live":["./test.json5"]}'"#, 77, "test.json5 is not executable"),
        ])
    func fault(_ script: String, _ status: Int32, _ reason: String) throws {
        let setup = try SetupPlace(script: script)
        let outcome = try setup.broadcast().wait()
        #expect(
            outcome.status == status && outcome.errors.contains(reason),
            "\(outcome.status) \(outcome.errors.suffix(500))")
        #expect(outcome.errors.contains("test: the set-up program failed: "))
        #expect(try setup.place.replay("list", "-q").output.isEmpty)
        try expectNoProcess(setup)
    }

    private func expectNoProcess(_ setup: SetupPlace) throws {
        for name in ["replay-cast", "/bin/sh", "sleep"] {
            try setup.place.await("the end of \(name)") { try setup.processes(name).isEmpty }
        }
    }

    @Test("A set-up program that is not there, or not executable, is refused")
    func missing() throws {
        let setup = try SetupPlace()
        try setup.add("", name: "plain", mode: 0o644)
        let services: [(setup: String, status: Int32, reason: String)] = [
            (#"["./absent"]"#, 66, "services/absent is not there"),
            (#"["no-such-program"]"#, 66, "in no folder of $PATH"),
            (#"["./plain"]"#, 77, "services/plain is not executable"), (#"["/"]"#, 77, "/ is not executable"),
        ]
        for service in services {
            try setup.addService("other", "{ version: 1, name: \"other\", setup: \(service.setup) }")
            let outcome = try setup.broadcast(target: "other").wait()
            #expect(outcome.status == service.status && outcome.errors.contains(service.reason), "\(outcome.errors)")
        }
        #expect(try setup.place.replay("list", "-q").output.isEmpty)
    }

    /// A program that never ends, with a child in another session, and that ignores SIGTERM.
    private static let endless = """
        trap '' TERM
        setsid sleep 1000 &
        echo begun >&2
        while :; do sleep 1; done
        """

    @Test("SIGTERM ends a set-up program that never ends, with its processes", arguments: [SIGTERM, SIGHUP])
    func terminated(_ number: Int32) throws {
        let setup = try SetupPlace(script: Self.endless)
        let run = try setup.broadcast()
        try setup.place.await("the program; \(run.errors)") { run.errors.contains("test: begun") }
        run.send(number)
        let outcome = try run.wait()
        #expect(outcome.status == 128 + number && outcome.errors.contains("the set-up was ended"), "\(outcome.errors)")
        try expectNoProcess(setup)
        #expect(try setup.place.replay("list", "-q").output.isEmpty)
    }

    @Test("A command that is killed takes its set-up program along")
    func killed() throws {
        let setup = try SetupPlace(script: Self.endless)
        let run = try setup.broadcast()
        try setup.place.await("the program; \(run.errors)") { run.errors.contains("test: begun") }
        run.kill()
        try expectNoProcess(setup)
    }

    @Test("Ctrl-C ends a set-up program, also one that ignores it and shows an address")
    func interrupted() throws {
        for script in [Self.endless, "trap '' INT\necho '{\"open\":\"https://example.org\"}'\n" + Self.endless] {
            let setup = try SetupPlace(script: script)
            let run = try setup.place.terminal("broadcast", "test", "--consent", "--audio", "none")
            try run.awaitText("test: begun")
            run.type("\u{3}")
            #expect(try run.wait() == 130, "\(run.text)")
            try expectNoProcess(setup)
        }
    }

    @Test("If the process that runs the programs is killed, that is told, and the broadcast goes on")
    func killedPrograms() throws {
        let setup = try SetupPlace()
        let run = try setup.broadcast()
        try setup.awaitFrames()
        kill(try #require(try setup.processes("replay-cast\0set-up").first), SIGKILL)
        let status = try setup.live.await("the problem") { $0.setupProblem != nil }
        #expect(status.setupProblem == "the process that runs its programs was killed")
        try setup.awaitFrames(status.frames + 10)
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("the recording is not affected"), "\(outcome.errors)")
        try expectNoProcess(setup)
    }

    @Test("A program at the end that fails is told, and the recording is whole")
    func finish() throws {
        let setup = try SetupPlace()
        try setup.add("echo 'no network' >&2\nexit 5", name: "failing", mode: 0o755)
        try setup.add(setup.answer(finish: "./failing"), name: "program", mode: 0o755)
        let run = try setup.broadcast()
        try setup.awaitFrames()
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        let reason = "test: its program to finish failed: it ended with exit code 5: “no network”"
        #expect(outcome.status == 69 && outcome.errors.contains(reason), "\(outcome.errors)")
        let sent = try #require(try setup.live.server.recordings().last)
        #expect(try MediaProbe(path: sent).packetHashes(of: "v:0") == setup.live.movie().packetHashes(of: "v:0"))
    }

    @Test("A program at the end that hangs is ended after 30 s, and a program for a live target that fails is told")
    func hangs() throws {
        let setup = try SetupPlace()
        try setup.add("trap '' TERM\necho waiting\nwhile :; do sleep 1; done", name: "hanging", mode: 0o755)
        try setup.add("echo 'not allowed'\nexit 1", name: "failing", mode: 0o755)
        try setup.add(setup.answer(live: "./failing", finish: "./hanging"), name: "program", mode: 0o755)
        let run = try setup.broadcast()
        try setup.live.await("the failure") {
            $0.setupProblem == "its program for a live target failed: it ended with exit code 1: “not allowed”"
        }
        try setup.awaitFrames()
        #expect(try setup.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.errors.contains("its program to finish failed: it did not end within 30 s: “waiting”"))
        try expectNoProcess(setup)
    }
}
