package import MediaTime

/// The settings of a video encoder.
package struct VideoEncoderSettings: Sendable {
    /// The encoder's name in FFmpeg.
    package var encoder = "libx264"
    /// The width in pixels, an even number.
    package var width: Int
    /// The height in pixels, an even number.
    package var height: Int
    package var pixelFormat: PixelFormat = .yuv420p
    package var colours = ColourSpace.bt709
    /// The codec parameters whose colour properties are used instead of `colours`, if not nil.
    package var colourModel: CodecParameters?
    /// The time base of the frames: the length of a tick in seconds.
    package var timeBase: Rational
    /// The frame rate in frames per second, or nil if it is variable.
    package var frameRate: Rational?
    /// The maximum number of frames from one keyframe to the next.
    package var keyframeInterval: Int
    /// The number of threads; 0 lets the encoder choose.
    package var threads: Int
    /// The bit rate in bits per second; 0 if `options` set the quality (`crf`).
    package var bitRate: Int = 0
    /// Private options of the encoder, such as `preset` and `crf`.
    package var options: [String: String]

    package enum PixelFormat: Sendable { case yuv420p, nv12, palette }

    package init(
        width: Int, height: Int, timeBase: Rational, keyframeInterval: Int, threads: Int,
        options: [String: String]
    ) {
        self.width = width
        self.height = height
        self.timeBase = timeBase
        self.keyframeInterval = keyframeInterval
        self.threads = threads
        self.options = options
    }
}

extension VideoEncoderSettings {
    /// Returns the settings for recording a screen. Streams with the same size, level and colours have the same
    /// parameter sets, even with different quantizers, so that their frames can be joined later.
    ///
    /// Keyframes occur only where they are requested, and each frame is returned at once.
    /// - Parameters:
    ///   - width: The width in pixels, an even number.
    ///   - height: The height in pixels, an even number.
    ///   - quantizer: The quantizer of x264, from 0 (lossless) to 51.
    ///   - level: The H.264 level times ten. x264's own choice would be wrong, because it takes ticks for frames.
    package static func recording(width: Int, height: Int, timeBase: Rational, quantizer: Int, level: Int) -> Self {
        VideoEncoderSettings(
            width: width, height: height, timeBase: timeBase,
            // The encoder counts only frames. Keyframes are requested by time.
            keyframeInterval: 1 << 20, threads: 1,
            // A constant quantizer, because for a constant quality (crf) x264 first analyses a small copy of every
            // frame. That costs time, and 24 MB at 1080p. With force-cfr, x264 returns each frame at once with its own
            // time. Without, it waits for the next frame to know the duration.
            options: [
                "preset": "ultrafast", "qp": String(quantizer), "forced-idr": "1",
                "x264-params":
                    "rc-lookahead=0:sync-lookahead=0:force-cfr=1:scenecut=0:open-gop=0:stitchable=1:level=\(level)",
            ])
    }

    /// Returns the settings for a proxy: every frame is a keyframe, so that a preview can seek quickly.
    /// - Parameters:
    ///   - width: The width in pixels, an even number.
    ///   - height: The height in pixels, an even number.
    package static func proxy(
        width: Int, height: Int, pixelFormat: PixelFormat, colours: ColourSpace, timeBase: Rational
    ) -> Self {
        var settings = recording(
            width: width, height: height, timeBase: timeBase, quantizer: 26,
            level: H264Level.lowest(width: width, height: height, framesPerSecond: 60))
        settings.keyframeInterval = 1
        settings.pixelFormat = pixelFormat
        settings.colours = colours
        return settings
    }
}
