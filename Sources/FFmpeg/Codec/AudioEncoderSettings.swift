/// What a sound encoder is asked for: AAC-LC of planar floats.
package struct AudioEncoderSettings: Sendable {
    /// In Hz.
    package var sampleRate: Int
    /// 1...8, in FFmpeg's default layout of that many.
    package var channels: Int
    /// In bits a second.
    package var bitRate: Int
    /// The encoder's own options: `aac_coder`.
    package var options: [String: String]

    package init(sampleRate: Int, channels: Int, bitRate: Int, options: [String: String] = [:]) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitRate = bitRate
        self.options = options
    }
}
