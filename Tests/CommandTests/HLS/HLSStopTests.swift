import Foundation
import Testing

/// Exports as HLS that do not come to their end: by a signal, or because the disk is full.
@Suite(.timeLimit(.minutes(30))) struct HLSStopTests {
    /// A recording whose export takes long, in “slow.json”; with `old`, a folder of it that was made before.
    private func prepare(old: Bool) throws -> (desk: Desk, id: String) {
        let desk = try Desk()
        let id = try desk.importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=640x360:r=30:d=8 \(SourceMovie.x264)"))
        try HLSPresetFile.write(to: desk.path("slow.json")) { $0.encodeSlowly() }
        _ = try desk.shell("mkdir out")
        if old {
            try desk.result("trim", id, "--to", "0.5")
            try desk.result("export", id, "--preset", "hls", "-o", "out/hls")
            try desk.result("undo", id)
        }
        return (desk, id)
    }

    /// Starts an export and waits until it has said how far it is.
    private func startExport(_ desk: Desk, _ id: String, preset: String = "slow.json") throws -> Program {
        let export = try desk.start(["export", id, "--json", "--preset", preset, "-o", "out/hls"])
        export.waitForOutput()
        return export
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)], [false, true])
    func `A signal ends an export; the folder is as before`(signal: (Int32, Int32), old: Bool) throws {
        let (desk, id) = try prepare(old: old)
        let before = FolderState(of: desk.path("out"))
        let export = try startExport(desk, id)
        export.send(signal.0)
        let outcome = try export.wait()
        #expect(outcome.status == signal.1)
        #expect(outcome.errors.hasPrefix("replay: the export was cancelled"), "\(outcome.errors)")
        #expect(FolderState(of: desk.path("out")) == before)
    }

    @Test(arguments: [false, true])
    func `A kill leaves the folder as before, and the next export goes well`(old: Bool) throws {
        let (desk, id) = try prepare(old: old)
        let before = FolderState(of: desk.path("out/hls"))
        let export = try startExport(desk, id)
        export.send(SIGKILL)
        #expect(try export.wait().status == -SIGKILL)
        #expect(FolderState(of: desk.path("out/hls")) == before)
        #expect(try desk.names(in: "out").filter { !$0.hasPrefix(".") } == (old ? ["hls"] : []))
        try desk.result("trim", id, "--to", "0.5")
        try desk.result("export", id, "--preset", "hls", "-o", "out/hls")
        #expect(try HLSFolder(desk.path("out/hls")).missing().isEmpty)
        // What the killed one left is removed by the next.
        #expect(try desk.names(in: "out") == ["hls"])
    }

    @Test func `A file that comes while an export runs is not lost`() throws {
        let (desk, id) = try prepare(old: true)
        let export = try startExport(desk, id, preset: "hls-single")
        try "mine".write(toFile: desk.path("out/hls/notes.txt"), atomically: false, encoding: .utf8)
        let before = FolderState(of: desk.path("out/hls"))
        let outcome = try export.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("notes.txt"), "\(outcome.errors)")
        let isSame = FolderState(of: desk.path("out/hls")).hasSameBytes(as: before)
        #expect(isSame)
        #expect(try desk.names(in: "out") == ["hls"])
    }

    /// In parts of what the folder takes, with an old folder on the disk and without.
    @Test(
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"), arguments: [10, 90],
        [false, true])
    func `A full disk leaves no playlist that points at nothing`(percent: Int, old: Bool) throws {
        let desk = try Desk()
        let id = try desk.result("import", HLSMedia.path("cuts.mp4"))
        try desk.result("export", id, "--preset", "hls", "-o", "whole")
        let room = FolderState(of: desk.path("whole")).size * percent / 100
        if old {
            try desk.result("trim", id, "--to", "1.5")
            try desk.result("export", id, "--preset", "hls", "-o", "first")
            try desk.result("undo", id)
        }
        let first = FolderState(of: desk.path("first"))
        // Blocks of 4 KB, each file in whole ones.
        let size = (room + first.size) / 1024 + 4 * first.names.count
        let run = """
            mount -t tmpfs -o size=\(size)k none disk; [ ! -d first ] || cp -a first disk/hls
            $REPLAY export \(id) --preset hls -o disk/hls; s=$?; cp -a disk/. after; exit $s
            """
        try desk.shell("mkdir disk after; unshare -m sh -c '\(run)'").expectComplaint(73, "hls")
        let after = FolderState(of: desk.path("after/hls"))
        #expect(after.hasSameBytes(as: first))
        #expect(try desk.names(in: "after") == (old ? ["hls"] : []))
        if old { #expect(try HLSFolder(desk.path("after/hls")).missing().isEmpty) }
    }
}
