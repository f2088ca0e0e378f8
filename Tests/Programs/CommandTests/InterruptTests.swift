import Foundation
import ReplayTestSupport
import Testing

/// Checks exports that are stopped before their end.
@Suite struct InterruptTests {
    /// Starts a slow export, and waits until it has begun.
    private func startExport(_ place: Workplace) throws -> ChildProcess {
        _ = try place.importMovie(
            SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=960x540:r=30:d=8 \(SourceMovie.x264)"))
        let preset = PresetFileTests.slow(maxWidth: 960)
        try preset.write(toFile: place.path("slow.json"), atomically: true, encoding: .utf8)
        _ = try place.shell("mkdir out")
        let export = try place.start(["export", "--json", "--preset", "slow.json", "-o", "out/out.mp4"])
        try export.awaitOutput()
        return export
    }

    @Test(
        "A signal ends an export, and nothing of it is left",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signalEndsAnExport(signal: Int32, status: Int32) throws {
        let place = try Workplace()
        let export = try startExport(place)
        export.send(signal)
        let outcome = try export.wait()
        #expect(outcome.status == status)
        #expect(outcome.errors == "replay: the export was cancelled; nothing was written\n")
        #expect(try place.names(in: "out").isEmpty)
    }

    @Test("A kill leaves nothing of an export")
    func killLeavesNothingOfAnExport() throws {
        let place = try Workplace()
        let export = try startExport(place)
        export.send(SIGKILL)
        #expect(try export.wait().status == -SIGKILL)
        #expect(try place.names(in: "out").isEmpty)
    }
}
