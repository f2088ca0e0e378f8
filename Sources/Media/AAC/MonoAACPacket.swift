import BitCoding

/// A packet of AAC-LC with one channel, without the tools that would have to be told of the other channel apart (ISO/IEC 14496-3,
/// 4.4.2 and 4.5.2.3): noise substitution and temporal noise shaping. FFmpeg's encoder makes such packets where these are off.
package struct MonoAACPacket: Sendable {
    private let packet: [UInt8]
    /// What of the packet is the channel's common part, `ics_info`, and what follows it; in bits.
    private let info: Range<Int>
    private let data: Range<Int>
    private let bands: Bands

    private enum Element { static let (channel, pair, end): (UInt32, UInt32, UInt32) = (0, 1, 7) }
    private static let eightShort: UInt32 = 2

    /// The scale factor bands of a block that are coded, in each of its groups of windows.
    private struct Bands {
        let count: Int
        let groups: Int
        let isShort: Bool

        /// Of the length of a section: more than one field holds goes on in the next.
        var lengthBits: Int { isShort ? 3 : 5 }
    }

    /// - Returns: nil where it is none, or has more in it than the channel.
    package init?(_ packet: [UInt8]) {
        // The end's mark is three set bits; only zeros fill its last byte.
        guard let last = packet.last, last != 0 else { return nil }
        let end = packet.count * 8 - last.trailingZeroBitCount - 3
        var reader = BitReader(packet)
        guard reader.bits(3) == Element.channel else { return nil }
        reader.skip(4 + 8)
        let start = reader.position
        guard let bands = Self.info(&reader) else { return nil }
        (info, self.bands) = (start..<reader.position, bands)
        guard let coded = Self.codedBands(&reader, bands), Self.hasPlainTools(&reader, bands, coded) else { return nil }
        guard !reader.isExhausted, reader.position <= end else { return nil }
        data = info.upperBound..<end
        self.packet = packet
        var closing = BitReader(packet)
        closing.skip(end)
        guard closing.bits(3) == Element.end else { return nil }
    }

    /// A packet of two channels that are both decoded to what the one is, to the bit: the sum of both has its data, and
    /// their difference nothing.
    package var stereo: [UInt8] {
        var writer = BitWriter()
        writer.bits(Element.pair, count: 3)
        writer.bits(0, count: 4)
        // Both have the same windows.
        writer.bit(true)
        writer.append(packet, from: info.lowerBound, to: info.upperBound)
        // All bands are coded as sum and difference.
        writer.bits(2, count: 2)
        writer.append(packet, from: info.lowerBound - 8, to: info.lowerBound)
        writer.append(packet, from: data.lowerBound, to: data.upperBound)
        appendSilence(to: &writer)
        writer.bits(Element.end, count: 3)
        return writer.finish()
    }

    /// A channel of which no band is coded.
    private func appendSilence(to writer: inout BitWriter) {
        writer.bits(0, count: 8)
        let most = (1 << bands.lengthBits) - 1
        for _ in 0..<bands.groups where bands.count > 0 {
            writer.bits(0, count: 4)
            for _ in 0..<bands.count / most { writer.bits(UInt32(most), count: bands.lengthBits) }
            writer.bits(UInt32(bands.count % most), count: bands.lengthBits)
        }
        // Neither pulses, noise shaping nor gain control.
        writer.bits(0, count: 3)
    }

    private static func info(_ reader: inout BitReader) -> Bands? {
        reader.skip(1)
        let isShort = reader.bits(2) == eightShort
        reader.skip(1)
        let count = Int(reader.bits(isShort ? 4 : 6))
        guard isShort else {
            // No prediction: it is none of AAC-LC's.
            return reader.bit() ? nil : Bands(count: count, groups: 1, isShort: false)
        }
        // Each window but the first begins another group, unless its bit is set.
        return Bands(count: count, groups: 8 - reader.bits(7).nonzeroBitCount, isShort: true)
    }

    /// How many bands have a scale factor; nil where noise stands for one.
    private static func codedBands(_ reader: inout BitReader, _ bands: Bands) -> Int? {
        let lastSpectralBook: UInt32 = 11
        let most = (1 << bands.lengthBits) - 1
        var coded = 0
        for _ in 0..<bands.groups {
            var band = 0
            while band < bands.count {
                let book = reader.bits(4)
                var length = 0
                var part = most
                while part == most, !reader.isExhausted {
                    part = Int(reader.bits(bands.lengthBits))
                    length += part
                }
                guard book <= lastSpectralBook, length > 0, !reader.isExhausted else { return nil }
                band += length
                if book > 0 { coded += length }
            }
            guard band == bands.count else { return nil }
        }
        return coded
    }

    /// Reads up to the spectrum.
    private static func hasPlainTools(_ reader: inout BitReader, _ bands: Bands, _ coded: Int) -> Bool {
        for _ in 0..<coded { guard skipScaleFactor(&reader) else { return false } }
        if reader.bit() {
            guard !bands.isShort else { return false }
            let pulses = Int(reader.bits(2)) + 1
            reader.skip(6 + pulses * 9)
        }
        // Noise shaping, and the gain control of another profile.
        return reader.bits(2) == 0
    }

    /// How many codes of the scale factors' book have each length, from 1 on (table 4.A.1). Those of one length follow each other,
    /// and those of the next length follow them.
    private static let codeCounts = [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46]

    private static func skipScaleFactor(_ reader: inout BitReader) -> Bool {
        var (code, first) = (0, 0)
        for count in codeCounts {
            code = code << 1 | (reader.bit() ? 1 : 0)
            first <<= 1
            if code - first < count { return true }
            first += count
        }
        return false
    }
}
