import BitCoding

/// The configuration of an AAC track (ISO/IEC 14496-3, 1.6.2.1).
package struct AudioSpecificConfig: Equatable, Sendable {
    /// The audio object type; 2 is AAC-LC.
    package let objectType: UInt32
    /// The sampling rate, in Hz.
    package let sampleRate: Int
    /// `channelConfiguration`: 1 is mono, 2 is stereo.
    package let channels: UInt32
    /// The number of samples of each channel in a packet: 1024 or 960.
    package let frameSize: Int
    /// True if the track has spectral band replication, and possibly parametric stereo (HE-AAC).
    package let hasExtension: Bool

    private static let sampleRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    private static let extensionMark: UInt32 = 0x2B7

    /// Reads a configuration.
    /// - Returns: Nil if the bytes are not a configuration of AAC-LC, with or without an HE-AAC extension.
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
        // Object type 5 is spectral band replication.
        hasExtension = reader.bits(11) == Self.extensionMark && reader.bits(5) == 5 && reader.bit()
    }
}
