import Foundation
import ReplayTestSupport
import Testing

/// Checks edited movies in decoders other than FFmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct SecondDecoderTests {
    /// Movies without reordered frames. openh264 decodes some reordered frames differently from FFmpeg, even before any
    /// cut.
    private static let inOrder = [
        "recorder.mp4", "plain.mp4", "slices.mp4", "cavlc.mp4", "profile-baseline.mp4", "chroma-offset.mp4",
        "zero-latency.mp4", "lists-own.mp4",
    ]

    @Test("openh264 decodes each frame as FFmpeg does", .enabled(if: hasOpenH264), arguments: inOrder.sample(3))
    func openH264(name: String) throws {
        let edit = try HardEdit(name)
        try edit.with(.anywhere) {
            let path = try edit.export("auto", likeness: 40).movie.path
            let decoded = path + ".yuv"
            try ChildProcess.tool([
                "gst-launch-1.0", "-q", "filesrc", "location=\(path)", "!", "qtdemux", "!", "h264parse", "!",
                "openh264dec", "!", "videoconvert", "!", "video/x-raw,format=I420", "!", "filesink",
                "location=\(decoded)",
            ])
            let wanted = try ChildProcess.tool([
                "ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:v", "-pix_fmt", "yuv420p", "-fps_mode",
                "passthrough", "-enc_time_base", "-1", "-f", "rawvideo", "-",
            ])
            let found = try Data(contentsOf: URL(filePath: decoded))
            #expect(!found.isEmpty && found == wanted, "\(name)")
        }
    }

    /// Movies like those of OBS, of a phone and of the recorder.
    @Test(
        "Chromium plays an export, and seeks across its cuts", .enabled(if: hasChromium),
        arguments: ["b-frames.mp4", "rotated.mp4", "recorder-variable.mp4"])
    func chromium(name: String) throws {
        let edit = try HardEdit(name)
        try edit.with(.anywhere) {
            let path = try edit.export("auto", likeness: 40).movie.path
            let outcome = try ChildProcess([ProjectFolder.path("Scripts/judges/movie-in-chromium"), path]).wait()
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(name): \(outcome.output)\(outcome.errors)")
        }
    }

    private static let hasOpenH264 = succeeds(["gst-inspect-1.0", "--exists", "openh264dec"])
    private static let hasChromium = succeeds(["sh", "-c", "command -v chromium"])

    private static func succeeds(_ command: [String]) -> Bool { (try? ChildProcess(command).wait().status) == 0 }
}
