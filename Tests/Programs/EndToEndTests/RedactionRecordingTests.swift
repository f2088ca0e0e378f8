import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks `replay redact` on recordings of the recorder: during the recording, and on a buffer with a saved clip.
@Suite(.timeLimit(.minutes(30))) struct RedactionRecordingTests {
    private static let layout = SceneLayout(width: 640, height: 360)

    private func scene(_ place: Workplace) throws -> RunningScene {
        try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
    }

    private func movie(_ id: String, _ place: Workplace) -> String { place.path("home/recordings/\(id)/movie.mp4") }

    /// Expects that no frame from 1 s to 2 s shows its time, and that all others do.
    /// - Parameter end: The end of the scene, in seconds.
    private func expectCovered(_ movie: String, before end: Double = .infinity) throws {
        let frames = try MediaProbe(path: movie).clocks(at: Self.layout.barcode).filter { $0.time.seconds < end }
        let covered = frames.filter { (1.1..<1.9).contains($0.time.seconds) }
        let others = frames.filter { $0.time.seconds < 0.9 || $0.time.seconds > 2.1 }
        #expect(!covered.isEmpty && covered.allSatisfy { $0.clock == nil }, "\(covered.count)")
        #expect(!others.isEmpty && others.allSatisfy { $0.clock != nil }, "\(others.count)")
    }

    @Test("What is still being recorded is refused, goes on, and is redacted when it has ended, with its camera")
    func whileItIsMade() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try scene(place)
        let room = try XServer(width: 320, height: 240)
        let cameraScene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: room.display))
        let id = try place.replay(
            "record", "--audio", "none", "--camera", "x11grab:\(room.display)", "--detach"
        ).line
        _ = try place.awaitStatus { $0.seconds > 2 }
        let before = try Data(contentsOf: URL(fileURLWithPath: movie(id, place)))
        for arguments in [["redact", "0..1", "--yes"], ["redact", id, "0..1", "--dry-run"]] {
            let refused = try place.start(arguments).wait()
            #expect(refused.status == 75 && refused.errors.contains("being recorded"), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1 && refused.data.isEmpty)
        }
        _ = try place.awaitStatus { $0.seconds > 3.5 }
        #expect(try place.replay("stop", id).status == 0)
        _ = try (scene.stop(), cameraScene.stop())
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path("home/recordings/\(id)"))
        #expect(!names.contains { $0.contains("redact") || $0.contains("removed") }, "\(names)")
        // The existing contents are still there.
        #expect(try Data(contentsOf: URL(fileURLWithPath: movie(id, place))).count > before.count)
        let frames = try MediaProbe(path: movie(id, place)).clocks(at: Self.layout.barcode)
        #expect(frames.allSatisfy { $0.clock != nil })
        let payloads = try ["v:0", "v:1"].map { try PacketPayload(of: movie(id, place), stream: $0, in: 1..<2) }
        #expect(payloads.allSatisfy { !$0.pieces.isEmpty })
        let redacted = try place.replay("redact", id, "1..2", "--yes")
        #expect(redacted.status == 0, "\(redacted.errors)")
        try expectCovered(movie(id, place))
        for payload in payloads { #expect(try payload.files(below: place.folder).isEmpty) }
    }

    @Test("A buffer is redacted, and a clip of the same moment is named; redacted too, nothing is left of it anywhere")
    func buffer() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try scene(place)
        let id = try place.replay("record", "--audio", "none", "--buffer", "30s", "--detach").line
        let shown = try place.awaitStatus { $0.seconds > 3.5 }.seconds
        // The scene repeats itself, so a frame after the clip's end could contain pieces of an earlier one.
        _ = try scene.stop()
        let still = try place.awaitStatus { _ in true }.seconds
        _ = try place.awaitStatus { $0.seconds > still + 2 }
        let clip = try place.replay("clip", "30s")
        #expect(clip.status == 0, "\(clip.errors)")
        #expect(try place.replay("stop", id).status == 0)
        let other = try #require(
            FileManager.default.contentsOfDirectory(atPath: place.path("home/recordings")).first { $0 != id })
        let payload = try PacketPayload(of: movie(id, place), stream: "v:0", in: 1..<2)
        let holding = try payload.files(below: place.folder)
        #expect(!payload.pieces.isEmpty && holding.count == 2, "\(holding)")
        let first = try place.replay("redact", id, "1..2", "--yes")
        #expect(first.status == 0 && (first.output + first.errors).contains(other), "\(first.output)\(first.errors)")
        let second = try place.replay("redact", other, "1..2", "--yes")
        #expect(second.status == 0, "\(second.errors)")
        #expect(try payload.files(below: place.folder).isEmpty)
        try expectCovered(movie(id, place), before: shown)
    }
}
