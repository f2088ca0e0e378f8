import Foundation
import ReplayTestSupport

/// The movies of Scripts/media/hard-media, made once for all tests: one for each hazard of joining frames without
/// encoding.
enum HardMedia {
    /// Where they are: where `REPLAY_HARD_MEDIA` says that they have been made, for several processes of tests.
    static let folder = Result { () throws -> URL in
        if let made = ProcessInfo.processInfo.environment["REPLAY_HARD_MEDIA"] { return URL(filePath: made) }
        let folder = try TemporaryDirectory.ofProcess("hard").url
        _ = try ChildProcess.tool([ProjectFolder.path("Scripts/media/hard-media"), folder.path])
        return folder
    }

    /// Coded as the recorder does.
    static let recorded = ["recorder.mp4", "recorder-variable.mp4"]

    /// Those of another encoder, or with other settings.
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

    /// Those of the joined whose audio is hard.
    static let ofAudio: Set = [
        "transport.ts", "empty-edit.mp4", "starts-within.mp4", "negative-dts.mp4", "late-sound.mp4", "longer-sound.mp4",
        "shorter-sound.mp4", "mono.mp4", "pcm.mov", "sound-with-hole.mp4", "opus.mkv",
    ]

    /// Those that are not joined whatever is asked for, and what is said of it.
    static let encoded = [
        "several-sets.ts": "coding parameters",
        "several-sets.mp4": "coding parameters",
        "hevc.mp4": "hevc", "yuv444.mp4": "4:4:4", "ten-bit.mp4": "10 bits", "interlaced.mp4": "interlaced",
        "monochrome.mp4": "monochrome",
    ]

    /// Of one GOP, in which frames refer to few others, in many ways.
    static let long = [
        "long-b-frames.mp4", "long-pyramid.mp4", "long-strict.mp4", "long-slices.mp4", "long-cavlc.mp4",
        "long-unsmoothed.mp4",
    ]

    /// As encoders of other kinds and with other settings make them; openh264's only where there is that.
    static let encoders = [
        "profile-baseline.mp4", "profile-main.mov", "lists-standard.mp4", "lists-own.mp4", "chroma-offset.mp4",
        "frames-as-fields.mp4", "zero-latency.mp4", "animation.mkv", "weighted.mp4", "cropped-left.mp4", "openh264.mp4",
        "long-references.mp4",
    ]
}
