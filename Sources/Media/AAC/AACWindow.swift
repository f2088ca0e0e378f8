import BitCoding

/// The window of an AAC packet's block (ISO/IEC 14496-3, 4.4.2.1 and 4.6.11). A block overlaps with its
/// neighbours, so their windows must match.
package struct AACWindow: Equatable, Sendable {
    private enum Form: UInt32 { case onlyLong, longStart, eightShort, longStop }

    private let form: Form
    /// `window_shape`: 0 is sine, 1 is Kaiser-Bessel derived. It applies to the second half;
    /// the packet before defines the first.
    private let shape: UInt32
    /// True if no scale factor band of any channel is coded.
    package let isSilent: Bool

    /// The number of bytes at the start of a packet that contain all that is read, after a
    /// fill element with the encoder's name.
    package static let startSize = 48
    /// ID_FIL: the type of a fill element, which has no audio.
    private static let filler: UInt32 = 6

    /// Reads the window of a packet.
    /// - Parameter packet: The packet, or at least its first `startSize` bytes.
    /// - Returns: Nil if the channels have different windows, or if the packet begins with another element than audio.
    package init?(_ packet: some Collection<UInt8>) {
        var reader = BitReader(Array(packet.prefix(Self.startSize)))
        var element = reader.bits(3)
        while element == Self.filler, !reader.isExhausted {
            let count = Int(reader.bits(4))
            reader.skip(8 * (count < 15 ? count : 14 + Int(reader.bits(8))))
            element = reader.bits(3)
        }
        switch element {
        case 0: reader.skip(4 + 8)
        case 1:
            reader.skip(4)
            guard reader.bit() else { return nil }
        default: return nil
        }
        reader.skip(1)
        guard let form = Form(rawValue: reader.bits(2)) else { return nil }
        self.form = form
        shape = reader.bits(1)
        // `max_sfb`: the number of scale factor bands that are coded.
        isSilent = reader.bits(form == .eightShort ? 4 : 6) == 0
        guard !reader.isExhausted else { return nil }
    }

    /// Returns true if this packet can replace `other`, so that the packet made to follow `other` can follow this one.
    package func canStand(for other: AACWindow) -> Bool { endsLong == other.endsLong && shape == other.shape }

    /// True if the block is long with a sine window. Replay's encoder never writes such a block.
    package var isLongSine: Bool { form == .onlyLong && shape == 0 }

    private var endsLong: Bool { form == .onlyLong || form == .longStop }
}
