import BitCoding

/// The header of a slice, up to its first macroblock (ITU-T H.264, 7.3.3). It contains the positions of the fields
/// about other frames. Only frames without long-term references are supported, not fields.
package struct SliceHeader: Equatable, Sendable {
    /// The parameters of the deblocking filter.
    struct Deblocking: Equatable, Sendable {
        /// `disable_deblocking_filter_idc`: 0 filters all edges, 1 none, 2 none at slice boundaries.
        let disableDeblockingFilterIdc: UInt32
        /// `slice_alpha_c0_offset_div2` and `slice_beta_offset_div2`.
        let offsetsDiv2: [Int32]

        static let standard = Deblocking(disableDeblockingFilterIdc: 0, offsetsDiv2: [0, 0])
    }

    /// The positions of fields, in bits of the RBSP; empty for absent fields.
    struct FieldRanges: Equatable, Sendable {
        /// `frame_num`.
        var frameNum = 0..<0
        /// `pic_order_cnt_lsb`.
        var picOrderCntLsb = 0..<0
        /// `ref_pic_list_modification()`, of all lists.
        var refPicListModification = 0..<0
        /// `dec_ref_pic_marking()`.
        var decRefPicMarking = 0..<0
    }

    private(set) var start: SliceStart
    /// True if the frame is a reference frame: `nal_ref_idc` is not 0.
    let isReference: Bool
    /// `pic_order_cnt_lsb`; 0 unless `pic_order_cnt_type` is 0.
    private(set) var picOrderCntLsb: UInt32 = 0
    /// `delta_pic_order_cnt_bottom`.
    private(set) var deltaPicOrderCntBottom: Int32 = 0
    /// `num_ref_idx_l0_active_minus1` + 1, and for a B slice `num_ref_idx_l1_active_minus1` + 1.
    private(set) var numRefIdxActive: [Int] = []
    /// The modifications of each list: `abs_diff_pic_num_minus1` + 1, which is negative if
    /// `modification_of_pic_nums_idc` is 0.
    private(set) var refPicListModifications: [[Int64]] = []
    /// True if the slice has `pred_weight_table()`.
    private(set) var hasPredWeightTable = false
    /// `difference_of_pic_nums_minus1` + 1 of each `memory_management_control_operation` 1. Nil if
    /// `adaptive_ref_pic_marking_mode_flag` is 0, for sliding window marking.
    private(set) var mmco1Differences: [Int64]?
    /// `cabac_init_idc`; 0 if the slice has none.
    private(set) var cabacInitIdc: UInt32 = 0
    /// `SliceQPY`.
    private(set) var sliceQP: Int32 = 0
    private(set) var deblocking = Deblocking.standard
    /// The position of `slice_data()`, in bits of the RBSP.
    private(set) var end = 0
    private(set) var ranges = FieldRanges()

    /// Reads a slice header.
    /// - Parameter sets: The parameter sets, by `pic_parameter_set_id`.
    /// - Returns: Nil if the unit is not a supported slice, or is incomplete.
    init?(_ unit: NALUnit, rbsp: [UInt8], sets: [UInt32: ParameterSets]) {
        var reader = BitReader(rbsp)
        guard let start = SliceStart(unit, sets: sets, reader: &reader), let kind = start.kind,
            [.p, .b, .i].contains(kind),
            !start.fieldPic, let sets = sets[start.picParameterSetID], sets.picture.numSliceGroups == 1,
            let first = unit.bytes.first
        else { return nil }
        (self.start, isReference) = (start, first >> 5 & 3 != 0)
        ranges.frameNum = start.frameNumRange
        readPicOrderCnt(&reader, sets: sets)
        guard !sets.picture.redundantPicCntPresent || reader.ue() == 0,
            readRefPicLists(&reader, of: kind, picture: sets.picture),
            readDecRefPicMarking(&reader, isIDR: unit.kind == .idrSlice)
        else { return nil }
        if sets.picture.isCABAC, kind != .i { cabacInitIdc = reader.ue() }
        sliceQP = sets.picture.picInitQP + max(-100, min(reader.se(), 100))
        if sets.picture.deblockingFilterControlPresent { deblocking = Deblocking(&reader) }
        end = reader.position
        guard !reader.isExhausted, cabacInitIdc < 3, (0...51).contains(sliceQP) else { return nil }
    }

    private mutating func readPicOrderCnt(_ reader: inout BitReader, sets: ParameterSets) {
        switch sets.sequence.picOrderCntType {
        case .type0(let log2MaxPicOrderCntLsb):
            let start = reader.position
            picOrderCntLsb = reader.bits(log2MaxPicOrderCntLsb)
            ranges.picOrderCntLsb = start..<reader.position
            if sets.picture.bottomFieldPicOrderInFramePresent { deltaPicOrderCntBottom = reader.se() }
        case .type1(_, _, deltaPicOrderAlwaysZero: false):
            // `delta_pic_order_cnt`.
            _ = reader.se()
            if sets.picture.bottomFieldPicOrderInFramePresent { _ = reader.se() }
        case .type1, .type2: break
        }
    }

    /// Reads the reference lists.
    /// - Returns: False for long-term references and for invalid counts.
    private mutating func readRefPicLists(
        _ reader: inout BitReader, of kind: SliceStart.Kind, picture: PictureParameterSet
    ) -> Bool {
        guard kind != .i else { return true }
        // `direct_spatial_mv_pred_flag`.
        if kind == .b { reader.skip(1) }
        let lists = kind == .b ? 2 : 1
        numRefIdxActive = picture.numRefIdxDefaultActive.prefix(lists).map { Int($0) }
        // `num_ref_idx_active_override_flag`.
        if reader.bit() { numRefIdxActive = numRefIdxActive.map { _ in Int(min(reader.ue(), 32)) + 1 } }
        guard numRefIdxActive.allSatisfy({ $0 <= 32 }) else { return false }
        let start = reader.position
        for _ in 0..<lists {
            guard let list = Self.refPicListModification(&reader) else { return false }
            refPicListModifications.append(list)
        }
        ranges.refPicListModification = start..<reader.position
        hasPredWeightTable = kind == .b ? picture.weightedBipredIdc == 1 : picture.weightedPred
        if hasPredWeightTable { skipPredWeightTable(&reader) }
        return true
    }

    private static func refPicListModification(_ reader: inout BitReader) -> [Int64]? {
        // `ref_pic_list_modification_flag_l0` or `ref_pic_list_modification_flag_l1`.
        guard reader.bit() else { return [] }
        var modifications: [Int64] = []
        while !reader.isExhausted {
            // `modification_of_pic_nums_idc`.
            switch reader.ue() {
            case 0: modifications.append(-Int64(reader.ue()) - 1)
            case 1: modifications.append(Int64(reader.ue()) + 1)
            case 3: return modifications
            default: return nil
            }
            if modifications.count > 33 { return nil }
        }
        return nil
    }

    private func skipPredWeightTable(_ reader: inout BitReader) {
        // `luma_log2_weight_denom` and `chroma_log2_weight_denom`.
        for _ in 0..<2 { _ = reader.ue() }
        for _ in 0..<numRefIdxActive.reduce(0, +) {
            for values in [2, 4] where reader.bit() {
                for _ in 0..<values { _ = reader.se() }
            }
        }
    }

    /// Reads `dec_ref_pic_marking()`.
    /// - Returns: False for long-term references.
    private mutating func readDecRefPicMarking(_ reader: inout BitReader, isIDR: Bool) -> Bool {
        let start = reader.position
        defer { ranges.decRefPicMarking = start..<reader.position }
        guard isReference else { return true }
        // `no_output_of_prior_pics_flag` and `long_term_reference_flag`.
        if isIDR { return reader.bits(2) == 0 }
        // `adaptive_ref_pic_marking_mode_flag`.
        guard reader.bit() else { return true }
        var mmco1Differences: [Int64] = []
        while !reader.isExhausted {
            let mmco = reader.ue()
            if mmco == 0 { break }
            guard mmco == 1, mmco1Differences.count < 32 else { return false }
            mmco1Differences.append(Int64(reader.ue()) + 1)
        }
        self.mmco1Differences = mmco1Differences
        return true
    }

    /// Returns the header with other numbers of its own frame and of other frames.
    func changed(
        frameNum: Int64, picOrderCnt: Int64, refPicListModifications: [[Int64]], mmco1Differences: [Int64]?
    ) -> SliceHeader {
        var changed = self
        changed.start.frameNum = UInt32(truncatingIfNeeded: frameNum)
        let lsbMask = (1 << Int64(ranges.picOrderCntLsb.count)) - 1 as Int64
        changed.picOrderCntLsb = UInt32(truncatingIfNeeded: picOrderCnt & lsbMask)
        (changed.refPicListModifications, changed.mmco1Differences) = (refPicListModifications, mmco1Differences)
        return changed
    }

    /// True if the slice is an I slice, or has one reference frame, no list modification and no weights. The frame must
    /// also be a reference frame with sliding window marking.
    var refersAtMostToPreviousFrame: Bool {
        (start.kind == .i
            || start.kind == .p && numRefIdxActive == [1] && refPicListModifications == [[]] && !hasPredWeightTable)
            && isReference && mmco1Differences == nil
    }
}

extension SliceHeader.Deblocking {
    fileprivate init(_ reader: inout BitReader) {
        disableDeblockingFilterIdc = reader.ue()
        offsetsDiv2 = disableDeblockingFilterIdc == 1 ? [0, 0] : [reader.se(), reader.se()]
    }
}
