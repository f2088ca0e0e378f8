import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayCommands

/// The user's own defaults.
@Suite struct ConfigTests {
    @Test func `A default is set, used, overruled and removed`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.plain)
        #expect(try desk.replay("config").output.isEmpty)
        try desk.result("config", "export.preset", "hls-single")
        #expect(try desk.result("config", "export.preset").contains("hls-single"))
        #expect(try desk.result("export") == "\(id)-hls/main.m3u8")
        #expect(try desk.result("export", "--preset", "original") == "\(id).mp4")
        try desk.result("config", "export.preset", "--unset")
        #expect(try desk.result("export", "-o", "standard.mp4") == "standard.mp4")
        #expect(try desk.names(in: "config/replay") == ["config.json"])
        #expect(try desk.result("config", "--keys").contains("record.cover-window"))
    }

    @Test func `What no command takes is refused when it is set, and what is set stays`() throws {
        let desk = try Desk()
        try desk.result("config", "record.fps", "30")
        try desk.replay("config", "record.fps", "many").expectComplaint(65, "record.fps", "many")
        try desk.replay("config", "record.consent", "true").expectComplaint(65, "there is no key “record.consent”")
        try desk.replay("config", "record.mix", "perhaps").expectComplaint(65, "true or false")
        try desk.replay("config", "batch.jobs", "0").expectComplaint(65, "1 to 1024")
        try desk.replay("config", "record.audio", "app", "mic").expectComplaint(65, "takes one value")
        try desk.result("config", "record.cover-window", "Diary", "Notes")
        #expect(try desk.result("config").contains(#"["Diary","Notes"]"#))
        #expect(try desk.result("config", "record.fps").contains("30"))
        try desk.result("config", "record.fps=25")
        #expect(try desk.result("config", "get", "record.fps").contains("25"))
    }

    @Test(arguments: [
        (#"{"#, "line 1"), (#"{version: 2}"#, "“version” must be 1"), (#"{record: {fsp: 3}}"#, "line 1, column 11"),
        (#"{recrod: {}}"#, "“recrod”"), (#"{record: 3}"#, "must be an object"),
        (#"{record: {fps: []}}"#, "cannot be a list"),
        ("{record: {\n  audio: \"loud\"}}", "line 2, column 10"), ("\u{feff}\u{1}", "line 1"), ("", "line 1"),
        ("[]", "must be an object"),
    ])
    func `A file that is wrong is refused with the place`(text: String, words: String) throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        try desk.write(config: text)
        try desk.replay("export").expectComplaint(65, "config.json", words)
        // What takes nothing from it works all the same.
        #expect(try desk.result("list").contains(id))
        #expect(try desk.replay("record", "--help").status == 0)
    }

    @Test func `Comments are taken, and never lost`() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        try desk.write(config: "{version: 1, export: {preset: 'original'}} // mine")
        #expect(try desk.result("export") == "\(id).mp4")
        try desk.replay("config", "export.preset", "hls").expectComplaint(65, "comments")
    }

    /// Every key is an option of its command.
    @Test func `Each key is an option`() {
        for key in ConfigKey.all {
            let words = key.kind == .flag ? ["--\(key.option)"] : ["--\(key.option)=\u{1}"]
            let problem = ReplayCommand.problem(of: words, for: key.command) ?? ""
            #expect(!problem.contains("Unknown option"), "\(key.name): \(problem)")
        }
    }
}
