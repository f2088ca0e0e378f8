/// The settings of an audio encoder.
package struct AudioEncoderSettings: Sendable {
    /// A codec, which also determines the sample format of the encoder's input.
    package enum Codec: Sendable {
        /// AAC-LC, from planar floats.
        case aac
        /// Opus, from interleaved 16-bit integers.
        case opus
        /// FLAC, from interleaved 16-bit integers. Each packet can be decoded alone, and gives exactly its original samples.
        case flac
        /// PCM, from interleaved 16-bit little-endian integers.
        case pcm

        var encoder: String {
            switch self {
            case .aac: "aac"
            case .opus: "libopus"
            case .flac: "flac"
            case .pcm: "pcm_s16le"
            }
        }

        /// The name of the input's sample format in libavfilter.
        package var sampleFormat: String { self == .aac ? "fltp" : "s16" }
    }

    package var codec: Codec
    /// The sample rate in Hz.
    package var sampleRate: Int
    /// The number of channels, in 1...8, in FFmpeg's default layout.
    package var channels: Int
    /// The bit rate in bits per second. Ignored for FLAC and PCM.
    package var bitRate: Int
    /// Private options of the encoder, such as `aac_coder`.
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
