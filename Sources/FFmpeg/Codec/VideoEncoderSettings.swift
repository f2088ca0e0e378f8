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
