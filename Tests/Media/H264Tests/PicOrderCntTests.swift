import Testing

@testable import BitCoding
@testable import H264

/// Picture order counts, worked out by hand from ITU-T H.264, 8.2.1.
@Suite struct PicOrderCntTests {
    private typealias Slice = TestStream.Slice

    /// A frame of a stream and its `PicOrderCnt`.
    struct Frame: Sendable {
        var isReference = true
        /// `pic_order_cnt_lsb` for type 0, `frame_num` for type 2.
        let value: UInt32
        let picOrderCnt: Int64

        static func reference(_ value: UInt32, _ picOrderCnt: Int64) -> Frame {
            Frame(value: value, picOrderCnt: picOrderCnt)
        }

        static func other(_ value: UInt32, _ picOrderCnt: Int64) -> Frame {
            Frame(isReference: false, value: value, picOrderCnt: picOrderCnt)
        }
    }

    /// 8.2.1.1: `MaxPicOrderCntLsb` is 16. In the comments, `prev` is `prevPicOrderCntMsb` and `prevPicOrderCntLsb`.
    @Test(
        "Type 0 counts pic_order_cnt_lsb, which wraps",
        arguments: [
            // Upwards: from 12 to 0 the difference is 12, at least 8, so that 16 is added.
            [.reference(4, 4), .reference(8, 8), .reference(12, 12), .reference(0, 16), .reference(4, 20)],
            // Frames that are no references do not change prev.
            [
                .reference(8, 8),
                // prev (0, 8). 8 - 0 = 8, at least half: upwards. 8 - 1 = 7: not.
                .other(0, 16), .other(1, 1), .other(15, 15), .reference(14, 14),
                // prev (0, 14). 14 - 6 = 8: upwards. 14 - 7 = 7: not.
                .other(6, 22), .other(7, 7), .reference(2, 18),
                // prev (16, 2). 10 - 2 = 8 is not above half: not downwards. 11 - 2 = 9: downwards.
                .other(10, 26), .other(11, 11), .other(1, 17), .other(15, 15), .reference(6, 22),
            ],
            // A count below that of the IDR.
            [.reference(8, 8), .reference(2, 2), .other(14, -2), .other(0, 0)],
        ] as [[Frame]])
    func type0(_ frames: [Frame]) throws {
        let decoder = try TestDecoder(TestStream(maxNumRefFrames: 1))
        var frameNum: UInt32 = 1
        for frame in frames {
            let slice = Slice(isReference: frame.isReference, frameNum: frameNum, picOrderCntLsb: frame.value)
            #expect(try #require(decoder.decode(slice)).picOrderCnt == frame.picOrderCnt)
            if frame.isReference { frameNum = (frameNum + 1) % 16 }
        }
    }

    /// `pic_order_cnt_lsb` has 4 to 16 bits.
    @Test("Type 0 wraps at each number of bits", arguments: 4...16)
    func type0Bits(count: Int) throws {
        let stream = TestStream(picOrderCntType: .type0(log2MaxPicOrderCntLsb: count), maxNumRefFrames: 1)
        let decoder = try TestDecoder(stream)
        let maxPicOrderCntLsb = Int64(1) << Int64(count)
        for frame in 1...12 as ClosedRange<Int64> {
            let picOrderCnt = frame * (maxPicOrderCntLsb / 4)
            let slice = Slice(
                frameNum: UInt32(frame), picOrderCntLsb: UInt32(picOrderCnt % maxPicOrderCntLsb))
            #expect(try #require(decoder.decode(slice)).picOrderCnt == picOrderCnt)
        }
    }

    @Test("The picture order count of an IDR is 0")
    func idr() throws {
        let decoder = try TestDecoder(TestStream())
        #expect(decoder.decode(Slice(kind: .i, isIDR: true, picOrderCntLsb: 2)) == nil)
        _ = try #require(decoder.decode(Slice(kind: .i, isIDR: true)))
        #expect(try #require(decoder.decode(Slice(frameNum: 1, picOrderCntLsb: 2))).picOrderCnt == 2)
    }

    /// 8.2.1.2: `expectedPicOrderCnt` for `offset_for_ref_frame` 4, 2, 6, whose sum is 12.
    @Test(
        "Type 1 expects the counts of its cycle",
        arguments: [
            // `absFrameNum` - 1 = 3 * `picOrderCntCycleCnt` + `frameNumInPicOrderCntCycle`.
            (0, 0), (1, 4), (2, 4 + 2), (3, 4 + 2 + 6), (4, 12 + 4), (5, 12 + 6), (6, 24), (7, 24 + 4),
            (17, 5 * 12 + 6), (65_536, 21_845 * 12 + 4),
        ] as [(Int64, Int64)])
    func type1(absFrameNum: Int64, expected: Int64) {
        let type = PictureOrderCountType.type1(
            offsetForRefFrame: [4, 2, 6], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: false)
        #expect(type.expectedPicOrderCnt(absFrameNum: absFrameNum) == expected)
        let empty = PictureOrderCountType.type1(
            offsetForRefFrame: [], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: false)
        #expect(empty.expectedPicOrderCnt(absFrameNum: absFrameNum) == 0)
    }

    /// `delta_pic_order_cnt[0]` is `TopFieldOrderCnt` - `expectedPicOrderCnt` (8-9). Rewritten frames have the counts
    /// 0, 2, 4, …, and `frame_num` wraps at 16.
    @Test(
        "Type 1 has the difference to the expected count in slices",
        arguments: [(0, 0, 0), (1, 1, 2 - 4), (2, 2, 4 - 6), (3, 3, 6 - 12), (5, 5, 10 - 18), (17, 1, 34 - 66)]
            as [(Int64, UInt32, Int32)])
    func type1Slices(absFrameNum: Int64, frameNum: UInt32, deltaPicOrderCnt: Int32) throws {
        let target = TestStream(
            picOrderCntType: .type1(
                offsetForRefFrame: [4, 2, 6], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: false))
        let own = TestStream()
        let rewriter = try SliceRewriter(
            from: try #require(try own.parameterSets()[0]), to: try #require(try target.parameterSets()[0]))
        let unit = own.unit(Slice(kind: .i, isIDR: absFrameNum == 0))
        var reader = BitReader(try rewriter.rewritten(unit, absFrameNum: absFrameNum, idrPicID: 0).rbsp)
        // `first_mb_in_slice`, `slice_type` and `pic_parameter_set_id`.
        for _ in 0..<3 { _ = reader.ue() }
        #expect(reader.bits(4) == frameNum)
        // `idr_pic_id`.
        if absFrameNum == 0 { _ = reader.ue() }
        #expect(reader.se() == deltaPicOrderCnt)
    }

    /// The buffer does not derive counts of type 1, so that such frames are encoded again.
    @Test("Frames of type 1 are refused", arguments: [false, true])
    func type1Frames(deltaPicOrderAlwaysZero: Bool) throws {
        let stream = TestStream(
            picOrderCntType: .type1(
                offsetForRefFrame: [2], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: deltaPicOrderAlwaysZero))
        let decoder = try TestDecoder(stream)
        #expect(decoder.decode(Slice(frameNum: 1)) == nil)
    }

    /// 8.2.1.3: twice `FrameNumOffset` + `frame_num`, minus 1 for a frame that is no reference. `MaxFrameNum` is 16.
    @Test("Type 2 counts frame_num, which wraps")
    func type2() throws {
        let decoder = try TestDecoder(TestStream(picOrderCntType: .type2, maxNumRefFrames: 1))
        let frames: [Frame] =
            [.other(1, 1), .reference(1, 2), .other(2, 3)] + (2...15).map { .reference($0, 2 * Int64($0)) }
            // `FrameNumOffset` is 16, also after a frame that is no reference.
            + [.other(0, 31), .reference(0, 32), .other(1, 33)] + (1...15).map { .reference($0, 32 + 2 * Int64($0)) }
            // `FrameNumOffset` is 32.
            + [.reference(0, 64), .reference(1, 66), .other(2, 67)]
        for frame in frames {
            let slice = Slice(isReference: frame.isReference, frameNum: frame.value)
            #expect(try #require(decoder.decode(slice)).picOrderCnt == frame.picOrderCnt)
        }
    }

    /// After `memory_management_control_operation` 5, the frame counts as `frame_num` 0 and its count is subtracted
    /// (8.2.1 and 7.4.3). That is not supported: the header is refused, and with it the GOP.
    @Test(
        "Memory management control operation 5 is refused",
        arguments: [
            .type0(log2MaxPicOrderCntLsb: 4), .type2,
            .type1(offsetForRefFrame: [2], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: true),
        ] as [PictureOrderCountType])
    func operation5(_ type: PictureOrderCountType) throws {
        let stream = TestStream(picOrderCntType: type)
        let sets = try stream.parameterSets()
        let idr = stream.unit(Slice(kind: .i, isIDR: true))
        let slice = Slice(frameNum: 1, operations: [TestStream.Operation(mmco: 5)])
        let unit = stream.unit(slice)
        #expect(SliceHeader(unit, rbsp: unit.rbsp, sets: sets) == nil)
        let frames: [(units: [NALUnit], time: Int64)] = [([idr], 0), ([unit], 1)]
        #expect(GOPReferences(frames.prefix(1), sets: sets) != nil)
        #expect(GOPReferences(frames, sets: sets) == nil)
    }
}
