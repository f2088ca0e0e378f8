package import FFmpeg
package import MediaTime
package import ReplayComposition
package import ReplayMovie

/// The caption track of a file, produced step by step. MP4 and QuickTime use 3GPP timed text (3GPP TS 26.245), FFmpeg's
/// `mov_text`. Matroska uses SubRip, and WebM uses WebVTT.
package final class CaptionTrack {
    /// The time base of the packets: milliseconds.
    package static let timeBase = Rational.oneOver(1000)

    package let parameters: CodecParameters
    /// The language by ISO 639-2, or nil if it is not specified.
    package let language: String?
    /// The title, or nil if it is not specified.
    package let title: String?
    private let samples: [CaptionSamples.Sample]
    private var place = 0

    private let isTimedText: Bool

    /// - Parameters:
    ///   - captions: The captions of the output.
    ///   - size: The size of its frames, in pixels.
    ///   - format: The format of the file, which has captions.
    package init(
        _ captions: Captions, language: LanguageTag?, title: String? = nil, size: (width: Int, height: Int),
        format: Preset.Format
    ) throws {
        samples = try CaptionSamples(captions).samples
        isTimedText = format != .mkv && format != .webm
        parameters =
            isTimedText
            ? try .timedText(
                width: size.width, height: size.height, description: Self.description(frameHeight: size.height))
            : try .plainCaptions(isWebVTT: format == .webm)
        self.title = title
        self.language = language?.threeLetters
    }

    /// Produces the packets of the captions that begin at or before an instant of the output.
    package func render(upTo time: MediaTime, _ body: (Packet) throws -> Void) throws {
        let end = time.converted(to: 1000, rounding: .up).value
        while place < samples.count, samples[place].range.lowerBound <= end {
            try body(packet(samples[place]))
            place += 1
        }
    }

    /// Produces the remaining packets.
    package func finish(_ body: (Packet) throws -> Void) throws {
        for sample in samples[place...] { try body(packet(sample)) }
        place = samples.count
    }

    private func packet(_ sample: CaptionSamples.Sample) throws -> Packet {
        // The reader limits the text at one time, so that its length always fits into 16 bits.
        let text = Array(sample.text.utf8.prefix(Int(UInt16.max)))
        var packet = try Packet(bytes: isTimedText ? UInt16(clamping: text.count).bigEndianBytes + text : text)
        (packet.pts, packet.dts) = (sample.range.lowerBound, sample.range.lowerBound)
        packet.duration = Int64(sample.range.count)
        packet.isKeyframe = true
        return packet
    }

    /// Returns the contents of the sample entry. The text is white, centred at the lower edge, in the player's own font
    /// and in the size of a title.
    private static func description(frameHeight: Int) -> [UInt8] {
        let size = UInt8(clamping: max(10, frameHeight / 18))
        let name = Array("Sans-Serif".utf8)
        let flags: [UInt8] = [0, 0, 0, 0]
        let justification: [UInt8] = [1, 0xFF]
        let background: [UInt8] = [0, 0, 0, 0]
        let box = [UInt8](repeating: 0, count: 8)
        let style: [UInt8] = [0, 0, 0, 0, 0, 1, 0, size, 0xFF, 0xFF, 0xFF, 0xFF]
        let table: [UInt8] =
            [0, 0, 0, UInt8(13 + name.count)] + Array("ftab".utf8) + [0, 1, 0, 1, UInt8(name.count)] + name
        return flags + justification + background + box + style + table
    }
}

extension UInt16 {
    fileprivate var bigEndianBytes: [UInt8] { [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)] }
}
