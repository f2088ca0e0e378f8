import ReplayExporter

/// What an export takes, roughly: a pure function of what there is to copy and to encode.
///
/// The figures were measured on recordings of screens, on one x86-64 core of 2023; other frames may cost twice as much.
struct ExportCost: Sendable, Equatable {
    /// Of all threads together, in seconds.
    private(set) var cpuSeconds: Double
    /// Of the output, in bytes.
    private(set) var bytes: Double

    /// What comes before the first frame: a process, libraries, an encoder.
    private static let start = 0.2
    /// For a second that is copied.
    private static let copying = 0.005
    /// For a pixel that is decoded, scaled, and encoded by x264's “veryfast”.
    private static let pixel = 6.5e-9
    /// Of a pixel at crf 23.
    private static let bits = 0.03
    /// For a second of audio that is encoded.
    private static let audio = 0.01

    /// - Parameters:
    ///   - copied: seconds of frames that are copied.
    ///   - bytesPerSecond: of what is copied.
    init(copied: Double, bytesPerSecond: Double) {
        cpuSeconds = Self.start + copied * Self.copying
        bytes = copied * bytesPerSecond
    }

    /// Adds frames that are encoded.
    /// - Parameters:
    ///   - seconds: how long they last.
    ///   - pixels: of a frame.
    ///   - rate: frames per second.
    ///   - format: of the file.
    mutating func encode(
        seconds: Double, pixels: Int, rate: Double, as video: Preset.Video, format: Preset.Format = .mp4
    ) {
        let all = seconds * rate * Double(pixels)
        cpuSeconds += all * Self.pixel * Self.effort(video.encoderPreset) * Self.effort(format)
        // Six steps of crf double or halve what frames take.
        let free = all * Self.bits / 8 * Self.powerOfTwo(Double(23 - video.crf) / 6)
        bytes += min(free, video.maxBitRate.map { Double($0) / 8 * seconds } ?? free)
    }

    /// Adds audio that is encoded.
    mutating func encodeAudio(seconds: Double, bitRate: Int) {
        cpuSeconds += seconds * Self.audio
        bytes += seconds * Double(bitRate) / 8
    }

    /// How much longer than “veryfast” x264 takes.
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

    /// How much longer than x264 an encoder takes; a GIF's frames are gone through twice.
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
