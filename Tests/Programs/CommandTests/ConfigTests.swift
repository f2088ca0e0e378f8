import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayCommandLine
@testable import ReplayCommands

/// Checks the user's own defaults.
@Suite struct ConfigTests {
    @Test("A default is set, used, overruled and removed")
    func defaultIsSet() throws {
        let place = try Workplace()
        _ = try place.importMovie(.plain)
        #expect(try place.replay("config").output.isEmpty)
        try place.result("config", "export.preset", "hls-single")
        #expect(try place.result("config", "export.preset").contains("hls-single"))
        #expect(try place.result("export") == "plain-hls/main.m3u8")
        #expect(try place.result("export", "--preset", "original", "--force") == "plain.mp4")
        try place.result("config", "export.preset", "--unset")
        #expect(try place.result("export", "-o", "standard.mp4") == "standard.mp4")
        #expect(try place.names(in: "config/replay") == ["config.json"])
        #expect(try place.result("config", "--keys").contains("record.cover-window"))
    }

    @Test("A default that no command accepts is refused, and the other defaults stay")
    func whatNoCommandTakesIsRefused() throws {
        let place = try Workplace()
        try place.result("config", "record.fps", "30")
        try place.replay("config", "record.fps", "many").expectComplaint(65, "record.fps", "many")
        try place.replay("config", "record.consent", "true").expectComplaint(65, "there is no key “record.consent”")
        try place.replay("config", "record.mix", "perhaps").expectComplaint(65, "true or false")
        try place.replay("config", "batch.jobs", "0").expectComplaint(65, "between 1 and 1024")
        try place.replay("config", "record.audio", "app", "mic").expectComplaint(65, "takes one value")
        try place.result("config", "record.cover-window", "Diary", "Notes")
        #expect(try place.result("config").contains(#"["Diary","Notes"]"#))
        #expect(try place.result("config", "record.fps").contains("30"))
        try place.result("config", "record.fps=25")
        #expect(try place.result("config", "get", "record.fps").contains("25"))
    }

    @Test(
        "A file that is wrong is refused with the place",
        arguments: [
            (#"{"#, "line 1"), (#"{version: 2}"#, "“version” must be 1"), (#"{record: {fsp: 3}}"#, "line 1, column 11"),
            (#"{recrod: {}}"#, "“recrod”"), (#"{record: 3}"#, "must be an object"),
            (#"{record: {fps: []}}"#, "cannot be a list"),
            ("{record: {\n  audio: \"loud\"}}", "line 2, column 10"), ("\u{feff}\u{1}", "line 1"), ("", "line 1"),
            ("[]", "must be an object"),
        ])
    func fileThatIsWrongIsRefused(text: String, words: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.write(config: text)
        try place.replay("export").expectComplaint(65, "config.json", words)
        // Commands that use no default still work.
        #expect(try place.result("list").contains(id))
        #expect(try place.replay("record", "--help").status == 0)
    }

    @Test("A file that is kept elsewhere is written there; a link that leads nowhere stays, and that is told")
    func linkedFile() throws {
        let place = try Workplace()
        _ = try place.shell("mkdir -p config/replay away; ln -s ../../away/mine.json config/replay/config.json")
        try place.replay("config", "record.fps", "30").expectComplaint(66, "config.json", "no such file")
        #expect(try place.shell("readlink config/replay/config.json").output == "../../away/mine.json\n")
        _ = try place.shell("echo '{version: 1}' > away/mine.json")
        try place.result("config", "record.fps", "30")
        #expect(try place.shell("readlink config/replay/config.json").output == "../../away/mine.json\n")
        #expect(try place.shell("cat away/mine.json").output.contains("30"))
    }

    @Test("Comments are taken, and never lost")
    func commentsAreTaken() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try place.write(config: "{version: 1, export: {preset: 'original'}} // mine")
        #expect(try place.result("export", "--force") == "silent.mp4")
        try place.replay("config", "export.preset", "hls").expectComplaint(65, "comments")
    }

    @Test("What is on by default is turned off by a kept value, where the command line does not say")
    func defaultFlag() throws {
        let mix = try #require(ConfigKey.named("record.mix"))
        #expect(mix.arguments(for: .bool(false)) == ["--no-mix"])
        // `--mix` on the command line would be an error with only one source.
        #expect(mix.arguments(for: .bool(true)) == [])
        #expect(mix.isWanted(beside: ["--audio", "both"]))
        #expect(["--mix", "--no-mix", "--resume"].allSatisfy { !mix.isWanted(beside: [$0]) })
    }

    @Test("A sandbox that is required and incomplete refuses movies of other programs")
    func sandboxIsRequired() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        // Without `replay-media` beside it, the program would decode in its own process.
        let alone = "PATH=/usr/bin:/bin REPLAY_MEDIA= REPLAY_REQUIRE_SANDBOX= ./alone"
        #expect(try place.shell("cp \"$REPLAY-media\" alone && \(alone) still 1 -o a.png").status == 0)
        try place.replay("config", "sandbox.require", "perhaps").expectComplaint(65, "true or false")
        try place.result("config", "sandbox.require", "true")
        for command in ["still 1 -o b.png", "export -o b.mp4", "import plain.mp4", "info \(id)"] {
            try place.shell("\(alone) \(command)").expectComplaint(69, "sandbox is required", "replay-media")
        }
        #expect(try place.names(in: ".").filter { $0.hasPrefix("b.") }.isEmpty)
        #expect(try place.replay("still", "1", "-o", "b.png").status == 0)
        try place.result("config", "sandbox.require", "false")
        #expect(try place.shell("\(alone) info \(id)").status == 0)
        let commands = [
            "still 1 -o c.png", "sheet -o c.png", "strip -o c.png", "waveform -o c.png", "export -o c.mp4",
            "import plain.mp4", "redact 1..2 --yes",
        ]
        for command in commands {
            try place.shell("\(alone) \(command) --require-sandbox").expectComplaint(
                69, "sandbox is required", "replay-media")
        }
    }

    /// Every key is an option of its command.
    @Test("Each key is an option")
    func eachKeyIsAnOption() {
        for key in ConfigKey.all where key.isOption {
            let words =
                switch key.kind {
                case .flag, .flagOrValue: ["--\(key.option)"]
                case .defaultFlag: ["--\(key.option)", "--no-\(key.option)"]
                case .value, .list: ["--\(key.option)=\u{1}"]
                }
            let problem = ReplayCommand.problem(of: words, for: key.command) ?? ""
            #expect(!problem.contains("Unknown option"), "\(key.name): \(problem)")
        }
    }
}
