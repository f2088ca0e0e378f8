import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks the page of `replay preview` in browsers against an export, with a recording whose frames show their own
/// time.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewFramesTests {
    /// The input of the judge.
    private struct Plan: Encodable {
        let address: String
        let recording: String
        let barcode: BarcodePlacement.Plan
        let timescale = 90_000
        /// The start and the clock of each frame of the edit.
        let frames: [[UInt64]]
        let removed: [UInt64]
        /// The boundaries between clips.
        let cuts: [Int64]
        let seeks: Int
    }

    /// The findings of the judge.
    private struct Found: Decodable {
        struct Play: Decodable {
            let presented: Int
            let unknown: [[Double?]]
            let removed: [[Double?]]
        }
        struct Wrong: Decodable {
            let count: Int
            let wrong: [[Double?]]
        }

        let duration: Int64
        let seeks: Wrong
        let steps: Wrong
        let play: Play
        let keyboard: [String]
        /// The frame shown at the end while frames around the beginning are still being loaded, and the expected one.
        let late: [Double?]?
        /// The frame shown after the browser had dropped a frame silently, and the expected one.
        let drop: [Double?]?
        let errors: [String]
    }

    /// Makes a recording with cuts of a scene that moves and is still in turn. A browser mistakes the frames around a
    /// long one for its neighbours.
    private func recorded(_ place: Workplace, fps: String) throws -> (id: String, recording: Recording) {
        let scene = try RunningScene(
            SceneConfiguration(
                kind: .pulsed, rate: 60, display: place.screen?.display, motionSeconds: 3, stillSeconds: 1))
        let recorded = try place.replay("record", "--audio", "none", "--fps", fps, "--duration", "9s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        _ = try scene.stop()
        try #require(try place.replay("cut", "1.013..2.5", "4..4.3", "6.1..6.2").status == 0)
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        return (recording.id.description, recording)
    }

    @Test(
        "Each seek and step shows just the frame that an export has, and no removed frame is played",
        .enabled(if: PreviewJudge.preview.isThere, "Chromium, or Playwright, is not there"))
    func chromium() throws { try judge(by: .preview) }

    @Test(
        "Firefox shows and plays the same frames",
        .enabled(if: PreviewJudge.firefox.isThere, "Firefox ESR is not installed"))
    func firefox() throws { try judge(by: .firefox) }

    private func judge(by judge: PreviewJudge) throws {
        let place = try Workplace(screen: (1280, 720))
        let (id, recording) = try recorded(place, fps: "15")
        try #require(try place.replay("export", "--preset", "original", "-o", place.path("edit.mp4")).status == 0)
        let barcode = SceneLayout(width: 1280, height: 720).barcode
        let kept = try MediaProbe(path: place.path("edit.mp4")).clocks(at: barcode)
        let all = try MediaProbe(path: recording.path + "/movie.mp4").clocks(at: barcode)
        let proxy = try MediaProbe(path: recording.path + "/proxy.mp4").clocks(at: barcode)
        let clocks = Set(kept.compactMap(\.clock))
        try #require(kept.allSatisfy { $0.clock != nil } && kept.count > 20)
        let edit = try EditSession(recording).edit

        let server = try RunningPreview(in: place)
        let plan = Plan(
            address: server.address,
            recording: id,
            barcode: barcode.plan,
            frames: played(kept, proxy: Set(proxy.compactMap(\.clock)), cuts: edit.clips.map(\.start.value)),
            removed: all.compactMap(\.clock).filter { !clocks.contains($0) },
            cuts: edit.clips.dropFirst().map(\.start.value), seeks: 100)
        let found: Found = try judge.found(plan, in: place)
        try server.stop()
        #expect(found.duration == edit.editedDuration.value)
        #expect(found.seeks.count == 100 && found.seeks.wrong.isEmpty, "\(found.seeks.wrong)")
        #expect(found.steps.wrong.isEmpty, "\(found.steps.wrong)")
        #expect(found.play.removed.isEmpty && found.play.unknown.isEmpty, "\(found.play)")
        #expect(found.play.presented > (QuietMachine.isPromised ? kept.count / 4 : 0))
        #expect(found.keyboard.isEmpty, "\(found.keyboard)")
        if let late = found.late { #expect(late.first == late.last, "\(late)") }
        if let drop = found.drop { #expect(drop.first == drop.last, "\(drop)") }
        #expect(found.errors.isEmpty, "\(found.errors)")
    }

    /// Returns the start and the clock of the played frames, which are those of the proxy. The first frame of a clip is
    /// shown from the clip's beginning on.
    /// - Parameter cuts: The start times of the clips.
    private func played(_ frames: [FrameClock], proxy: Set<UInt64>, cuts: [Int64]) -> [[UInt64]] {
        var played: [[UInt64]] = []
        var start: Int64?
        for frame in frames {
            let time = frame.time.converted(to: 90_000, rounding: .nearest).value
            if cuts.contains(time) { start = time }
            guard let clock = frame.clock, proxy.contains(clock) else { continue }
            played.append([UInt64(start ?? time), clock])
            start = nil
        }
        return played
    }
}
