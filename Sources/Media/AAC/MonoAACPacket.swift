import BitCoding

/// An AAC-LC packet with one channel that can be rewritten as stereo (ISO/IEC 14496-3, 4.4.2 and 4.5.2.3).
///
/// Noise substitution and temporal noise shaping, which work on each channel separately, must be off. FFmpeg's encoder
/// writes such packets if these tools are off.
package struct MonoAACPacket: Sendable {
    private let packet: [UInt8]
    /// The positions of `ics_info`, which both channels can share, and of the channel's data after it, in bits.
    private let info: Range<Int>
    private let data: Range<Int>
    private let bands: Bands

    private enum Element { static let (channel, pair, end): (UInt32, UInt32, UInt32) = (0, 1, 7) }
    private static let eightShort: UInt32 = 2

    /// The coded scale factor bands of a block, in each group of windows.
    private struct Bands {
        let count: Int
        let groups: Int
        let isShort: Bool

        /// The number of bits of a section's length. A length field with all bits set is continued in the next field.
        var lengthBits: Int { isShort ? 3 : 5 }
    }

    /// Reads a packet.
    /// - Returns: Nil if the packet contains anything other than one such channel.
    package init?(_ packet: [UInt8]) {
        // The end element is three set bits. After it, only zeros fill the last byte.
        guard let last = packet.last, last != 0 else { return nil }
        let end = packet.count * 8 - last.trailingZeroBitCount - 3
        var reader = BitReader(packet)
        guard reader.bits(3) == Element.channel else { return nil }
        reader.skip(4 + 8)
        let start = reader.position
        guard let bands = Self.info(&reader) else { return nil }
        (info, self.bands) = (start..<reader.position, bands)
        guard let coded = Self.codedBands(&reader, bands: bands),
            Self.hasPlainTools(&reader, bands: bands, coded: coded)
        else { return nil }
        guard !reader.isExhausted, reader.position <= end else { return nil }
        data = info.upperBound..<end
        self.packet = packet
        var closing = BitReader(packet)
        closing.skip(end)
        guard closing.bits(3) == Element.end else { return nil }
    }

    /// A stereo packet whose two channels both decode to exactly this channel. With mid/side coding, the mid signal is
    /// this channel, and the side signal is silence.
    package var stereo: [UInt8] {
        var writer = BitWriter()
        writer.bits(Element.pair, count: 3)
        writer.bits(0, count: 4)
        // `common_window`: both channels have the same windows.
        writer.bit(true)
        writer.append(packet, from: info.lowerBound, to: info.upperBound)
        // `ms_mask_present` 2: all bands are coded as mid and side.
        writer.bits(2, count: 2)
        writer.append(packet, from: info.lowerBound - 8, to: info.lowerBound)
        writer.append(packet, from: data.lowerBound, to: data.upperBound)
        appendSilence(to: &writer)
        writer.bits(Element.end, count: 3)
        return writer.finish()
    }

    /// Appends a channel without any coded band.
    private func appendSilence(to writer: inout BitWriter) {
        writer.bits(0, count: 8)
        let most = (1 << bands.lengthBits) - 1
        for _ in 0..<bands.groups where bands.count > 0 {
            writer.bits(0, count: 4)
            for _ in 0..<bands.count / most { writer.bits(UInt32(most), count: bands.lengthBits) }
            writer.bits(UInt32(bands.count % most), count: bands.lengthBits)
        }
        // There is no pulse data, temporal noise shaping or gain control.
        writer.bits(0, count: 3)
    }

    private static func info(_ reader: inout BitReader) -> Bands? {
        reader.skip(1)
        let isShort = reader.bits(2) == eightShort
        reader.skip(1)
        let count = Int(reader.bits(isShort ? 4 : 6))
        guard isShort else {
            // Prediction is not part of AAC-LC.
            return reader.bit() ? nil : Bands(count: count, groups: 1, isShort: false)
        }
        // Each window except the first begins a new group, unless its bit is set.
        return Bands(count: count, groups: 8 - reader.bits(7).nonzeroBitCount, isShort: true)
    }

    /// Returns the number of bands with a scale factor, or nil if a band is coded as noise or intensity.
    private static func codedBands(_ reader: inout BitReader, bands: Bands) -> Int? {
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

    /// Reads up to the spectral data.
    /// - Returns: False if the packet uses a tool that is not supported.
    private static func hasPlainTools(_ reader: inout BitReader, bands: Bands, coded: Int) -> Bool {
        for _ in 0..<coded { guard skipScaleFactor(&reader) else { return false } }
        if reader.bit() {
            guard !bands.isShort else { return false }
            let pulses = Int(reader.bits(2)) + 1
            reader.skip(6 + pulses * 9)
        }
        // Temporal noise shaping, and gain control, which belongs to another profile.
        return reader.bits(2) == 0
    }

    /// The number of codes of each length, from 1 on, in the scale factor codebook (table 4.A.1). It is a canonical
    /// Huffman code: codes of one length are consecutive, and the next length continues after them.
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
