import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the page of `replay preview` under unusual conditions.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewConditionsTests {
    private struct Plan: Encodable {
        let address: String
        let server: Int32
        let movie: String
        let barcode: BarcodePlacement.Plan
        /// The start and the clock of each frame of the movie.
        let frames: [[Double]]
    }

    private struct Found: Decodable {
        let wrong: [[Double?]]
        let errors: [String]
    }

    @Test(
        "Without a token, audio, Media Source Extensions or the server the page says so; an import plays; fingers edit",
        .enabled(if: PreviewJudge.conditions.isThere, "Chromium, or Playwright, is not there"))
    func conditions() throws {
        let place = try Workplace(screen: (1280, 720))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let recorded = try place.replay("record", "--audio", "none", "--fps", "15", "--duration", "4s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        _ = try scene.stop()
        let movie = place.path("to import.mp4")
        try #require(try place.replay("export", "--preset", "original", "-o", movie).status == 0)
        try #require(try place.replay("discard", recorded.line, "--yes").status == 0)
        let barcode = SceneLayout(width: 1280, height: 720).barcode
        let frames = try MediaProbe(path: movie).clocks(at: barcode)
        try #require(frames.count > 10 && frames.allSatisfy { $0.clock != nil })

        let server = try RunningPreview(in: place)
        let plan = Plan(
            address: server.address, server: server.process.pid, movie: movie, barcode: barcode.plan,
            frames: frames.map { [$0.time.seconds, Double($0.clock ?? 0)] })
        let found: Found = try PreviewJudge.conditions.found(plan, in: place)
        try server.stop()
        #expect(found.wrong.isEmpty, "\(found.wrong)")
        #expect(found.errors.isEmpty, "\(found.errors)")
    }
}
