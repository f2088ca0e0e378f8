import Foundation
import ReplayTestSupport
import Testing

/// Checks HLS exports that end early: by a signal, or because the disk is full.
@Suite(.timeLimit(.minutes(30))) struct HLSStopTests {
    /// Makes a recording and the preset “slow.json” with which its export is slow; with `old`, also exports a folder
    /// first.
    private func prepare(old: Bool) throws -> (place: Workplace, id: String) {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=640x360:r=30:d=8 \(SourceMovie.x264)"))
        try HLSPresetFile.write(to: place.path("slow.json")) { $0.encodeSlowly() }
        _ = try place.shell("mkdir out")
        if old {
            try place.result("trim", id, "--to", "0.5")
            try place.result("export", id, "--preset", "hls", "-o", "out/hls")
            try place.result("undo", id)
        }
        return (place, id)
    }

    /// Starts an export and waits until it has reported progress.
    private func startExport(_ place: Workplace, _ id: String, preset: String = "slow.json") throws -> ChildProcess {
        let export = try place.start(["export", id, "--json", "--preset", preset, "-o", "out/hls"])
        try export.awaitOutput()
        return export
    }

    @Test(
        "A signal ends an export; the folder is as before",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)], [false, true])
    func signalEndsAnExport(signal: (Int32, Int32), old: Bool) throws {
        let (place, id) = try prepare(old: old)
        let before = FolderState(of: place.path("out"))
        let export = try startExport(place, id)
        export.send(signal.0)
        let outcome = try export.wait()
        #expect(outcome.status == signal.1)
        #expect(outcome.errors.hasPrefix("replay: the export was cancelled"), "\(outcome.errors)")
        #expect(FolderState(of: place.path("out")) == before)
    }

    @Test("A kill leaves the folder as before, and the next export goes well", arguments: [false, true])
    func killLeavesTheFolderAsBefore(old: Bool) throws {
        let (place, id) = try prepare(old: old)
        let before = FolderState(of: place.path("out/hls"))
        let export = try startExport(place, id)
        export.send(SIGKILL)
        #expect(try export.wait().status == -SIGKILL)
        #expect(FolderState(of: place.path("out/hls")) == before)
        #expect(try place.names(in: "out").filter { !$0.hasPrefix(".") } == (old ? ["hls"] : []))
        try place.result("trim", id, "--to", "0.5")
        try place.result("export", id, "--preset", "hls", "-o", "out/hls")
        #expect(try HLSFolder(place.path("out/hls")).missing().isEmpty)
        // The next export has removed the leftovers of the killed one.
        #expect(try place.names(in: "out") == ["hls"])
    }

    @Test("A file that comes while an export runs is not lost")
    func fileThatComesWhileAnExportRuns() throws {
        let (place, id) = try prepare(old: true)
        let export = try startExport(place, id, preset: "hls-single")
        try "mine".write(toFile: place.path("out/hls/notes.txt"), atomically: false, encoding: .utf8)
        let before = FolderState(of: place.path("out/hls"))
        let outcome = try export.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("notes.txt"), "\(outcome.errors)")
        let isSame = FolderState(of: place.path("out/hls")).hasSameBytes(as: before)
        #expect(isSame)
        #expect(try place.names(in: "out") == ["hls"])
    }

    /// The percentages are of the folder's size. An old folder is on the disk in half of the cases.
    @Test(
        "A full disk leaves no playlist that points at nothing",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"), arguments: [10, 90],
        [false, true])
    func fullDiskLeavesNoPlaylistThatPoints(percent: Int, old: Bool) throws {
        let place = try Workplace()
        let id = try place.result("import", HLSMedia.path("variable.mp4"))
        try place.result("export", id, "--preset", "hls", "-o", "whole")
        let room = FolderState(of: place.path("whole")).size * percent / 100
        if old {
            try place.result("trim", id, "--to", "1.5")
            try place.result("export", id, "--preset", "hls", "-o", "first")
            try place.result("undo", id)
        }
        let first = FolderState(of: place.path("first"))
        // Blocks of 4 KB: each file occupies whole blocks.
        let size = (room + first.size) / 1024 + 4 * first.names.count
        let run = """
            mount -t tmpfs -o size=\(size)k none disk; [ ! -d first ] || cp -a first disk/hls
            $REPLAY export \(id) --preset hls -o disk/hls; s=$?; cp -a disk/. after; exit $s
            """
        try place.shell("mkdir disk after; unshare -m sh -c '\(run)'").expectComplaint(73, "hls")
        let after = FolderState(of: place.path("after/hls"))
        #expect(after.hasSameBytes(as: first))
        #expect(try place.names(in: "after") == (old ? ["hls"] : []))
        if old { #expect(try HLSFolder(place.path("after/hls")).missing().isEmpty) }
    }
}
