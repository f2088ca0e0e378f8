import Foundation
import ReplayTestSupport
import Testing

/// Checks servers of the user's own, and the list of services.
@Suite(.enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct CustomServiceTests {
    @Test("An address and a key are sent to, and stored as a service that only its user can read")
    func stored() throws {
        let setup = try SetupPlace()
        let key = ["--key", setup.place.path("key")]
        let words = ["broadcast", "custom-rtmp", "--address", setup.live.server.address, "--save", "lectures"]
        let run = try setup.place.start(words + key + ["--consent", "--audio", "none"])
        try setup.awaitFrames()
        #expect(try setup.place.replay("stop").status == 0)
        #expect(try run.wait().status == 0)
        let modes = try setup.place.shell("stat -c %a config/replay/services/lectures.json5").output
        #expect(modes == "600\n")
        let listed = try setup.place.replay("broadcast", "services")
        #expect(listed.status == 0 && listed.output.contains(/lectures +rtmp:.* +stored/), "\(listed.output)")
        #expect(!listed.output.contains(setup.live.server.key))
        let again = try setup.place.start(words + key + ["--consent"]).wait()
        #expect(again.status == 73 && again.errors.contains("exists already"), "\(again.errors)")
        let second = try setup.broadcast(target: "lectures")
        try setup.awaitFrames()
        #expect(try setup.place.replay("stop").status == 0)
        #expect(try second.wait().status == 0)
        #expect(try setup.live.server.recordings().count == 2)
    }

    @Test("At a terminal, the address, the key and the name are asked for; the key is not shown")
    func asked() throws {
        let setup = try SetupPlace()
        let run = try setup.place.terminal("broadcast", "custom-rtmp", "--consent", "--audio", "none")
        try run.awaitText("Address of the server: ")
        run.type(setup.live.server.address + "\r")
        try run.awaitText("Stream key or passphrase (Enter for none): ")
        run.type(setup.live.server.key + "\r")
        try run.awaitText("Name, to store it as a service (Enter: do not store): ")
        run.type("\r")
        try setup.awaitFrames()
        #expect(try setup.live.statuses().map(\.target) == ["custom-rtmp"])
        run.type("\u{3}")
        #expect(try run.wait() == 0, "\(run.text)")
        #expect(!run.text.contains(setup.live.server.key))
    }

    @Test(
        "What does not fit is refused",
        arguments: [
            (["custom-rtmp"], "needs the address of a server; give it with --address"),
            (["custom-rtmp", "--address", "srt://h:1"], "must begin with rtmp:// or rtmps://"),
            (["custom-srt", "--address", "rtmp://h/a"], "must begin with srt://"),
            (["custom-rtmp", "--address", "rtmp://u:p@h/a"], "contains a user’s name or password"),
            (["custom-srt", "--address", "srt://h:1", "--save", "A b"], "must consist of lower-case letters"),
            (["twitch", "--address", "rtmp://h/a"], "--address and --save need one target"),
        ])
    func refused(_ words: [String], _ reason: String) throws {
        let place = try Workplace()
        let outcome = try place.start(["broadcast"] + words + ["--consent"]).wait()
        #expect(outcome.status == 64 && outcome.errors.contains(reason), "\(outcome.status) \(outcome.errors)")
    }

    @Test("A service’s file that cannot be used is told, and hides no other service")
    func listed() throws {
        let setup = try SetupPlace()
        try setup.addService("bad", #"{ version: 1, name: "bad", colour: 1 }"#)
        try setup.addService("open", #"{ version: 1, name: "open", address: "rtmp://h/a", key: "k" }"#, mode: 0o644)
        let listed = try setup.place.replay("broadcast", "services")
        #expect(listed.status == 65, "\(listed.errors)")
        for name in ["custom-rtmp", "custom-srt", "test", "twitch", "youtube"] {
            #expect(listed.output.contains("\n\(name) "), "\(listed.output)")
        }
        let lines = listed.errors.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].contains("bad.json5, line 1") && lines[0].contains("no key “colour”"))
        #expect(lines.last?.contains("other users may read it") == true, "\(listed.errors)")
        let json = try setup.place.replay("broadcast", "services", "--json")
        #expect(json.status == 65 && json.output.contains(#""hasSetup" : true"#), "\(json.output)")
        #expect(try setup.broadcast(target: "bad").wait().status == 65)
        #expect(try setup.broadcast(target: "open").wait().status == 77)
    }
}
