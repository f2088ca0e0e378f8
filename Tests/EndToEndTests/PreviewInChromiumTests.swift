import Foundation
import Replay
import ReplayTestSupport
import Testing

/// The page of `replay preview` in a browser, on a recording whose frames tell their own time; an export is the judge.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewInChromiumTests {
    private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let script = project.appending(path: "Scripts/judges/preview-in-chromium").path

    private static let hasBrowser =
        ["/usr/bin/chromium", "/usr/local/bin/chromium"].contains { FileManager.default.isExecutableFile(atPath: $0) }
        && (try? ChildProcess([script]).wait(limit: 300).status) == 0

    /// What the judge is asked.
    private struct Plan: Encodable {
        struct Place: Encodable { let canvasWidth, canvasHeight, x, y, cellSize: Int }

        let address: String
        let recording: String
        let barcode: Place
        let timescale = 90_000
        /// Start and clock of each frame of the edit.
        let frames: [[UInt64]]
        let removed: [UInt64]
        /// Where one clip follows another.
        let cuts: [Int64]
        let seeks: Int
        let screenshots: String?
    }

    /// What it says.
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
        let errors: [String]
    }

    /// A recording of a scene that moves, and stands still by turns, with cuts: a browser takes frames around one that
    /// lasts long for its neighbors.
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
        .enabled(if: hasBrowser, "Chromium, or Playwright, is not there"))
    func exact() throws {
        let place = try Workplace(screen: (1280, 720))
        let (id, recording) = try recorded(place, fps: "15")
        try #require(try place.replay("export", "--preset", "original", "-o", place.path("edit.mp4")).status == 0)
        let barcode = SceneLayout(width: 1280, height: 720).barcode
        let kept = try MediaProbe(path: place.path("edit.mp4")).clocks(at: barcode)
        let all = try MediaProbe(path: recording.path + "/movie.mp4").clocks(at: barcode)
        let proxy = try MediaProbe(path: recording.path + "/proxy.mp4").clocks(at: barcode)
        let clocks = Set(kept.compactMap(\.clock))
        try #require(kept.allSatisfy { $0.clock != nil } && kept.count > 60)
        let edit = try EditSession(recording).edit

        let server = try place.start("preview", "--no-open", "--json")
        defer { server.send(SIGINT) }
        let address = try JSONDecoder().decode(Address.self, from: Data(server.nextLine().utf8)).address
        let plan = Plan(
            address: address,
            recording: id,
            barcode: .init(
                canvasWidth: barcode.canvasWidth, canvasHeight: barcode.canvasHeight, x: barcode.x, y: barcode.y,
                cellSize: barcode.cellSize),
            frames: played(kept, proxy: Set(proxy.compactMap(\.clock)), cuts: edit.clips.map(\.start.value)),
            removed: all.compactMap(\.clock).filter { !clocks.contains($0) },
            cuts: edit.clips.dropFirst().map(\.start.value), seeks: 100, screenshots: nil)
        try JSONEncoder().encode(plan).write(to: URL(filePath: place.path("plan.json")))
        let judge = try ChildProcess([Self.script, place.path("plan.json")]).wait(limit: 300)
        try #require(judge.status == 0, "\(judge.errors)")
        print(judge.output)
        let found = try judge.json(Found.self)
        #expect(found.duration == edit.editedDuration.value)
        #expect(found.seeks.count == 100 && found.seeks.wrong.isEmpty, "\(found.seeks.wrong)")
        #expect(found.steps.wrong.isEmpty, "\(found.steps.wrong)")
        #expect(found.play.removed.isEmpty && found.play.unknown.isEmpty, "\(found.play)")
        #expect(found.play.presented > kept.count / 4)
        #expect(found.errors.isEmpty, "\(found.errors)")
    }

    /// Start and clock of the frames that are played: those that the proxy has. The first of a clip is shown from its
    /// beginning on.
    /// - Parameter cuts: where clips begin.
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

    private struct Address: Decodable { let address: String }
}
