/// What a sequence parameter set says of a stream, as far as it matters to who puts streams together
/// (ITU-T H.264, 7.3.2.1.1).
package struct SequenceParameterSet: Equatable, Sendable {
    /// level_idc: ten times the level.
    package private(set) var level: UInt8 = 0
    package private(set) var id: UInt32 = 0
    /// chroma_format_idc: 1 is 4:2:0.
    package private(set) var chromaFormat: UInt32 = 1
    /// Bits a sample, of luma and of chroma.
    package private(set) var bitDepths: [UInt32] = [8, 8]
    package private(set) var hasSeparatePlanes = false
    /// Bits of a slice's frame_num.
    package private(set) var frameNumberBits = 4
    /// Whether there are no fields, only frames.
    package private(set) var isProgressive = true

    /// - Returns: nil for what is no such set, or not whole.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .sequenceParameters else { return nil }
        var reader = BitReader(unit.payload)
        let profile = reader.bits(8)
        reader.skip(8)
        level = UInt8(reader.bits(8))
        id = reader.unsigned()
        if Self.profilesWithFormat.contains(profile) { readFormat(&reader) }
        frameNumberBits = Int(min(reader.unsigned(), 12)) + 4
        Self.skipOrder(&reader)
        // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag, and the picture's size in macroblocks.
        _ = reader.unsigned()
        reader.skip(1)
        _ = (reader.unsigned(), reader.unsigned())
        isProgressive = reader.bit()
        guard !reader.isExhausted else { return nil }
    }

    private static let profilesWithFormat: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    private mutating func readFormat(_ reader: inout BitReader) {
        chromaFormat = reader.unsigned()
        if chromaFormat == 3 { hasSeparatePlanes = reader.bit() }
        bitDepths = [8 + min(reader.unsigned(), 6), 8 + min(reader.unsigned(), 6)]
        reader.skip(1)
        guard reader.bit() else { return }
        for list in 0..<(chromaFormat == 3 ? 12 : 8) where reader.bit() {
            Self.skipScalingList(&reader, list < 6 ? 16 : 64)
        }
    }

    private static func skipScalingList(_ reader: inout BitReader, _ count: Int) {
        var (last, next): (Int32, Int32) = (8, 8)
        for _ in 0..<count where next != 0 {
            next = (last + reader.signed() % 256 + 256) % 256
            if next != 0 { last = next }
        }
    }

    /// Passes over how the order of pictures is told.
    private static func skipOrder(_ reader: inout BitReader) {
        let kind = reader.unsigned()
        if kind == 0 { _ = reader.unsigned() }
        guard kind == 1 else { return }
        reader.skip(1)
        _ = (reader.signed(), reader.signed())
        for _ in 0..<min(reader.unsigned(), 255) { _ = reader.signed() }
    }
}
