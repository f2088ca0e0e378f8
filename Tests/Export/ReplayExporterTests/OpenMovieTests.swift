import Foundation
import ReplayEditor
import ReplayExporter
import Testing

@Suite(.timeLimit(.minutes(30))) struct OpenMovieTests {
    @Test("An export of a session reads the movie that the session has opened, whatever has its name by then")
    func session() async throws {
        let recording = try CodedRecording(
            times: Array(stride(from: Int64(0), to: 180_000, by: 3000)), duration: 180_000, audio: [])
        let exporter = Exporter(try EditSession(recording.recording), preset: try .named("original"))
        try FileManager.default.removeItem(atPath: recording.recording.path + "/movie.mp4")
        var frames: Int?
        for try await progress in exporter.export(to: recording.path("out.mp4")) {
            if case .finished(let result) = progress { frames = result.frames }
        }
        #expect(frames == 60)
    }
}
