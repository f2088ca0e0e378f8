package import BitCoding

/// The coding of the picture order count in slices: `pic_order_cnt_type` (ITU-T H.264, 8.2.1).
package enum PictureOrderCountType: Equatable, Sendable {
    /// Type 0: slices have `pic_order_cnt_lsb`, the lowest bits of the picture order count.
    ///
    /// The value is `log2_max_pic_order_cnt_lsb_minus4` + 4, the number of these bits: 4...16.
    case type0(log2MaxPicOrderCntLsb: Int)
    /// Type 1: slices have the difference to an expected count, which follows the cycle `offset_for_ref_frame`.
    ///
    /// The other values are `offset_for_top_to_bottom_field` and `delta_pic_order_always_zero_flag`.
    case type1(offsetForRefFrame: [Int32], offsetForTopToBottomField: Int32, deltaPicOrderAlwaysZero: Bool)
    /// Type 2: the output order is the decoding order.
    case type2
}

extension PictureOrderCountType {
    /// Reads the picture order fields of a sequence parameter set.
    /// - Returns: Nil if they are invalid.
    package init?(_ reader: inout BitReader) {
        switch reader.ue() {
        case 0:
            let log2MaxPicOrderCntLsbMinus4 = reader.ue()
            guard log2MaxPicOrderCntLsbMinus4 <= 12 else { return nil }
            self = .type0(log2MaxPicOrderCntLsb: Int(log2MaxPicOrderCntLsbMinus4) + 4)
        case 1:
            let deltaPicOrderAlwaysZero = reader.bit()
            // `offset_for_non_ref_pic`.
            _ = reader.se()
            let offsetForTopToBottomField = reader.se()
            let numRefFramesInPicOrderCntCycle = reader.ue()
            guard numRefFramesInPicOrderCntCycle <= 255 else { return nil }
            self = .type1(
                offsetForRefFrame: (0..<numRefFramesInPicOrderCntCycle).map { _ in reader.se() },
                offsetForTopToBottomField: offsetForTopToBottomField, deltaPicOrderAlwaysZero: deltaPicOrderAlwaysZero)
        case 2: self = .type2
        default: return nil
        }
    }

    /// Returns the `expectedPicOrderCnt` of a frame (8.2.1.2), if all frames since the IDR are reference frames.
    /// - Parameter absFrameNum: The number of the frame since the IDR, which is 0: `FrameNumOffset` + `frame_num`.
    func expectedPicOrderCnt(absFrameNum: Int64) -> Int64 {
        guard case .type1(let offsetForRefFrame, _, _) = self, absFrameNum > 0, !offsetForRefFrame.isEmpty else {
            return 0
        }
        let (picOrderCntCycleCnt, frameNumInPicOrderCntCycle) = (absFrameNum - 1)
            .quotientAndRemainder(dividingBy: Int64(offsetForRefFrame.count))
        let expectedDeltaPerPicOrderCntCycle = offsetForRefFrame.reduce(0) { $0 + Int64($1) }
        return picOrderCntCycleCnt * expectedDeltaPerPicOrderCntCycle
            + offsetForRefFrame[...Int(frameNumInPicOrderCntCycle)].reduce(0) { $0 + Int64($1) }
    }

    /// True if the output order is the decoding order if slices have no picture order fields.
    var impliesDecodingOrder: Bool {
        switch self {
        case .type0: false
        case .type1(let offsetForRefFrame, _, _):
            !offsetForRefFrame.isEmpty && offsetForRefFrame.allSatisfy { $0 > 0 }
        case .type2: true
        }
    }
}
