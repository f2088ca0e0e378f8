import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks a whole session in the page of `replay preview`, from an empty library to a discarded recording.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewSessionTests {
    /// The input of the judge.
    private struct Plan: Encodable {
        let address: String
        let timescale = 90_000
        let movie: String
        let screenshots: String
    }

    /// The findings of the judge.
    private struct Found: Decodable {
        struct Edit: Decodable {
            let clips: [[Int64]]
            let duration: Int64
        }
        let recording: String
        let edit: Edit
        let file: String
        let errors: [String]
    }

    @Test(
        "A scene is recorded, marked, trimmed, cut, renamed, exported, played and discarded in Chromium",
        .enabled(if: PreviewJudge.session.isThere, "Chromium, or Playwright, is not there"))
    func session() throws {
        let place = try Workplace(screen: (1280, 720), hasAudio: true)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let server = try RunningPreview(in: place)
        // If the session fails while it records, only this stops the recorder.
        defer { _ = try? place.replay("discard", "--yes") }
        let movie = place.path("movie.mp4")
        let plan = Plan(address: server.address, movie: movie, screenshots: PreviewJudge.screenshots)
        let found: Found = try PreviewJudge.session.found(plan, in: place)
        try server.stop()
        _ = try scene.stop()
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(try place.replay("list", "--json").output.contains(found.recording) == false)
        try judge(found, movie: movie)
    }

    /// Expects that the export lasts as long as the edit, and has exactly the frames of its clips.
    private func judge(_ found: Found, movie: String) throws {
        let barcode = SceneLayout(width: 1280, height: 720).barcode
        let export = MediaProbe(path: found.file)
        let video = try #require(try export.streams().first { $0.kind == "video" })
        let duration = MediaTime(value: found.edit.duration, timescale: 90_000)
        let difference = try #require(video.duration) - duration
        #expect(abs(difference.seconds) <= 0.001, "\(difference.seconds) s longer than the edit")

        let frames = try MediaProbe(path: movie).clocks(at: barcode)
        let begins = frames.map { $0.time.converted(to: 90_000, rounding: .nearest).value }
        let kept = zip(frames, zip(begins, begins.dropFirst() + [.max])).filter { _, shown in
            found.edit.clips.contains { clip in shown.0 < clip[1] && shown.1 > clip[0] }
        }
        let exported = try export.clocks(at: barcode).compactMap(\.clock)
        try #require(found.edit.clips.count == 3 && exported.count > 10)
        #expect(exported == kept.compactMap(\.0.clock))
    }
}
