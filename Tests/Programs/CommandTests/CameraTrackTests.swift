import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks how Replay's other commands treat a recording with a camera.
@Suite struct CameraTrackTests {
    private func brightness(_ path: String, x: Int, y: Int) throws -> [(time: Double, value: UInt8)] {
        var values: [(time: Double, value: UInt8)] = []
        try MediaProbe(path: path).readFrames { frame in
            values.append((frame.time.seconds, frame.pixels[y * frame.shape.width + x]))
        }
        return values
    }

    @Test("Before the camera's first frame nothing is drawn, and a cut takes its part of both")
    func beforeTheCamerasFirstFrameNothingIsDrawn() throws {
        let place = try Workplace()
        _ = try place.makeCameraRecording()
        let info = try place.result("info")
        #expect(info.contains("320x180") && info.contains("160x120") && info.contains("Camera"), "\(info)")
        try place.result("cut", "2..2.5")
        for preset in ["original", "share-720p"] {
            let path = place.path("\(preset).mp4")
            try place.result("export", "--preset", preset, "-o", path)
            // Bottom right, 70x52 pixels, 6 from the edges.
            let values = try brightness(path, x: 320 - 6 - 35, y: 180 - 6 - 26)
            #expect(values.filter { $0.time < 0.97 }.allSatisfy { $0.value < 140 }, "\(preset)")
            #expect(values.filter { $0.time > 1.03 }.allSatisfy { $0.value > 225 }, "\(preset)")
            #expect(abs((values.last?.time ?? 0) - 2.47) < 0.03, "\(preset)")
        }
    }

    @Test("A movie of two frames is imported with its first")
    func movieOfTwoFramesIsImported() throws {
        let place = try Workplace()
        let id = try place.makeCameraRecording()
        let again = try place.result("import", place.recordingFolder(id).appending(path: "movie.mp4").path)
        let exported = place.path("again.mp4")
        try place.result("export", again, "--preset", "original", "-o", exported)
        #expect(try ExportedMovie(exported).streams.map(\.width) == [320])
        #expect(try ExportedMovie(exported).numbers() == Array(0..<75))
    }
}
