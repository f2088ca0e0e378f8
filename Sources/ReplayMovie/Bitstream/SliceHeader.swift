/// The header of a slice, as far as it says how the macroblocks after it are decoded (ITU-T H.264, 7.3.3). Only of slices of
/// frames that refer to one frame at most, the last one before.
struct SliceHeader: Equatable, Sendable {
    /// How blocks are smoothed at their edges.
    struct Deblocking: Equatable, Sendable {
        /// disable_deblocking_filter_idc: 0 where all of them are.
        let disabled: UInt32
        /// slice_alpha_c0_offset_div2 and slice_beta_offset_div2.
        let offsets: [Int32]

        static let standard = Deblocking(disabled: 0, offsets: [0, 0])
    }

    let start: SliceStart
    /// 0 for a slice without one.
    let cabacTable: UInt32
    let quantizer: Int32
    let deblocking: Deblocking
    /// Where the macroblocks begin, in bits of the payload.
    let end: Int

    /// - Returns: nil for what is no such slice, or not whole.
    init?(_ unit: NALUnit, _ payload: [UInt8], _ sets: ParameterSets) {
        let picture = sets.picture
        var reader = BitReader(payload)
        guard let start = SliceStart(unit, [picture.id: sets], &reader), let kind = start.kind,
            [.p, .i].contains(kind),
            !start.isField
        else { return nil }
        Self.skipOrder(&reader, sets)
        if picture.hasRedundantCount { _ = reader.unsigned() }
        guard kind == .i || Self.refersToLastFrame(&reader, picture), Self.isPlainReference(&reader, unit) else {
            return nil
        }
        self.start = start
        cabacTable = picture.isCABAC && kind != .i ? reader.unsigned() : 0
        quantizer = picture.initialQuantizer + max(-100, min(reader.signed(), 100))
        deblocking = picture.hasDeblockingControl ? Deblocking(&reader) : .standard
        end = reader.position
        guard !reader.isExhausted, cabacTable < 3, (0...51).contains(quantizer) else { return nil }
    }

    private static func skipOrder(_ reader: inout BitReader, _ sets: ParameterSets) {
        switch sets.sequence.order {
        case .lowestBits(let count):
            reader.skip(count)
            if sets.picture.hasBottomOrder { _ = reader.signed() }
        case .cycle(_, _, isAsExpected: false):
            _ = reader.signed()
            if sets.picture.hasBottomOrder { _ = reader.signed() }
        case .cycle, .decoding: break
        }
    }

    /// Whether a P slice refers to one frame, in its usual place, without weights.
    private static func refersToLastFrame(_ reader: inout BitReader, _ picture: PictureParameterSet) -> Bool {
        let count = reader.bit() ? reader.unsigned() : picture.defaultReferences - 1
        let isReordered = reader.bit()
        return count == 0 && !isReordered && !picture.hasWeights
    }

    /// Whether the picture is referred to, and takes the place of the oldest that is.
    private static func isPlainReference(_ reader: inout BitReader, _ unit: NALUnit) -> Bool {
        guard let first = unit.bytes.first, first >> 5 & 3 != 0 else { return false }
        // no_output_of_prior_pics_flag and long_term_reference_flag, or adaptive_ref_pic_marking_mode_flag.
        return reader.bits(unit.kind == .idrSlice ? 2 : 1) == 0
    }
}

extension SliceHeader.Deblocking {
    fileprivate init(_ reader: inout BitReader) {
        disabled = reader.unsigned()
        offsets = disabled == 1 ? [0, 0] : [reader.signed(), reader.signed()]
    }
}
