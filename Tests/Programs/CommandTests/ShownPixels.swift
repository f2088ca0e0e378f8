import Foundation
import ReplayTestSupport

/// The frames that ffmpeg shows of a movie, small and grey, for comparison.
struct ShownPixels {
    /// The values of each frame.
    let frames: [Data]

    private static let (width, height) = (32, 18)

    init(_ path: String) throws {
        let size = "scale=\(Self.width):\(Self.height):flags=area,format=gray"
        let ffmpeg = try ChildProcess([
            JudgeProgram.ffmpeg(reading: path), "-v", "fatal", "-nostdin", "-i", path, "-map", "0:v:0", "-fps_mode",
            "passthrough", "-vf", size, "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
        ])
        let bytes = try ffmpeg.wait().data
        let count = Self.width * Self.height
        frames = (0..<bytes.count / count).map {
            bytes.subdata(in: bytes.startIndex + $0 * count..<bytes.startIndex + ($0 + 1) * count)
        }
    }

    /// Returns the mean difference of two frames, in grey levels.
    static func difference(_ one: Data, _ other: Data) -> Double {
        let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(1, one.count))
    }
}
