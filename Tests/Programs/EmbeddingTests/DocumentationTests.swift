import Foundation
import ReplayTestSupport
import Testing

/// Checks that the documentation has no broken links, and that everything public has a comment.
@Suite(.timeLimit(.minutes(30))) struct DocumentationTests {
    @Test("It builds without a warning")
    func build() throws {
        let place = try Workplace()
        let archive = place.path("Replay.doccarchive")
        let outcome = try ChildProcess([ProjectFolder.path("Scripts/docs"), archive, BuiltProgram.folder.path]).wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        for page in ["replay", "replay/screenrecorder", "replay/embedding", "replay/applenames"] {
            #expect(FileManager.default.fileExists(atPath: "\(archive)/data/documentation/\(page).json"), "\(page)")
        }
    }
}
