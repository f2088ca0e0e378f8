/// What a sequence parameter set says of a stream, as far as it matters to who puts streams together
/// (ITU-T H.264, 7.3.2.1.1 and E.1.1).
package struct SequenceParameterSet: Equatable, Sendable {
    /// profile_idc: 66 Baseline, 77 Main, 100 High.
    package private(set) var profile: UInt8 = 0
    /// constraint_set0_flag to 5, in the upper bits.
    package private(set) var constraints: UInt8 = 0
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
    /// pic_order_cnt_type: with 2, pictures are shown in the order of their coding.
    package private(set) var orderKind: UInt32 = 0
    package private(set) var referenceFrames: UInt32 = 0
    /// In macroblocks of 16 pixels, before cropping.
    package private(set) var widthInMacroblocks: UInt32 = 0
    /// As `widthInMacroblocks`.
    package private(set) var heightInMacroblocks: UInt32 = 0
    /// Whether there are no fields, only frames.
    package private(set) var isProgressive = true
    /// max_num_reorder_frames: how many pictures may be coded before one that is shown before them; nil: not said.
    package private(set) var reorderedFrames: UInt32?

    /// - Returns: nil for what is no such set, or not whole.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .sequenceParameters else { return nil }
        var reader = BitReader(unit.payload)
        profile = UInt8(reader.bits(8))
        constraints = UInt8(reader.bits(8))
        level = UInt8(reader.bits(8))
        id = reader.unsigned()
        if Self.profilesWithFormat.contains(profile) { readFormat(&reader) }
        frameNumberBits = Int(min(reader.unsigned(), 12)) + 4
        readOrder(&reader)
        referenceFrames = reader.unsigned()
        reader.skip(1)
        widthInMacroblocks = min(reader.unsigned(), 1 << 20) + 1
        heightInMacroblocks = min(reader.unsigned(), 1 << 20) + 1
        isProgressive = reader.bit()
        if !isProgressive {
            heightInMacroblocks *= 2
            reader.skip(1)
        }
        reader.skip(1)
        if reader.bit() { for _ in 0..<4 { _ = reader.unsigned() } }
        guard !reader.isExhausted else { return nil }
        if reader.bit() { readUsability(&reader) }
    }

    private static let profilesWithFormat: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

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

    private mutating func readOrder(_ reader: inout BitReader) {
        orderKind = reader.unsigned()
        if orderKind == 0 { _ = reader.unsigned() }
        guard orderKind == 1 else { return }
        reader.skip(1)
        _ = (reader.signed(), reader.signed())
        for _ in 0..<min(reader.unsigned(), 255) { _ = reader.signed() }
    }

    /// The video usability information, for what stands at its end.
    private mutating func readUsability(_ reader: inout BitReader) {
        if reader.bit(), reader.bits(8) == 255 { reader.skip(32) }
        if reader.bit() { reader.skip(1) }
        if reader.bit() {
            reader.skip(4)
            if reader.bit() { reader.skip(24) }
        }
        if reader.bit() { _ = (reader.unsigned(), reader.unsigned()) }
        if reader.bit() { reader.skip(65) }
        let hasBuffers = [Self.skipReferenceDecoder(&reader), Self.skipReferenceDecoder(&reader)].contains(true)
        if hasBuffers { reader.skip(1) }
        reader.skip(1)
        guard reader.bit() else { return }
        reader.skip(1)
        for _ in 0..<4 { _ = reader.unsigned() }
        let reordered = reader.unsigned()
        _ = reader.unsigned()
        if !reader.isExhausted { reorderedFrames = reordered }
    }

    /// Passes over the parameters of a hypothetical reference decoder (E.1.2); whether there were any.
    private static func skipReferenceDecoder(_ reader: inout BitReader) -> Bool {
        guard reader.bit() else { return false }
        let count = min(reader.unsigned(), 31) + 1
        reader.skip(8)
        for _ in 0..<count {
            _ = (reader.unsigned(), reader.unsigned())
            reader.skip(1)
        }
        reader.skip(20)
        return true
    }
}
