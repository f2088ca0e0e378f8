import BitCoding

/// How an AAC track is coded (ISO/IEC 14496-3, 1.6.2.1).
package struct AudioSpecificConfig: Equatable, Sendable {
    /// The audio object type; 2 is AAC-LC.
    package let objectType: UInt32
    /// In Hz.
    package let sampleRate: Int
    /// 1 and 2 are mono and stereo.
    package let channels: UInt32
    /// Samples of each channel in a packet: 1024 or 960.
    package let frameSize: Int
    /// Whether the upper half of the spectrum, or the second channel, is described apart (HE-AAC).
    package let hasExtension: Bool

    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    private static let extensionMark: UInt32 = 0x2B7

    /// - Returns: nil for what is not such a description, or not of AAC-LC or its extensions.
    package init?(_ bytes: [UInt8]) {
        var reader = BitReader(bytes)
        objectType = reader.bits(5)
        let index = Int(reader.bits(4))
        sampleRate = index < Self.sampleRates.count ? Self.sampleRates[index] : Int(reader.bits(24))
        channels = reader.bits(4)
        guard objectType == 2, !reader.isExhausted else { return nil }
        frameSize = reader.bit() ? 960 : 1024
        guard !reader.bit() else { return nil }
        reader.skip(1)
        guard !reader.isExhausted else { return nil }
        // 5 is the object type of spectral band replication.
        hasExtension = reader.bits(11) == Self.extensionMark && reader.bits(5) == 5 && reader.bit()
    }
}
