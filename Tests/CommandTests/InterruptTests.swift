import Foundation
import Testing

/// Exports that are stopped on their way.
@Suite struct InterruptTests {
    /// Starts an export that takes long, and waits until it has begun.
    private func startExport(_ desk: Desk) throws -> Program {
        _ = try desk.importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=960x540:r=30:d=8 \(SourceMovie.x264)"))
        let preset = PresetFileTests.whole.replacing("ultrafast", with: "veryslow").replacing("160", with: "960")
        try preset.write(toFile: desk.path("slow.json"), atomically: true, encoding: .utf8)
        _ = try desk.shell("mkdir out")
        let export = try desk.start(["export", "--json", "--preset", "slow.json", "-o", "out/out.mp4"])
        export.waitForOutput()
        return export
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `A signal ends an export, and nothing of it is left`(signal: Int32, status: Int32) throws {
        let desk = try Desk()
        let export = try startExport(desk)
        export.send(signal)
        let outcome = try export.wait()
        #expect(outcome.status == status)
        #expect(outcome.errors == "replay: the export was cancelled; nothing was written\n")
        #expect(try desk.names(in: "out").isEmpty)
    }

    @Test func `A kill leaves nothing of an export`() throws {
        let desk = try Desk()
        let export = try startExport(desk)
        export.send(SIGKILL)
        #expect(try export.wait().status == -SIGKILL)
        #expect(try desk.names(in: "out").isEmpty)
    }
}
