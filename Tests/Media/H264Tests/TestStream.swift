import Testing

@testable import BitCoding
@testable import H264

/// Parameter sets and slice headers of frames of one macroblock, without macroblocks.
struct TestStream {
    var picOrderCntType = PictureOrderCountType.type0(log2MaxPicOrderCntLsb: 4)
    /// `MaxFrameNum` is 16 if this is 4.
    var log2MaxFrameNum: UInt32 = 4
    var maxNumRefFrames: UInt32 = 4

    /// A modification of a reference list (7.3.3.1).
    struct Modification {
        let idc: UInt32
        /// `abs_diff_pic_num_minus1` or `long_term_pic_num`.
        let value: UInt32

        /// Subtracts from the predicted picture number.
        static func minus(_ absDiffPicNum: UInt32) -> Modification { Modification(idc: 0, value: absDiffPicNum - 1) }
        /// Adds to the predicted picture number.
        static func plus(_ absDiffPicNum: UInt32) -> Modification { Modification(idc: 1, value: absDiffPicNum - 1) }
        /// Selects a long-term reference frame.
        static func longTerm(_ longTermPicNum: UInt32) -> Modification { Modification(idc: 2, value: longTermPicNum) }
    }

    /// A `memory_management_control_operation` and its values (7.3.3.3).
    struct Operation {
        let mmco: UInt32
        var values: [UInt32] = []
    }

    /// The fields of a slice header.
    struct Slice {
        var kind = SliceStart.Kind.p
        var isIDR = false
        var isReference = true
        var frameNum: UInt32 = 0
        var picOrderCntLsb: UInt32 = 0
        /// `num_ref_idx_l0_active_minus1` + 1 and `num_ref_idx_l1_active_minus1` + 1.
        var numRefIdxActive: [UInt32] = [4, 4]
        var modifications: [[Modification]] = [[], []]
        /// Nil for sliding window marking.
        var operations: [Operation]?
        var longTermReference = false
    }

    /// The parameter sets, by `pic_parameter_set_id`.
    func parameterSets() throws -> [UInt32: ParameterSets] {
        let sequence = try #require(SequenceParameterSet(NALUnit([0x67]).replacing(rbsp: sequenceParameterSet)))
        let picture = try #require(PictureParameterSet(NALUnit([0x68]).replacing(rbsp: pictureParameterSet)))
        return [0: ParameterSets(sequence: sequence, picture: picture)]
    }

    private var sequenceParameterSet: [UInt8] {
        var writer = BitWriter()
        // Main profile, level 4.
        for value: UInt32 in [77, 0, 40] { writer.bits(value, count: 8) }
        writer.ue(0)
        writer.ue(log2MaxFrameNum - 4)
        switch picOrderCntType {
        case .type0(let log2MaxPicOrderCntLsb):
            writer.ue(0)
            writer.ue(UInt32(log2MaxPicOrderCntLsb) - 4)
        case .type1(let offsetForRefFrame, let offsetForTopToBottomField, let deltaPicOrderAlwaysZero):
            writer.ue(1)
            writer.bit(deltaPicOrderAlwaysZero)
            writer.se(0)
            writer.se(offsetForTopToBottomField)
            writer.ue(UInt32(offsetForRefFrame.count))
            for offset in offsetForRefFrame { writer.se(offset) }
        case .type2: writer.ue(2)
        }
        writer.ue(maxNumRefFrames)
        writer.bit(false)
        // One macroblock, `frame_mbs_only_flag`, `direct_8x8_inference_flag`, no cropping and no VUI.
        for _ in 0..<2 { writer.ue(0) }
        for flag in [true, true, false, false, true] { writer.bit(flag) }
        return writer.finish()
    }

    private var pictureParameterSet: [UInt8] {
        var writer = BitWriter()
        for _ in 0..<2 { writer.ue(0) }
        // CAVLC, no `delta_pic_order_cnt_bottom`, one slice group, one reference frame in each list, no weights.
        for _ in 0..<2 { writer.bit(false) }
        for _ in 0..<3 { writer.ue(0) }
        writer.bits(0, count: 3)
        for _ in 0..<3 { writer.se(0) }
        // No deblocking control, no constrained intra prediction, no redundant slices; the stop bit.
        for flag in [false, false, false, true] { writer.bit(flag) }
        return writer.finish()
    }

    /// Returns a slice with a header and no macroblocks.
    func unit(_ slice: Slice) -> NALUnit {
        var writer = BitWriter()
        writer.ue(0)
        writer.ue(slice.kind.rawValue)
        writer.ue(0)
        writer.bits(slice.frameNum, count: Int(log2MaxFrameNum))
        if slice.isIDR { writer.ue(0) }
        switch picOrderCntType {
        case .type0(let log2MaxPicOrderCntLsb): writer.bits(slice.picOrderCntLsb, count: log2MaxPicOrderCntLsb)
        case .type1(_, _, deltaPicOrderAlwaysZero: false): writer.se(0)
        case .type1, .type2: break
        }
        writeReferences(slice, to: &writer)
        if slice.isReference { writeMarking(slice, to: &writer) }
        // `slice_qp_delta`, and the stop bit.
        writer.se(0)
        writer.bit(true)
        let header: UInt8 = (slice.isReference ? 0x60 : 0) | (slice.isIDR ? 5 : 1)
        return NALUnit([header]).replacing(rbsp: writer.finish())
    }

    private func writeReferences(_ slice: Slice, to writer: inout BitWriter) {
        guard slice.kind != .i else { return }
        let lists = slice.kind == .b ? 2 : 1
        // `direct_spatial_mv_pred_flag`.
        if slice.kind == .b { writer.bit(true) }
        writer.bit(true)
        for count in slice.numRefIdxActive.prefix(lists) { writer.ue(count - 1) }
        for list in slice.modifications.prefix(lists) {
            writer.bit(!list.isEmpty)
            guard !list.isEmpty else { continue }
            for modification in list {
                writer.ue(modification.idc)
                writer.ue(modification.value)
            }
            writer.ue(3)
        }
    }

    private func writeMarking(_ slice: Slice, to writer: inout BitWriter) {
        guard !slice.isIDR else {
            writer.bit(false)
            writer.bit(slice.longTermReference)
            return
        }
        writer.bit(slice.operations != nil)
        guard let operations = slice.operations else { return }
        for operation in operations {
            writer.ue(operation.mmco)
            for value in operation.values { writer.ue(value) }
        }
        writer.ue(0)
    }
}

/// The decoded picture buffer of a stream. Frames are numbered in decoding order, from the IDR on, which is 0.
final class TestDecoder {
    private let stream: TestStream
    private let sets: [UInt32: ParameterSets]
    private var buffer: DecodedPictureBuffer
    private var frames = 0

    /// Decodes an IDR.
    init(_ stream: TestStream) throws {
        self.stream = stream
        sets = try stream.parameterSets()
        buffer = DecodedPictureBuffer(try #require(sets[0]).sequence)
        _ = try #require(decode(TestStream.Slice(kind: .i, isIDR: true)))
    }

    /// Decodes a frame.
    /// - Returns: Nil if its header or the buffer refuses it.
    func decode(_ slice: TestStream.Slice) -> DecodedPictureBuffer.Outcome? {
        let unit = stream.unit(slice)
        guard let header = SliceHeader(unit, rbsp: unit.rbsp, sets: sets) else { return nil }
        defer { frames += 1 }
        return buffer.decode([header], of: frames)
    }
}
