import BitCoding

/// How the block of an AAC packet is windowed (ISO/IEC 14496-3, 4.4.2.1 and 4.6.11): what it asks of its neighbours, with
/// which it overlaps.
package struct AACWindow: Equatable, Sendable {
    private enum Form: UInt32 { case onlyLong, longStart, eightShort, longStop }

    private let form: Form
    /// 0: sine; 1: Kaiser-Bessel. It holds for the second half; the first goes by the packet before.
    private let shape: UInt32
    /// Whether nothing is coded of any band of any channel.
    package let isSilent: Bool

    /// So many bytes hold all that is read, behind a filler in which an encoder tells its name.
    package static let startSize = 48
    /// An element without sound.
    private static let filler: UInt32 = 6

    /// - Parameter packet: its first bytes are enough.
    /// - Returns: nil for a packet whose channels are windowed apart, or that begins with something else than sound.
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
        // max_sfb: of how many bands something is coded.
        isSilent = reader.bits(form == .eightShort ? 4 : 6) == 0
        guard !reader.isExhausted else { return nil }
    }

    /// Whether a packet may follow this one that was made to follow `other`.
    package func canStand(for other: AACWindow) -> Bool { endsLong == other.endsLong && shape == other.shape }

    /// Whether it is a long block with a sine's flanks, as our encoder makes none.
    package var isLongSine: Bool { form == .onlyLong && shape == 0 }

    private var endsLong: Bool { form == .onlyLong || form == .longStop }
}
