import BitCoding

/// The contents of a picture parameter set (ITU-T H.264, 7.3.2.2).
package struct PictureParameterSet: Equatable, Sendable {
    package let id: UInt32
    package let sequenceID: UInt32
    /// `entropy_coding_mode_flag`: true for CABAC, false for CAVLC.
    package let isCABAC: Bool
    /// `bottom_field_pic_order_in_frame_present_flag`.
    let hasBottomOrder: Bool
    /// The number of slice groups.
    package let sliceGroups: UInt32
    /// The default numbers of reference frames of a slice, in list 0 and in list 1.
    private(set) var defaultReferences: [UInt32] = [0, 0]
    /// `weighted_pred_flag`: true if P slices have weights.
    private(set) var hasWeights = false
    /// `weighted_bipred_idc`: 1 if B slices have explicit weights.
    private(set) var weightsOfBoth: UInt32 = 0
    /// 26 + `pic_init_qp_minus26`, to which `slice_qp_delta` is added.
    private(set) var initialQuantizer: Int32 = 26
    /// `chroma_qp_index_offset` for Cb, and `second_chroma_qp_index_offset` for Cr.
    package private(set) var chromaOffsets: [Int32] = [0, 0]
    package private(set) var hasDeblockingControl = false
    package private(set) var hasConstrainedIntra = false
    private(set) var hasRedundantCount = false
    package private(set) var hasTransform8x8 = false
    private(set) var scalingLists: ScalingLists?

    /// Reads a picture parameter set. If it has several slice groups, the fields after their number are not read.
    /// - Returns: Nil if the unit is not a picture parameter set, or is incomplete.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .pictureParameters else { return nil }
        let payload = unit.payload
        var reader = BitReader(payload)
        (id, sequenceID) = (reader.unsigned(), reader.unsigned())
        (isCABAC, hasBottomOrder) = (reader.bit(), reader.bit())
        let groups = reader.unsigned()
        sliceGroups = groups < 8 ? groups + 1 : 8
        guard !reader.isExhausted, id < 256, sequenceID < 32 else { return nil }
        if sliceGroups == 1 { readRest(&reader, end: payload.stopBit ?? 0) }
        guard !reader.isExhausted else { return nil }
    }

    private mutating func readRest(_ reader: inout BitReader, end: Int) {
        defaultReferences = [reader.unsigned(), reader.unsigned()].map { min($0, 31) + 1 }
        (hasWeights, weightsOfBoth) = (reader.bit(), reader.bits(2))
        let quantizer = reader.signed()
        initialQuantizer = 26 + max(-26, min(quantizer, 25))
        // `pic_init_qs_minus26`.
        _ = reader.signed()
        let offset = reader.signed()
        chromaOffsets = [offset, offset]
        (hasDeblockingControl, hasConstrainedIntra, hasRedundantCount) = (reader.bit(), reader.bit(), reader.bit())
        guard reader.position < end else { return }
        hasTransform8x8 = reader.bit()
        // The count of lists is for 4:2:0.
        if reader.bit() { scalingLists = ScalingLists(&reader, count: hasTransform8x8 ? 8 : 6) }
        chromaOffsets[1] = reader.signed()
    }
}

extension [UInt8] {
    /// The position of `rbsp_stop_one_bit`, the last set bit of a payload, or nil if
    /// there is none (ITU-T H.264, 7.3.2.11).
    var stopBit: Int? {
        guard let byte = lastIndex(where: { $0 != 0 }) else { return nil }
        return byte * 8 + 7 - self[byte].trailingZeroBitCount
    }
}
