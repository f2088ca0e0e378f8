/// What an audio encoder is asked for.
package struct AudioEncoderSettings: Sendable {
    /// How audio is coded, and with it the samples that the encoder takes.
    package enum Codec: Sendable {
        /// AAC-LC, of planar floats.
        case aac
        /// Opus, of interleaved integers of 16 bits.
        case opus

        var encoder: String { self == .aac ? "aac" : "libopus" }

        /// libavfilter's name of the samples that it takes.
        package var sampleFormat: String { self == .aac ? "fltp" : "s16" }
    }

    package var codec: Codec
    /// In Hz.
    package var sampleRate: Int
    /// 1...8, in FFmpeg's default layout of that many.
    package var channels: Int
    /// In bits a second.
    package var bitRate: Int
    /// The encoder's own options: `aac_coder`.
    package var options: [String: String]

    package init(
        codec: Codec = .aac, sampleRate: Int, channels: Int, bitRate: Int, options: [String: String] = [:]
    ) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitRate = bitRate
        self.options = options
    }
}
