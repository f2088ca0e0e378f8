import ReplayRendering

/// A rough estimate of the cost of an export. A pure function of the durations to copy and to encode.
///
/// The figures were measured with screen recordings on one x86-64 core of 2023. Other content may cost twice as much.
struct ExportCost: Sendable, Equatable {
    /// The CPU time of all threads, in seconds.
    private(set) var cpuSeconds: Double
    /// The size of the output, in bytes.
    private(set) var bytes: Double

    /// The CPU time before the first frame, in seconds: process, libraries, encoder.
    private static let start = 0.2
    /// The CPU time per copied second, in seconds.
    private static let copying = 0.005
    /// The CPU time per pixel to decode, scale and encode it with x264's “veryfast”, in seconds.
    private static let pixel = 6.5e-9
    /// The bits per pixel at crf 23.
    private static let bits = 0.03
    /// The CPU time per second of encoded audio, in seconds.
    private static let audio = 0.01

    /// Creates the cost of copying.
    /// - Parameters:
    ///   - copied: The duration of copied frames, in seconds.
    ///   - bytesPerSecond: The data rate of copied frames.
    init(copied: Double, bytesPerSecond: Double) {
        cpuSeconds = Self.start + copied * Self.copying
        bytes = copied * bytesPerSecond
    }

    /// Adds the cost of encoding frames.
    /// - Parameters:
    ///   - seconds: The duration of the frames.
    ///   - pixels: The number of pixels per frame.
    ///   - rate: The number of frames per second.
    ///   - format: The file format.
    mutating func encode(
        seconds: Double, pixels: Int, rate: Double, as video: Preset.Video, format: Preset.Format = .mp4
    ) {
        let all = seconds * rate * Double(pixels)
        cpuSeconds += all * Self.pixel * Self.effort(video.encoderPreset) * Self.effort(format)
        // An increase of crf by 6 halves the size.
        let free = all * Self.bits / 8 * Self.powerOfTwo(Double(23 - video.crf) / 6)
        bytes += min(free, video.maxBitRate.map { Double($0) / 8 * seconds } ?? free)
    }

    /// Adds the cost of encoding audio.
    mutating func encodeAudio(seconds: Double, bitRate: Int) {
        cpuSeconds += seconds * Self.audio
        bytes += seconds * Double(bitRate) / 8
    }

    /// Returns the CPU time of an x264 preset relative to “veryfast”.
    private static func effort(_ preset: Preset.EncoderPreset) -> Double {
        switch preset {
        case .ultrafast: 0.4
        case .superfast: 0.7
        case .veryfast: 1
        case .faster: 1.6
        case .fast: 2.1
        case .medium: 2.6
        case .slow: 4
        case .slower: 8
        case .veryslow: 16
        }
    }

    /// Returns the CPU time of a format's encoder relative to x264. A GIF's frames are processed twice.
    private static func effort(_ format: Preset.Format) -> Double {
        switch format {
        case .mp4, .mov, .mkv: 1
        case .m4a, .wav: 0
        case .webm: 8
        case .gif: 4
        }
    }

    private static func powerOfTwo(_ exponent: Double) -> Double {
        let whole = exponent.rounded(.down)
        return Double(sign: .plus, exponent: Int(saturating: whole), significand: 1 + (exponent - whole))
    }
}
