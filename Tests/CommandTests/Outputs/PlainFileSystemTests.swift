import Foundation
import Testing

/// Outputs where the file system has no nameless files, no flags of rename, or no links.
@Suite(.timeLimit(.minutes(30)), .enabled(if: PlainFileSystem.library != nil, "there is no C compiler"))
struct PlainFileSystemTests {
    private static let poor = ["tmpfile", "tmpfile noreplace", "tmpfile noreplace exchange link"]

    @Test("A file is replaced by force only, and has the umask’s mode", arguments: poor)
    func force(words: String) throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        _ = try desk.shell("mkdir out; echo mine > out/a.mp4")
        try desk.replay(["export", id, "-o", "out/a.mp4"], lacking: words).expectComplaint(73, "out/a.mp4 exists")
        #expect(try desk.shell("cat out/a.mp4").output == "mine\n")
        #expect(try desk.replay(["export", id, "-o", "out/a.mp4", "--force"], lacking: words).status == 0)
        let run = PlainFileSystem.lacking(words).map { "'\($0)'" }.joined(separator: " ")
        let outcome = try desk.shell("umask 027; \(run) $REPLAY export \(id) -o out/b.mp4 && stat -c %a out/b.mp4")
        #expect(outcome.output.hasSuffix("\n640\n"), "\(outcome.output)\(outcome.errors)")
        for name in ["a.mp4", "b.mp4"] {
            #expect(try ExportedMovie(desk.path("out/\(name)")).numbers().count == 75)
        }
        #expect(try desk.names(in: "out") == ["a.mp4", "b.mp4"])
    }

    @Test("A file that comes while an export runs is not replaced", arguments: ["link"] + poor)
    func comer(words: String) throws {
        let desk = try Desk()
        let id = try desk.importSlowMovie()
        _ = try desk.shell("mkdir out")
        // Nameless files are linked, so without links there are none.
        let lacking = words == "link" ? "tmpfile link" : words
        let arguments = ["export", id, "--json", "--preset", "slow.json", "-o", "out/a.mp4"]
        let export = try desk.start(arguments, lacking: lacking)
        export.waitForOutput()
        try "mine".write(toFile: desk.path("out/a.mp4"), atomically: false, encoding: .utf8)
        let outcome = try export.wait()
        #expect(outcome.status == 73 && outcome.errors.contains("a.mp4 exists"), "\(outcome.errors)")
        #expect(try String(contentsOfFile: desk.path("out/a.mp4"), encoding: .utf8) == "mine")
        #expect(try desk.names(in: "out") == ["a.mp4"])
    }

    @Test("What a killed export leaves goes with the next one; what another one writes stays")
    func leftovers() throws {
        let desk = try Desk()
        let id = try desk.importSlowMovie()
        _ = try desk.shell("mkdir out; echo mine > out/.mine.part")
        func start(_ name: String) throws -> Program {
            let arguments = ["export", id, "--json", "--preset", "slow.json", "-o", "out/\(name)"]
            let export = try desk.start(arguments, lacking: "tmpfile")
            export.waitForOutput()
            return export
        }
        let (killed, live) = (try start("a.mp4"), try start("b.mp4"))
        #expect(try desk.hiddenNames(in: "out").count == 3)
        killed.send(SIGKILL)
        #expect(try killed.wait().status == -SIGKILL)
        try desk.result("export", id, "-o", "out/c.mp4")
        #expect(try desk.hiddenNames(in: "out").count == 2, "the live one’s, and a file of somebody’s")
        let outcome = try live.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try desk.names(in: "out") == [".mine.part", "b.mp4", "c.mp4"])
    }

    private static let bare = "tmpfile noreplace exchange"

    /// A recording, and an HLS folder of its first half second.
    private func prepareFolder() throws -> (desk: Desk, arguments: [String]) {
        let desk = try Desk()
        let id = try desk.importMovie()
        _ = try desk.shell("mkdir out")
        try desk.result("trim", id, "--to", "0.5")
        try desk.result("export", id, "--preset", "hls", "-o", "out/hls")
        try desk.result("undo", id)
        return (desk, ["export", id, "--preset", "hls", "-o", "out/hls"])
    }

    @Test("An HLS folder is replaced where names cannot be exchanged")
    func folder() throws {
        let (desk, arguments) = try prepareFolder()
        let outcome = try desk.replay(arguments, lacking: Self.bare + " link")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try desk.names(in: "out") == ["hls"])
        try desk.result("export", arguments[1], "--preset", "hls", "-o", "other")
        #expect(FolderState(of: desk.path("out/hls")).hasSameBytes(as: FolderState(of: desk.path("other"))))
        _ = try desk.shell("echo mine > out/hls/notes.txt")
        let before = FolderState(of: desk.path("out"))
        try desk.replay(arguments, lacking: Self.bare).expectComplaint(1, "notes.txt")
        #expect(FolderState(of: desk.path("out")) == before)
    }

    @Test("Killed between two renames, or before the old folder is removed, an export leaves a whole folder")
    func killedBetween() throws {
        for kill in ["rename hls", "unlink"] {
            let (desk, arguments) = try prepareFolder()
            let before = FolderState(of: desk.path("out/hls"))
            #expect(try desk.replay(arguments, lacking: Self.bare, kill: kill).status == -SIGKILL)
            let aside = try #require(try desk.hiddenNames(in: "out").first { $0.hasSuffix(".old") })
            #expect(FolderState(of: desk.path("out/\(aside)")).hasSameBytes(as: before))
            #expect(desk.exists("out/hls") == (kill == "unlink"))
            // One that does nothing else puts the old one back, or finds the new one.
            _ = try desk.replay(arguments + ["--captions", "none.vtt"], lacking: Self.bare)
            try desk.replay(arguments, lacking: Self.bare, kill: "rename none").expectDone()
            #expect(try desk.names(in: "out") == ["hls"])
            #expect(try HLSFolder(desk.path("out/hls")).missing().isEmpty)
        }
    }

    @Test("An old folder that was set aside comes back, though the next export fails")
    func recovered() throws {
        let (desk, arguments) = try prepareFolder()
        let before = FolderState(of: desk.path("out/hls"))
        #expect(try desk.replay(arguments, lacking: Self.bare, kill: "rename hls").status == -SIGKILL)
        let export = try desk.start(arguments + ["--json"], lacking: Self.bare)
        export.waitForOutput()
        export.send(SIGKILL)
        _ = try export.wait()
        #expect(FolderState(of: desk.path("out/hls")).hasSameBytes(as: before) || desk.exists("out/hls/main.m3u8"))
    }

    @Test("An HLS folder respects the umask")
    func umask() throws {
        let desk = try Desk()
        let id = try desk.importMovie(.silent)
        let outcome = try desk.shell(
            "umask 027; $REPLAY export \(id) --preset hls -o hls && find hls -printf '%y %m\\n' | sort -u")
        #expect(outcome.output.split(separator: "\n").suffix(2) == ["d 750", "f 640"], "\(outcome.output)")
    }
}

extension Program.Outcome {
    fileprivate func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
    }
}
