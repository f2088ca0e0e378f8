import Foundation
import ReplayTestSupport
import Testing

/// Seven bars of known colours, from left to right, in a movie that ffmpeg makes.
struct ColourBars: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let size: String
    /// The ffmpeg options for the colour tags of the movie.
    let tags: String
    let format: String
    /// The colour facts that ffprobe must report for an export.
    let exported: String

    init(_ name: String, _ size: String, _ exported: String, tags: String = "", format: String = "yuv420p") {
        (testDescription, self.size, self.exported) = (name, size, exported)
        (self.tags, self.format) = (tags, format)
    }

    static let all = [
        ColourBars("untagged, 480 lines", "640x480", "smpte170m"),
        ColourBars("untagged, 718 lines", "1276x718", "smpte170m"),
        ColourBars("untagged, 720 lines", "1280x720", "bt709"),
        ColourBars("untagged, 1080 lines", "1920x1080", "bt709"),
        ColourBars("untagged, 720 lines of 10 bits", "1280x720", "bt709", format: "yuv420p10le"),
        ColourBars("BT.601, 720 lines", "1280x720", "smpte170m", tags: named("smpte170m")),
        ColourBars("BT.709, 480 lines", "640x480", "bt709", tags: named("bt709")),
    ]

    private static func named(_ name: String) -> String {
        "-colorspace \(name) -color_primaries \(name) -color_trc \(name)"
    }

    /// A movie of one second.
    var movie: SourceMovie {
        SourceMovie(
            "bars", "bars.mp4",
            "-f lavfi -i smptebars=s=\(size):r=10:d=1,format=yuv420p -pix_fmt \(format) \(tags) "
                + "-c:v libx264 -preset ultrafast -qp 0")
    }

    /// Returns the Y, Cb and Cr of each bar, as ffmpeg decodes them, whatever the movie's colour tags.
    static func values(of path: String) throws -> [[Int]] {
        try decode(path, "yuv420p") { bytes, x in
            let (luma, row) = (7 * width * height, 7 * width / 2)
            return [bytes[x], bytes[luma + x / 2], bytes[luma + row * height / 2 + x / 2]]
        }
    }

    /// Returns the red, green and blue of each bar.
    /// - Parameter matrix: ffmpeg's name of the colour matrix; nil for the movie's own tag.
    static func light(of path: String, matrix: String? = nil) throws -> [[Int]] {
        let conversion = matrix.map { "scale=in_color_matrix=\($0)," } ?? ""
        return try decode(path, "rgb24", conversion) { bytes, x in Array(bytes[3 * x..<3 * x + 3]) }
    }

    /// The size of the part of a bar that is decoded, in pixels.
    private static let (width, height) = (16, 4)

    /// Decodes parts from the middle of the bars, side by side.
    /// - Parameter body: Returns the values of a pixel of the first row from all bytes, and its position in the row.
    private static func decode(
        _ path: String, _ format: String, _ filters: String = "", _ body: ([Int], Int) -> [Int]
    ) throws -> [[Int]] {
        let parts = (0..<7).map { bar in
            "[\(bar)]crop=\(width):\(height):iw*\(2 * bar + 1)/14-\(width / 2):ih/4[bar\(bar)];"
        }
        let names = (0..<7).map { "[\($0)]" }.joined()
        let bars = (0..<7).map { "[bar\($0)]" }.joined()
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-frames:v", "1", "-filter_complex",
            // Only the frame of the movie has its colour tags.
            "\(filters)format=\(format),split=7\(names);\(parts.joined())\(bars)hstack=7", "-f", "rawvideo", "pipe:1",
        ])
        let values = bytes.map { Int($0) }
        return (0..<7).map { body(values, $0 * width + width / 2) }
    }

    /// Returns the largest difference between two lists of colours.
    static func difference(_ first: [[Int]], _ second: [[Int]]) -> Int {
        zip(first.joined(), second.joined()).map { abs($0 - $1) }.max() ?? .max
    }
}
