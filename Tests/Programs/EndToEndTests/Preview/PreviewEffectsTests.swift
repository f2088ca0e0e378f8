import Foundation
import ReplayTestSupport
import Testing

/// Checks each operation that the page of `replay preview` offers, made with its form, on a recording with a camera and
/// a pointer.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewEffectsTests {
    private struct Plan: Encodable {
        let address: String
        let image: String
        let screenshots: String
    }

    private struct Found: Decodable {
        let operations: [String]
        let sentences: [String]
        let replaced: [String]
        let color: [Int]
        let refused: String
        let errors: [String]
    }

    @Test(
        "The page's form makes every operation: the camera's place, an image cover, the pointer marks and all others",
        .enabled(if: PreviewJudge.effects.isThere, "Chromium, or Playwright, is not there"))
    func effects() throws {
        let place = try Workplace(screen: (1280, 720), hasAudio: true)
        let room = try XServer(width: 320, height: 240)
        let scenes = try [place.screen?.display, room.display].map {
            try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: $0))
        }
        let recorded = try place.replay(
            "record", "--pointer", "--camera", "x11grab:\(room.display)", "--duration", "4s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        for scene in scenes { _ = try scene.stop() }
        let image = place.path("logo.png")
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x64:r=1:d=1"]
                + ["-frames:v", "1", image])
        let id = try #require(
            FileManager.default.contentsOfDirectory(atPath: place.path("home/recordings")).first { !$0.hasPrefix(".") })
        let server = try RunningPreview(in: place)
        let found: Found = try PreviewJudge.effects.found(
            Plan(address: "\(server.address)/\(id)", image: image, screenshots: PreviewJudge.screenshots), in: place)
        try server.stop()
        #expect(found.errors.isEmpty, "\(found.errors)")
        try expect(found.operations)
        expect(sentences: found.sentences)
        let turns = ["Rotate the frame 90° to the right Replaced by a later operation.", "Rotate the frame by 180°"]
        #expect(found.replaced == turns)
        #expect(zip(found.color, [0xD0, 0x20, 0x20]).allSatisfy { abs($0 - $1) < 24 }, "\(found.color)")
        #expect(found.refused.contains("beyond the frame"), "\(found.refused)")
        // The image and the colour are stored beside the recording, readable only by its user.
        let stored = try place.shell("cd home/recordings/\(id) && stat -c %a cover-*")
        #expect(stored.output.split(whereSeparator: \.isNewline) == ["600", "600"], "\(stored.output)")
    }

    /// Expects these operations. Their ranges are ignored.
    private func expect(_ operations: [String]) throws {
        let texts = operations.map {
            $0.replacing(/\ [0-9:.]+\.\.[0-9:.]+/, with: "").replacing(/cover-[0-9a-f]+/, with: "IMAGE")
                .replacing(/arrow [0-9]+,[0-9]+/, with: "arrow POINT")
        }
        #expect(
            texts == [
                "camera top-right:40 circle mirrored border", "camera full", "cover 200x100+40+20 image IMAGE",
                "cover 320x160+400+200 image IMAGE", "highlight", "clicks", "arrow POINT 640,360",
                "arrow POINT 624,344",
                "box 200x100+600+300", "ellipse 200x100+600+300", "spotlight 200x100+600+300",
                #"text 100,500 colour ffd60a "Click""#, "step 100,500 1 colour ffd60a", "step 100,500 2 colour ffd60a",
                "image 64x64+900+500 IMAGE", "watermark bottom-right IMAGE", "pixelate",
                #"title "A \"title\" with \\ and <b>""#, "zoom 320x180+10+10 0.2s", "mute", "fade-in", "fade-out",
                "gain -11.5dB", "speed 4x mute",
            ], "\(operations)")
    }

    /// Expects these sentences. Their ranges are ignored.
    private func expect(sentences: [String]) {
        let texts = sentences.map { $0.replacing(/\ from [0-9:.]+ to [0-9:.]+$/, with: "") }
        #expect(
            texts == [
                "Show the camera instead of the screen", "Cover a part of the frame with logo.png",
                "Cover a part of the frame with the colour #d02020", "Highlight the pointer", "Show clicks",
                "Draw an arrow", "Draw an arrow", "Draw a box", "Draw an ellipse",
                "Darken all but a part of the screen", "Show “Click” on the screen", "Show step 1", "Show step 2",
                "Show logo.png on the screen", "Show logo.png at the bottom right",
                "Pixelate the whole frame", #"Show “A "title" with \ and <b>” at the bottom"#,
                "Zoom in on a part of the frame", "Mute all audio", "Fade in all audio", "Fade out all audio",
                "Make all audio 11.5 dB quieter", "Play at 4× speed without audio",
            ], "\(sentences)")
    }
}
