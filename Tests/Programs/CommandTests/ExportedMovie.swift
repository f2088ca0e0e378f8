import Foundation
import MediaTime
import ReplayTestSupport

/// An exported movie, judged by ffmpeg and ffprobe alone.
struct ExportedMovie {
    let path: String
    let streams: [StreamFacts]

    init(_ path: String) throws { self.init(path, streams: try MediaProbe(path: path).streams()) }

    init(_ path: String, streams: [StreamFacts]) { (self.path, self.streams) = (path, streams) }

    var video: StreamFacts? { streams.first { $0.kind == "video" } }
    var audio: StreamFacts? { streams.first { $0.kind == "audio" } }

    /// When each frame is shown.
    func times() throws -> [MediaTime] { try MediaProbe(path: path).frameTimes(of: "v:0") }

    /// When each run of audio begins.
    func audioTimes() throws -> [MediaTime] { try MediaProbe(path: path).frameTimes(of: "a:0") }

    /// The numbers that the frames show.
    func numbers() throws -> [Int] {
        let (width, height) = (video?.width ?? 0, video?.height ?? 0)
        let bytes = try decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        return (0..<bytes.count / max(1, width * height)).map { frame in
            let row = bytes.startIndex + frame * width * height + height / 4 * width
            return (0..<8).reduce(0) { $0 | (bytes[row + (2 * $1 + 1) * width / 16] > 128 ? 1 << $1 : 0) }
        }
    }

    /// The samples of the audio, mixed to one channel at 48 kHz.
    func samples() throws -> [Float] {
        let bytes = try decode(["-map", "0:a:0", "-f", "f32le", "-ac", "1", "-ar", "48000"])
        return [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: buffer) / 4
        }
    }

    /// Decodes; any complaint is a failure. Frames pass as they are, in the movie's own ticks.
    @discardableResult
    func decode(_ options: [String] = ["-f", "null"]) throws -> Data {
        try ChildProcess.tool(
            [
                JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin", "-i", path, "-fps_mode", "passthrough",
                "-enc_time_base", "-1",
            ] + options + ["pipe:1"])
    }

    /// Whether the header stands before the media, as `+faststart` wants.
    func isFastStart() throws -> Bool {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let header = bytes.range(of: Data("moov".utf8)), let media = bytes.range(of: Data("mdat".utf8)) else {
            return false
        }
        return header.lowerBound < media.lowerBound
    }
}
