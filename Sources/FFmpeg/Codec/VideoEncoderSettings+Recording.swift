package import MediaTime

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
}
