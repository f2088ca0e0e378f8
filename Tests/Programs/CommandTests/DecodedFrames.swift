import Foundation
import ReplayTestSupport

/// The luma of a movie's frames, as ffmpeg decodes them.
struct DecodedFrames {
    let width: Int
    let height: Int
    private let bytes: Data

    /// The options of ffmpeg that write the luma to its output.
    static let options = [
        "-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray", "-fps_mode", "passthrough", "-enc_time_base", "-1",
    ]

    init(_ bytes: Data, of movie: ExportedMovie) {
        (width, height) = (movie.video?.width ?? 0, movie.video?.height ?? 0)
        self.bytes = bytes
    }

    var size: [Int] { [width, height] }
    var count: Int { bytes.count / max(1, width * height) }

    /// The numbers that the frames show; see `SourceMovie`.
    var numbers: [Int] {
        (0..<count).map { frame in
            let row = bytes.startIndex + (frame * height + height / 4) * width
            return (0..<8).reduce(0) { $0 | (bytes[row + (2 * $1 + 1) * width / 16] > 128 ? 1 << $1 : 0) }
        }
    }

    /// Returns the largest luma value in the upper rows of a frame.
    func brightest(of frame: Int, rows: Int) -> UInt8 {
        let start = bytes.startIndex + frame * width * height
        return bytes[start..<start + rows * width].max() ?? 0
    }

    /// Returns the PSNR of a frame against one of `others` of the same size, in dB; 100 if they are equal.
    func likeness(of frame: Int, to others: DecodedFrames, at place: Int) -> Double {
        FrameLikeness.signalToNoise(self[frame], others[place])
    }

    private subscript(frame: Int) -> Data {
        let start = bytes.startIndex + frame * width * height
        return bytes[start..<start + width * height]
    }
}
