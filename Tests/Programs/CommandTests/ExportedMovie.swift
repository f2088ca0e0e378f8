import Foundation
import MediaTime
import ReplayTestSupport

/// An exported movie, read only by ffmpeg and ffprobe.
struct ExportedMovie {
    let path: String
    let streams: [StreamFacts]

    init(_ path: String) throws { self.init(path, streams: try MediaProbe(path: path).streams()) }

    init(_ path: String, streams: [StreamFacts]) { (self.path, self.streams) = (path, streams) }

    var video: StreamFacts? { streams.first { $0.kind == "video" } }
    var audio: StreamFacts? { streams.first { $0.kind == "audio" } }

    /// Returns the presentation time of each frame.
    func times() throws -> [MediaTime] { try MediaProbe(path: path).frameTimes(of: "v:0") }

    /// Returns the time at which each decoded audio frame begins.
    func audioTimes() throws -> [MediaTime] { try MediaProbe(path: path).frameTimes(of: "a:0") }

    /// Returns the numbers that the frames show.
    func numbers() throws -> [Int] {
        let (width, height) = (video?.width ?? 0, video?.height ?? 0)
        let bytes = try decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        return (0..<bytes.count / max(1, width * height)).map { frame in
            let row = bytes.startIndex + frame * width * height + height / 4 * width
            return (0..<8).reduce(0) { $0 | (bytes[row + (2 * $1 + 1) * width / 16] > 128 ? 1 << $1 : 0) }
        }
    }

    /// Returns the samples of the audio, mixed to one channel at 48 kHz.
    func samples() throws -> [Float] {
        let bytes = try decode(["-map", "0:a:0", "-f", "f32le", "-ac", "1", "-ar", "48000"])
        return [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
            count = bytes.copyBytes(to: buffer) / 4
        }
    }

    /// Decodes the movie. Any error that ffmpeg prints is a failure. Frames pass unchanged, in the movie's own ticks.
    @discardableResult
    func decode(_ options: [String] = ["-f", "null"]) throws -> Data {
        try ChildProcess.tool(
            [
                JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin", "-i", path, "-fps_mode", "passthrough",
                "-enc_time_base", "-1",
            ] + options + ["pipe:1"])
    }

    /// True if the header comes before the media data, as with `+faststart`.
    func isFastStart() throws -> Bool {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        guard let header = bytes.range(of: Data("moov".utf8)), let media = bytes.range(of: Data("mdat".utf8)) else {
            return false
        }
        return header.lowerBound < media.lowerBound
    }
}
