import Foundation
import ReplayTestSupport
import Testing

/// Checks outputs on file systems without nameless files, flags of rename, or links.
@Suite(.timeLimit(.minutes(30)), .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
struct PlainFileSystemTests {
    private static let poor = ["tmpfile", "tmpfile noreplace", "tmpfile noreplace exchange link"]

    @Test("A file is replaced by force only, and has the umask’s mode", arguments: poor)
    func force(words: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell("mkdir out; echo mine > out/a.mp4")
        try place.replay(["export", id, "-o", "out/a.mp4"], lacking: words).expectComplaint(73, "out/a.mp4 exists")
        #expect(try place.shell("cat out/a.mp4").output == "mine\n")
        #expect(try place.replay(["export", id, "-o", "out/a.mp4", "--force"], lacking: words).status == 0)
        let run = try PlainFileSystem.lacking(words).map { "'\($0)'" }.joined(separator: " ")
        let outcome = try place.shell("umask 027; \(run) $REPLAY export \(id) -o out/b.mp4 && stat -c %a out/b.mp4")
        #expect(outcome.output.hasSuffix("\n640\n"), "\(outcome.output)\(outcome.errors)")
        for name in ["a.mp4", "b.mp4"] {
            #expect(try ExportedMovie(place.path("out/\(name)")).numbers().count == 75)
        }
        #expect(try place.names(in: "out") == ["a.mp4", "b.mp4"])
    }

    @Test("A file that comes while an export runs is not replaced", arguments: ["link"] + poor)
    func comer(words: String) throws {
        let place = try Workplace()
        let id = try place.importSlowMovie()
        try place.result("trim", id, "--to", "2")
        _ = try place.shell("mkdir out")
        // Nameless files get their name by a link, so a file system without links has none.
        let lacking = words == "link" ? "tmpfile link" : words
        let arguments = ["export", id, "--json", "--preset", "slow.json", "-o", "out/a.mp4"]
        let export = try place.start(arguments, lacking: lacking)
        try export.awaitOutput()
        try "mine".write(toFile: place.path("out/a.mp4"), atomically: false, encoding: .utf8)
        let outcome = try export.wait()
        #expect(outcome.status == 73 && outcome.errors.contains("a.mp4 exists"), "\(outcome.errors)")
        #expect(try String(contentsOfFile: place.path("out/a.mp4"), encoding: .utf8) == "mine")
        #expect(try place.names(in: "out") == ["a.mp4"])
    }

    @Test("What a killed export leaves goes with the next one; what another one writes stays")
    func leftovers() throws {
        let place = try Workplace()
        let id = try place.importSlowMovie()
        _ = try place.shell("mkdir out; echo mine > out/.mine.part")
        func start(_ name: String) throws -> ChildProcess {
            let arguments = ["export", id, "--json", "--preset", "slow.json", "-o", "out/\(name)"]
            let export = try place.start(arguments, lacking: "tmpfile")
            try export.awaitOutput()
            return export
        }
        let (killed, live) = (try start("a.mp4"), try start("b.mp4"))
        #expect(try place.hiddenNames(in: "out").count == 3)
        killed.send(SIGKILL)
        #expect(try killed.wait().status == -SIGKILL)
        try place.result("export", id, "-o", "out/c.mp4")
        #expect(try place.hiddenNames(in: "out").count == 2, "the live one’s, and a file of somebody’s")
        let outcome = try live.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.names(in: "out") == [".mine.part", "b.mp4", "c.mp4"])
    }

    private static let bare = "tmpfile noreplace exchange"

    /// Makes a recording, and an HLS folder of its first half second.
    private func prepareFolder() throws -> (place: Workplace, arguments: [String]) {
        let place = try Workplace()
        let id = try place.importMovie()
        _ = try place.shell("mkdir out")
        try place.result("trim", id, "--to", "0.5")
        try place.result("export", id, "--preset", "hls", "-o", "out/hls")
        try place.result("undo", id)
        return (place, ["export", id, "--preset", "hls", "-o", "out/hls"])
    }

    @Test("An HLS folder is replaced where names cannot be exchanged")
    func folder() throws {
        let (place, arguments) = try prepareFolder()
        let outcome = try place.replay(arguments, lacking: Self.bare + " link")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.names(in: "out") == ["hls"])
        try place.result("export", arguments[1], "--preset", "hls", "-o", "other")
        #expect(FolderState(of: place.path("out/hls")).hasSameBytes(as: FolderState(of: place.path("other"))))
        _ = try place.shell("echo mine > out/hls/notes.txt")
        let before = FolderState(of: place.path("out"))
        try place.replay(arguments, lacking: Self.bare).expectComplaint(1, "notes.txt")
        #expect(FolderState(of: place.path("out")) == before)
    }

    @Test("Killed between two renames, or before the old folder is removed, an export leaves a whole folder")
    func killedBetween() throws {
        for kill in ["rename hls", "unlink"] {
            let (place, arguments) = try prepareFolder()
            let before = FolderState(of: place.path("out/hls"))
            #expect(try place.replay(arguments, lacking: Self.bare, kill: kill).status == -SIGKILL)
            let aside = try #require(try place.hiddenNames(in: "out").first { $0.hasSuffix(".old") })
            #expect(FolderState(of: place.path("out/\(aside)")).hasSameBytes(as: before))
            #expect(place.exists("out/hls") == (kill == "unlink"))
            // An export that fails early restores the old folder, or finds the new one.
            _ = try place.replay(arguments + ["--captions", "none.vtt"], lacking: Self.bare)
            try place.replay(arguments, lacking: Self.bare, kill: "rename none").expectDone()
            #expect(try place.names(in: "out") == ["hls"])
            #expect(try HLSFolder(place.path("out/hls")).missing().isEmpty)
        }
    }

    @Test("An old folder that was set aside comes back, though the next export fails")
    func recovered() throws {
        let (place, arguments) = try prepareFolder()
        let before = FolderState(of: place.path("out/hls"))
        #expect(try place.replay(arguments, lacking: Self.bare, kill: "rename hls").status == -SIGKILL)
        let export = try place.start(arguments + ["--json"], lacking: Self.bare)
        try export.awaitOutput()
        export.send(SIGKILL)
        _ = try export.wait()
        #expect(FolderState(of: place.path("out/hls")).hasSameBytes(as: before) || place.exists("out/hls/main.m3u8"))
    }

    @Test("An HLS folder respects the umask")
    func umask() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let outcome = try place.shell(
            "umask 027; $REPLAY export \(id) --preset hls -o hls && find hls -printf '%y %m\\n' | sort -u")
        #expect(outcome.output.split(separator: "\n").suffix(2) == ["d 750", "f 640"], "\(outcome.output)")
    }
}

extension ChildProcess.Outcome {
    fileprivate func expectDone(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status == 0, "\(errors)", sourceLocation: sourceLocation)
    }
}
