import Foundation
import ReplayTestSupport

/// The movies of Scripts/media/hard-media, made once for all tests: one for each difficulty of joining frames without
/// encoding.
enum HardMedia {
    /// The folder of the movies. `REPLAY_HARD_MEDIA` may name a folder in which they exist already, for several test
    /// processes.
    static let folder = Result { () throws -> URL in
        if let made = ProcessInfo.processInfo.environment["REPLAY_HARD_MEDIA"] { return URL(filePath: made) }
        let folder = try TemporaryDirectory.ofProcess("hard").url
        _ = try ChildProcess.tool([ProjectFolder.path("Scripts/media/hard-media"), folder.path])
        return folder
    }

    /// Movies coded as by the recorder.
    static let recorded = ["recorder.mp4", "recorder-variable.mp4"]

    /// Movies of another encoder, or with other settings.
    static let joined = [
        "plain.mp4", "b-frames.mp4", "pyramid.mp4", "open-gop.mp4", "infinite-gop.mp4", "intra-refresh.mp4",
        "intra.mp4", "many-references.mp4", "slices.mp4",
        "nal-hrd.mp4", "crf.mp4", "quantizers.mp4", "cavlc.mp4", "cropped.mp4", "full-range.mp4", "sets-in-band.ts",
        "variable-rate.mp4", "variable-rate.mkv", "stands-still.mp4", "matroska.mkv", "transport.ts", "fragments.mp4",
        "empty-edit.mp4", "starts-within.mp4", "negative-dts.mp4", "odd-timescale.mp4", "ntsc.mp4",
        "rotated.mp4", "wide-pixels.mp4", "no-sound.mp4", "late-sound.mp4", "longer-sound.mp4", "shorter-sound.mp4",
        "mono.mp4", "pcm.mov",
        "sound-with-hole.mp4", "opus.mkv", "one-picture.mp4", "one-second.mp4",
    ]

    /// The movies of `joined` whose audio is difficult.
    static let ofAudio: Set = [
        "transport.ts", "empty-edit.mp4", "starts-within.mp4", "negative-dts.mp4", "late-sound.mp4", "longer-sound.mp4",
        "shorter-sound.mp4", "mono.mp4", "pcm.mov", "sound-with-hole.mp4", "opus.mkv",
    ]

    /// The movies that are never joined, with a part of the reason that Replay gives.
    static let encoded = [
        "several-sets.ts": "coding parameters",
        "several-sets.mp4": "coding parameters",
        "hevc.mp4": "hevc", "yuv444.mp4": "4:4:4", "ten-bit.mp4": "10 bits", "interlaced.mp4": "interlaced",
        "monochrome.mp4": "monochrome",
    ]

    /// Movies of one GOP in which frames refer to few others, in many ways.
    static let long = [
        "long-b-frames.mp4", "long-pyramid.mp4", "long-strict.mp4", "long-slices.mp4", "long-cavlc.mp4",
        "long-unsmoothed.mp4",
    ]

    /// Movies of other encoders and settings. The one of openh264 is optional.
    static let encoders = [
        "profile-baseline.mp4", "profile-main.mov", "lists-standard.mp4", "lists-own.mp4", "chroma-offset.mp4",
        "frames-as-fields.mp4", "zero-latency.mp4", "animation.mkv", "weighted.mp4", "cropped-left.mp4", "openh264.mp4",
        "long-references.mp4",
    ]
}
