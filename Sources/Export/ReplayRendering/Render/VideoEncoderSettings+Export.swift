package import FFmpeg
import MediaTime

extension VideoEncoderSettings {
    /// Returns the encoder settings for the frames of an export.
    /// - Parameter threads: The number of threads. With 0, the encoder chooses.
    package static func export(_ plan: ExportPlan, video: Preset.Video, format: Preset.Format, threads: Int) -> Self {
        var settings = VideoEncoderSettings(
            width: plan.width, height: plan.height, timeBase: .oneOver(ExportPlan.timescale),
            // In frames: 10 s at 240 frames per second, the maxima of a preset. The encoder then adds no keyframes.
            keyframeInterval: 240 * 10, threads: threads, options: [:])
        settings.colours = plan.composition.colours
        settings.frameRate = plan.frameRate?.framesPerSecond ?? Rational(Int64(plan.maxFrameRate), 1)
        switch format {
        case .mp4, .mov, .mkv, .m4a, .wav: settings.options = x264(for: plan, video: video)
        case .webm:
            (settings.encoder, settings.options) = ("libvpx-vp9", vp9(video))
            settings.bitRate = video.maxBitRate ?? 0
        case .gif: (settings.encoder, settings.pixelFormat) = ("gif", .palette)
        }
        return settings
    }

    private static func x264(for plan: ExportPlan, video: Preset.Video) -> [String: String] {
        let level = H264Level.lowest(width: plan.width, height: plan.height, framesPerSecond: plan.maxFrameRate)
        var options = [
            "preset": video.encoderPreset.rawValue, "crf": String(video.crf), "forced-idr": "1",
            // Keyframes come only at the requested frames. The level is set, because the encoder would take ticks for
            // frames and signal a level that few decoders support.
            "x264-params": "scenecut=0:open-gop=0:level=\(level)",
        ]
        if let rate = video.maxBitRate {
            // A player must buffer one second of video.
            options["maxrate"] = String(rate)
            options["bufsize"] = String(rate)
        }
        return options
    }

    /// Returns the options of libvpx for VP9. The number of tiles is fixed and row threading is off, so that the output
    /// is the same on every machine.
    private static func vp9(_ video: Preset.Video) -> [String: String] {
        [
            "crf": String(video.crf), "deadline": "good", "cpu-used": String(speed(video.encoderPreset)),
            "tile-columns": "2", "row-mt": "0", "tune-content": "screen",
        ]
    }

    /// Returns the speed of libvpx, in 0 (slow) ... 5 (fast).
    private static func speed(_ preset: Preset.EncoderPreset) -> Int {
        switch preset {
        case .ultrafast, .superfast, .veryfast: 5
        case .faster, .fast: 4
        case .medium: 3
        case .slow: 2
        case .slower: 1
        case .veryslow: 0
        }
    }
}
