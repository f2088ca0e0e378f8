/// What an audio encoder is asked for.
package struct AudioEncoderSettings: Sendable {
    /// How audio is coded, and with it the samples that the encoder takes.
    package enum Codec: Sendable {
        /// AAC-LC, of planar floats.
        case aac
        /// Opus, of interleaved integers of 16 bits.
        case opus
        /// FLAC, of interleaved integers of 16 bits. Each packet can be decoded by itself, to just the samples that it was
        /// made of.
        case flac
        /// PCM, of interleaved little-endian integers of 16 bits.
        case pcm

        var encoder: String {
            switch self {
            case .aac: "aac"
            case .opus: "libopus"
            case .flac: "flac"
            case .pcm: "pcm_s16le"
            }
        }

        /// libavfilter's name of the samples that it takes.
        package var sampleFormat: String { self == .aac ? "fltp" : "s16" }
    }

    package var codec: Codec
    /// In Hz.
    package var sampleRate: Int
    /// 1...8, in FFmpeg's default layout of that many.
    package var channels: Int
    /// In bits a second; counts for nothing in FLAC and PCM.
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
