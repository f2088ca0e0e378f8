import FFmpeg
import MediaTime

extension VideoEncoderSettings {
    /// As pictures of an export are encoded.
    /// - Parameter threads: 0 lets the encoder choose.
    static func export(_ plan: ExportPlan, _ video: Preset.Video, threads: Int) -> Self {
        let level = H264Level.lowest(width: plan.width, height: plan.height, framesPerSecond: plan.picturesPerSecond)
        var options = [
            "preset": video.encoderPreset.rawValue, "crf": String(video.crf), "forced-idr": "1",
            // Keyframes come where they are asked for. Left to itself the encoder takes ticks for pictures, and tells
            // decoders of a level that few can do.
            "x264-params": "scenecut=0:open-gop=0:level=\(level)",
        ]
        if let rate = video.maxBitRate {
            // What a player must buffer: a second of it.
            options["maxrate"] = String(rate)
            options["bufsize"] = String(rate)
        }
        var settings = VideoEncoderSettings(
            width: plan.width, height: plan.height, timeBase: .oneOver(ExportPlan.timescale),
            // In pictures, of which none come faster.
            keyframeInterval: 240 * 10, threads: threads, options: options)
        settings.frameRate = plan.frameRate?.framesPerSecond ?? Rational(Int64(plan.picturesPerSecond), 1)
        return settings
    }
}
