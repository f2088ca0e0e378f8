package import MediaTime

/// What a video encoder is asked for.
package struct VideoEncoderSettings: Sendable {
    /// FFmpeg's name of the encoder.
    package var encoder = "libx264"
    /// In pixels, even.
    package var width: Int
    /// In pixels, even.
    package var height: Int
    package var pixelFormat: PixelFormat = .yuv420p
    package var colours = ColourSpace.bt709
    /// Says what the values mean in place of `colours`, where it is there.
    package var colourModel: CodecParameters?
    /// The length of a tick of the frames' times, in seconds.
    package var timeBase: Rational
    /// Where the rate is constant.
    package var frameRate: Rational?
    /// The most frames from one keyframe to the next.
    package var keyframeInterval: Int
    /// 0 lets the encoder choose.
    package var threads: Int
    /// In bits a second; 0 where `options` say otherwise (`crf`).
    package var bitRate: Int = 0
    /// The encoder's own options: `preset`, `crf`.
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
    /// As Replay encodes a screen while it records. Whatever is encoded so, of one size, level and colours, has the same
    /// parameter sets, whatever its quantizer, so that frames can be put together afterwards.
    ///
    /// Keyframes come where they are asked for, and each frame is given at once.
    /// - Parameters:
    ///   - width: in pixels, even.
    ///   - height: in pixels, even.
    ///   - quantizer: x264's, 0 (lossless) ... 51.
    ///   - level: ten times that of H.264, told the decoder: left to itself the encoder takes ticks for frames.
    package static func recording(width: Int, height: Int, timeBase: Rational, quantizer: Int, level: Int) -> Self {
        VideoEncoderSettings(
            width: width, height: height, timeBase: timeBase,
            // The encoder itself counts only frames; keyframes are asked for by time.
            keyframeInterval: 1 << 20, threads: 1,
            // A constant quantizer: to hold a constant quality (crf) x264 looks at a small copy of every frame
            // first, which costs 24 MB at 1080p, and time. With force-cfr it gives each frame at once, at the time
            // that it came with; without, it waits for the next to see how long this one lasts.
            options: [
                "preset": "ultrafast", "qp": String(quantizer), "forced-idr": "1",
                "x264-params":
                    "rc-lookahead=0:sync-lookahead=0:force-cfr=1:scenecut=0:open-gop=0:stitchable=1:level=\(level)",
            ])
    }

    /// As Replay encodes a proxy: each frame by itself, so that a preview seeks at once.
    /// - Parameters:
    ///   - width: in pixels, even.
    ///   - height: in pixels, even.
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
