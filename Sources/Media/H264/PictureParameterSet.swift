import BitCoding

/// The contents of a picture parameter set (ITU-T H.264, 7.3.2.2).
package struct PictureParameterSet: Equatable, Sendable {
    /// `pic_parameter_set_id`.
    package let id: UInt32
    /// `seq_parameter_set_id`.
    package let seqParameterSetID: UInt32
    /// `entropy_coding_mode_flag`: true for CABAC, false for CAVLC.
    package let isCABAC: Bool
    /// `bottom_field_pic_order_in_frame_present_flag`.
    let bottomFieldPicOrderInFramePresent: Bool
    /// `num_slice_groups_minus1` + 1.
    package let numSliceGroups: UInt32
    /// `num_ref_idx_l0_default_active_minus1` + 1 and `num_ref_idx_l1_default_active_minus1` + 1.
    private(set) var numRefIdxDefaultActive: [UInt32] = [0, 0]
    /// `weighted_pred_flag`: true if P slices have weights.
    private(set) var weightedPred = false
    /// `weighted_bipred_idc`: 1 if B slices have explicit weights.
    private(set) var weightedBipredIdc: UInt32 = 0
    /// 26 + `pic_init_qp_minus26`, to which `slice_qp_delta` is added.
    private(set) var picInitQP: Int32 = 26
    /// `chroma_qp_index_offset` for Cb, and `second_chroma_qp_index_offset` for Cr.
    package private(set) var chromaQPIndexOffsets: [Int32] = [0, 0]
    /// `deblocking_filter_control_present_flag`.
    package private(set) var deblockingFilterControlPresent = false
    /// `constrained_intra_pred_flag`.
    package private(set) var constrainedIntraPred = false
    /// `redundant_pic_cnt_present_flag`.
    private(set) var redundantPicCntPresent = false
    /// `transform_8x8_mode_flag`.
    package private(set) var transform8x8Mode = false
    private(set) var scalingLists: ScalingLists?

    /// Reads a picture parameter set. If it has several slice groups, the fields after their number are not read.
    /// - Returns: Nil if the unit is not a picture parameter set, or is incomplete.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .pps else { return nil }
        let rbsp = unit.rbsp
        var reader = BitReader(rbsp)
        (id, seqParameterSetID) = (reader.ue(), reader.ue())
        (isCABAC, bottomFieldPicOrderInFramePresent) = (reader.bit(), reader.bit())
        let groups = reader.ue()
        numSliceGroups = groups < 8 ? groups + 1 : 8
        guard !reader.isExhausted, id < 256, seqParameterSetID < 32 else { return nil }
        if numSliceGroups == 1 { readRest(&reader, end: rbsp.stopBit ?? 0) }
        guard !reader.isExhausted else { return nil }
    }

    private mutating func readRest(_ reader: inout BitReader, end: Int) {
        numRefIdxDefaultActive = [reader.ue(), reader.ue()].map { min($0, 31) + 1 }
        (weightedPred, weightedBipredIdc) = (reader.bit(), reader.bits(2))
        let picInitQPMinus26 = reader.se()
        picInitQP = 26 + max(-26, min(picInitQPMinus26, 25))
        // `pic_init_qs_minus26`.
        _ = reader.se()
        let offset = reader.se()
        chromaQPIndexOffsets = [offset, offset]
        (deblockingFilterControlPresent, constrainedIntraPred, redundantPicCntPresent) = (
            reader.bit(), reader.bit(), reader.bit()
        )
        guard reader.position < end else { return }
        transform8x8Mode = reader.bit()
        // The count of lists is for 4:2:0.
        if reader.bit() { scalingLists = ScalingLists(&reader, count: transform8x8Mode ? 8 : 6) }
        chromaQPIndexOffsets[1] = reader.se()
    }
}

extension [UInt8] {
    /// The position of `rbsp_stop_one_bit`, the last set bit of an RBSP, or nil if
    /// there is none (ITU-T H.264, 7.3.2.11).
    var stopBit: Int? {
        guard let byte = lastIndex(where: { $0 != 0 }) else { return nil }
        return byte * 8 + 7 - self[byte].trailingZeroBitCount
    }
}
