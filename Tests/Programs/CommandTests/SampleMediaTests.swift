import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the recordings that come with the project, made by our own recorder, with the examples of the README.
@Suite(.timeLimit(.minutes(30))) struct SampleMediaTests {
    private static let folder = ProjectFolder.url.appending(path: "SampleMedia")

    private static let canvases = ["typing": (640, 360), "motion": (320, 180)]

    @Test("A sample is imported as it is, cut, and exported to the tick", arguments: ["typing", "motion"])
    func sample(name: String) throws {
        let place = try Workplace()
        let file = Self.folder.appending(path: "\(name).mp4")
        #expect(try place.replay("import", file.path).status == 0)
        #expect(try place.replay("cut", "1..2.5").status == 0)
        let output = place.path("out.mp4")
        // Frames of our own recorder can be copied.
        #expect(try place.replay("export", "--preset", "original", "--explain").output.hasPrefix("smart"))
        let exported = try place.replay("export", "--preset", "original", "-o", output)
        try #require(exported.status == 0, "\(exported.errors)")

        let source = try #require(try MediaProbe(path: file.path).streams().first)
        let (width, height) = try #require(Self.canvases[name])
        #expect((source.width, source.height) == (width, height))
        let streams = try MediaProbe(path: output).streams()
        #expect(streams.map(\.kind) == ["video", "audio"])
        let clocks = try MediaProbe(path: output).clocks(at: SceneLayout(width: width, height: height).barcode)
        let seconds = try #require(streams.first?.duration).seconds
        #expect(clocks.count > 10)
        #expect(clocks.allSatisfy { $0.clock != nil })
        // The scene's own clock jumps over the cut, to a frame or, if nothing changed, to a keystroke.
        let first = try #require(clocks.first?.clock)
        let last = try #require(clocks.last?.clock)
        let lastShown = try #require(clocks.last?.time.seconds)
        #expect(abs(Double(last - first) / 1e6 - lastShown - 1.5) < 0.3)
        #expect(seconds > lastShown)
    }
}
