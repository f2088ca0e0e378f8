import Foundation
import ReplayTestSupport
import Testing

/// Checks the manual pages, which are made from the help.
@Suite struct ManualTests {
    /// Writes the pages to the place's folder and returns their names.
    private func write(at place: Workplace) throws -> [String] {
        let script = ProjectFolder.url.appending(path: "packaging/manual/make-pages").path
        try FileManager.default.createDirectory(atPath: place.path("man"), withIntermediateDirectories: true)
        _ = try ChildProcess.tool([script, BuiltProgram.replay.path, place.path("man"), "November 21, 2026"])
        let recorder = try String(
            contentsOf: ProjectFolder.url.appending(path: "packaging/manual/replayd.1"), encoding: .utf8)
        try Data(recorder.replacing("@DATE@", with: "November 21, 2026").utf8)
            .write(to: URL(fileURLWithPath: place.path("man/replayd.1")))
        return try place.names(in: "man")
    }

    @Test("Each command has a page that no reader of manuals complains of")
    func eachCommandHasAPageThatNoReader() throws {
        let place = try Workplace()
        let pages = try write(at: place)
        let commands = try CommandTree.commands().map { "replay-\($0.commandName).1" }
        #expect(Set(pages) == Set(commands + ["replay.1", "replayd.1"]))
        for page in pages {
            let path = place.path("man/\(page)")
            let lint = try ChildProcess(["mandoc", "-Tlint", "-Wwarning", path]).wait()
            #expect(lint.status == 0 && lint.data.isEmpty, "\(lint.output)")
            let groff = try ChildProcess(["groff", "-k", "-mdoc", "-Tutf8", "-ww", path]).wait()
            #expect(groff.status == 0 && groff.errors.isEmpty, "\(groff.errors)")
            #expect(groff.output.count > 500)
        }
    }

    @Test("The exit codes stand in the page as they do in the documents")
    func exitCodes() throws {
        let place = try Workplace()
        _ = try write(at: place)
        let page = try String(contentsOf: URL(fileURLWithPath: place.path("man/replay.1")), encoding: .utf8)
        let document = try String(contentsOf: ProjectFolder.url.appending(path: "docs/COMMANDS.md"), encoding: .utf8)
        let table = document.components(separatedBy: "| exit code | meaning |\n").last ?? ""
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix {
            $0.hasPrefix("|")
        }
        #expect(rows.count >= 9)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(page.contains(".It \(cells[0])\n\(cells[1])\n"), "\(row)")
        }
    }
}
