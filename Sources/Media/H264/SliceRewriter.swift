import BitCoding

/// Rewrites slices of one encoder for the stream of another encoder, so that both can use the stream's parameter sets.
///
/// The slice header is written again; the macroblocks stay the same (ITU-T H.264, 7.3.3). The encoder's frames must be
/// IDRs, and P frames that refer to the previous frame. A pure value.
package struct SliceRewriter: Equatable, Sendable {
    /// A difference of the parameter sets that would change the meaning of macroblocks.
    package enum Mismatch: Error, Equatable, Sendable, CaseIterable {
        /// The coded frames have different sizes.
        case size
        /// The samples are not 4:2:0 with 8 bits.
        case samples
        /// Macroblocks may be coded as fields.
        case fields
        /// The stream or the encoder has several slice groups.
        case sliceGroups
        /// `entropy_coding_mode_flag` differs.
        case entropyCodingMode
        /// `transform_8x8_mode_flag` differs.
        case transform8x8Mode
        case scalingLists
        /// `chroma_qp_index_offset` or `second_chroma_qp_index_offset` differs.
        case chromaQPIndexOffset
        /// `constrained_intra_pred_flag` differs.
        case constrainedIntraPred
        /// The stream allows fewer reference frames than the encoder uses.
        case maxNumRefFrames
        /// The stream's slices cannot express the picture order count.
        case picOrderCnt
        /// The stream's slices cannot express the deblocking parameters.
        case deblocking
        /// The slice has a form that cannot be rewritten.
        case slice
    }

    /// The parameter sets of the encoder.
    private let own: ParameterSets
    /// The parameter sets of the stream.
    private let target: ParameterSets

    /// Creates a rewriter.
    /// - Throws: The difference that makes the encoder's macroblocks invalid in the stream.
    package init(from own: ParameterSets, to target: ParameterSets) throws(Mismatch) {
        (self.own, self.target) = (own, target)
        if let mismatch = Self.mismatch(own.sequence, with: target.sequence)
            ?? Self.mismatch(own.picture, with: target.picture)
        {
            throw mismatch
        }
        guard own.scalingLists == target.scalingLists else { throw .scalingLists }
    }

    private static func mismatch(_ own: SequenceParameterSet, with target: SequenceParameterSet) -> Mismatch? {
        for set in [own, target] where set.chromaFormatIdc != 1 || set.bitDepths != [8, 8] { return .samples }
        if target.mbAdaptiveFrameField || !own.frameMbsOnly { return .fields }
        if own.picWidthInMbs != target.picWidthInMbs || own.frameHeightInMbs != target.frameHeightInMbs {
            return .size
        }
        if own.maxNumRefFrames > target.maxNumRefFrames { return .maxNumRefFrames }
        if case .type1(_, _, deltaPicOrderAlwaysZero: true) = target.picOrderCntType,
            !target.picOrderCntType.impliesDecodingOrder
        {
            return .picOrderCnt
        }
        return nil
    }

    private static func mismatch(_ own: PictureParameterSet, with target: PictureParameterSet) -> Mismatch? {
        if own.numSliceGroups != 1 || target.numSliceGroups != 1 { return .sliceGroups }
        if own.isCABAC != target.isCABAC { return .entropyCodingMode }
        if own.transform8x8Mode != target.transform8x8Mode { return .transform8x8Mode }
        if own.chromaQPIndexOffsets != target.chromaQPIndexOffsets { return .chromaQPIndexOffset }
        if own.constrainedIntraPred != target.constrainedIntraPred { return .constrainedIntraPred }
        return nil
    }

    /// Returns a slice for the stream.
    /// - Parameters:
    ///   - absFrameNum: The number of its frame since the IDR, which is 0: `FrameNumOffset` + `frame_num`.
    ///   - idrPicID: The `idr_pic_id` of an IDR: 0 to 65,535.
    /// - Throws: `deblocking`, `picOrderCnt` or `slice`.
    package func rewritten(_ unit: NALUnit, absFrameNum: Int64, idrPicID: UInt32) throws(Mismatch) -> NALUnit {
        let rbsp = unit.rbsp
        guard let header = SliceHeader(unit, rbsp: rbsp, sets: [own.picture.id: own]),
            header.refersAtMostToPreviousFrame,
            let stop = rbsp.stopBit, header.end <= stop
        else { throw .slice }
        var writer = try written(header, absFrameNum: absFrameNum, idrPicID: unit.kind == .idrSlice ? idrPicID : nil)
        if target.picture.isCABAC {
            writer.align(with: true)
            writer.append(rbsp, from: (header.end + 7) / 8 * 8, to: stop)
        } else {
            writer.append(rbsp, from: header.end, to: stop)
        }
        writer.bit(true)
        return unit.replacing(rbsp: writer.finish())
    }

    /// Returns a slice for the stream that shows the previous frame again: a P slice of the whole frame, all of whose
    /// macroblocks are skipped. Their motion vectors are zero (8.4.1.1), and no edge is filtered (8.7.2.1).
    /// - Parameter absFrameNum: The number of its frame since the IDR.
    /// - Throws: `entropyCodingMode` for CABAC, `picOrderCnt`.
    package func repetition(absFrameNum: Int64) throws(Mismatch) -> NALUnit {
        guard !target.picture.isCABAC else { throw .entropyCodingMode }
        var writer = BitWriter()
        try writeStart((0, SliceStart.Kind.p.rawValue), absFrameNum: absFrameNum, idrPicID: nil, to: &writer)
        // `adaptive_ref_pic_marking_mode_flag` and `slice_qp_delta`.
        writer.bit(false)
        writer.se(0)
        if target.picture.deblockingFilterControlPresent { writer.ue(1) }
        // `mb_skip_run`.
        writer.ue(UInt32(target.sequence.picWidthInMbs * target.sequence.frameHeightInMbs))
        writer.bit(true)
        // `nal_ref_idc` is 2.
        return NALUnit([0x40 | NALUnit.Kind.slice.rawValue]).replacing(rbsp: writer.finish())
    }

    private func written(
        _ header: SliceHeader, absFrameNum: Int64, idrPicID: UInt32?
    ) throws(Mismatch) -> BitWriter {
        let picture = target.picture
        var writer = BitWriter()
        try writeStart(
            (header.start.firstMbInSlice, header.start.sliceType), absFrameNum: absFrameNum, idrPicID: idrPicID,
            to: &writer)
        // `dec_ref_pic_marking()`: sliding window, or an IDR without flags.
        writer.bits(0, count: idrPicID == nil ? 1 : 2)
        if picture.isCABAC, header.start.kind == .p { writer.ue(header.cabacInitIdc) }
        writer.se(header.sliceQP - picture.picInitQP)
        try writeDeblocking(header.deblocking, to: &writer)
        return writer
    }

    /// Writes the fields before `dec_ref_pic_marking()`.
    private func writeStart(
        _ slice: (firstMb: UInt32, type: UInt32), absFrameNum: Int64, idrPicID: UInt32?,
        to writer: inout BitWriter
    ) throws(Mismatch) {
        let (sequence, picture) = (target.sequence, target.picture)
        writer.ue(slice.firstMb)
        writer.ue(slice.type)
        writer.ue(picture.id)
        writer.bits(UInt32(truncatingIfNeeded: absFrameNum), count: sequence.log2MaxFrameNum)
        // `field_pic_flag`.
        if !sequence.frameMbsOnly { writer.bit(false) }
        if let idrPicID { writer.ue(idrPicID) }
        try writePicOrderCnt(absFrameNum, to: &writer)
        if picture.redundantPicCntPresent { writer.ue(0) }
        if SliceStart.Kind(rawValue: slice.type % 5) == .p { writeRefPicLists(to: &writer) }
    }

    private func writePicOrderCnt(_ absFrameNum: Int64, to writer: inout BitWriter) throws(Mismatch) {
        // The picture order count increases by 2 with each frame.
        switch target.sequence.picOrderCntType {
        case .type0(let log2MaxPicOrderCntLsb):
            writer.bits(UInt32(truncatingIfNeeded: 2 * absFrameNum), count: log2MaxPicOrderCntLsb)
        case .type1(_, let offsetForTopToBottomField, deltaPicOrderAlwaysZero: false):
            // The earlier field of an IDR has the count 0.
            let lift = target.picture.bottomFieldPicOrderInFramePresent ? 0 : max(0, -Int64(offsetForTopToBottomField))
            let expected = target.sequence.picOrderCntType.expectedPicOrderCnt(absFrameNum: absFrameNum)
            let (delta, overflows) = (2 * absFrameNum + lift).subtractingReportingOverflow(expected)
            guard !overflows, let deltaPicOrderCnt = Int32(exactly: delta), deltaPicOrderCnt > .min else {
                throw .picOrderCnt
            }
            writer.se(deltaPicOrderCnt)
            if target.picture.bottomFieldPicOrderInFramePresent {
                writer.se(offsetForTopToBottomField == .min ? 0 : -offsetForTopToBottomField)
            }
            return
        case .type1, .type2: return
        }
        if target.picture.bottomFieldPicOrderInFramePresent { writer.se(0) }
    }

    private func writeRefPicLists(to writer: inout BitWriter) {
        let isDefault = target.picture.numRefIdxDefaultActive[0] == 1
        // `num_ref_idx_active_override_flag`.
        writer.bit(!isDefault)
        if !isDefault { writer.ue(0) }
        // `ref_pic_list_modification_flag_l0`.
        writer.bit(false)
        guard target.picture.weightedPred else { return }
        // The weight denominators of luma and chroma are 1, and the only reference frame has no weights.
        for _ in 0..<2 { writer.ue(0) }
        for _ in 0..<2 { writer.bit(false) }
    }

    private func writeDeblocking(
        _ deblocking: SliceHeader.Deblocking, to writer: inout BitWriter
    ) throws(Mismatch) {
        guard target.picture.deblockingFilterControlPresent else {
            if deblocking != .standard { throw .deblocking }
            return
        }
        writer.ue(deblocking.disableDeblockingFilterIdc)
        guard deblocking.disableDeblockingFilterIdc != 1 else { return }
        for offset in deblocking.offsetsDiv2 { writer.se(offset) }
    }
}
