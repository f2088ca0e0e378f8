import Foundation
import ReplayTestSupport
import Testing

/// Checks the output of the commands for people and for programs.
@Suite struct PresentationTests {
    @Test("Every command speaks JSON")
    func everyCommandSpeaksJSON() throws {
        let place = try Workplace()
        try SourceMovie.silent.make(at: place.path("silent.mp4"))
        for arguments in [
            ["list"], ["presets"], ["import", "silent.mp4"], ["list"], ["info"], ["edits"],
            ["trim", "--from", "0.5"], ["cut", "1..2"], ["undo"], ["redo"], ["rename", "x"],
            ["config"], ["config", "--keys"], ["retention", "--last", "9"], ["discard", "x"],
        ] {
            let outcome = try place.start(arguments + ["--json"]).wait()
            #expect(outcome.status == 0, "\(arguments) \(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            #expect(throws: Never.self, "\(arguments)") { try JSONSerialization.jsonObject(with: outcome.data) }
        }
    }

    @Test("An export tells its progress in lines of JSON")
    func exportTellsItsProgressInLinesOfJSON() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let outcome = try place.replay("export", "--json", "-o", "out.mp4")
        #expect(outcome.errors.isEmpty)
        let lines = outcome.line.split(separator: "\n")
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(objects.allSatisfy { $0 != nil })
        #expect(objects.last??["path"] as? String == "out.mp4")
        #expect(objects.last??["frames"] as? Int == 75)
    }

    @Test("The result alone goes to standard output")
    func resultAloneGoesToStandardOutput() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let export = try place.replay("export", "-o", "out.mp4")
        #expect(export.output == "out.mp4\n")
        #expect(export.errors.isEmpty)
        #expect(try place.replay("export", "-o", ".", "--force").output == "./silent.mp4\n")
        #expect(try place.names(in: ".").contains("silent.mp4"))
    }
}
