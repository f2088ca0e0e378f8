import Foundation
import ReplayTestSupport

/// The movies of Scripts/media/hls-media, made once for all tests.
enum HLSMedia {
    /// The folder of the movies.
    static let folder = Result { () throws -> URL in
        let folder = try TemporaryDirectory.ofProcess("hls-media").url
        _ = try ChildProcess.tool([ProjectFolder.path("Scripts/media/hls-media"), folder.path])
        return folder
    }

    static func path(_ name: String) throws -> String { try folder.get().appending(path: name).path }

    /// All samples.
    static let samples = [
        HLSSample("variable rate", "variable.mp4"),
        HLSSample("a screen that stands still for 30 s", "still.mp4"),
        // HLS repeats the frame as a keyframe every two seconds.
        HLSSample("one frame for 30 s, of another program", "one-picture.mp4", rate: "1/2"),
        HLSSample("60 frames per second, in motion", "motion.mp4"),
        HLSSample("no audio", "silent.mp4", hasAudio: false),
        HLSSample("two audio tracks", "two-sounds.mp4"),
        HLSSample("rotated", "rotated.mp4"),
        HLSSample("odd sides", "odd.mp4"),
        HLSSample("a fraction of a second", "short.mp4"),
        HLSSample(
            "twenty cuts", "cuts.mp4",
            cuts: (0..<20).map { cut in
                // The cuts begin and end on frames and beside them, inside GOPs and across their borders.
                let start = 0.3 + 0.7 * Double(cut)
                return String(format: "%.4f..%.4f", start, start + 0.05 + 0.0137 * Double(cut))
            }),
        // Frames come once a second, so a keyframe that is due after 2 s comes after 3 s.
        HLSSample(
            "a zoom and a cover of a screen that stands still", "still.mp4",
            edits: ["zoom 2.5..19 160x96+20+20", "cover 21..27.5 64x64+8+8"]),
        HLSSample(
            "a slow stretch with a zoom", "variable.mp4", edits: ["speed 1..4 0.5x", "zoom 0.5..5 160x96+20+20"]),
        HLSSample("larger than three rungs", "ladder.mp4"),
    ]
}
