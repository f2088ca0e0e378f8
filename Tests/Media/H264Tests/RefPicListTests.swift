import Testing

@testable import H264

/// Reference lists of small streams, worked out by hand from ITU-T H.264, 8.2.4 and 8.2.5. Frames are numbered in
/// decoding order; the IDR is 0.
@Suite struct RefPicListTests {
    private typealias Slice = TestStream.Slice

    /// Returns a decoder after an IDR and some P frames, whose `frame_num` follow each other.
    private func decoder(frames: Int, maxNumRefFrames: UInt32 = 4) throws -> TestDecoder {
        let decoder = try TestDecoder(TestStream(maxNumRefFrames: maxNumRefFrames))
        for frame in 1..<max(frames, 1) {
            let slice = Slice(frameNum: UInt32(frame % 16), picOrderCntLsb: UInt32(2 * frame % 16))
            _ = try #require(decoder.decode(slice))
        }
        return decoder
    }

    /// A P frame after `frames` frames.
    struct InitialList: Sendable {
        let frames: Int
        let maxNumRefFrames: UInt32
        let numRefIdxActive: UInt32
        let list: [Int?]
    }

    /// 8.2.4.2.1: `PicNum` descends. 8.2.5.3: the sliding window keeps the last `max_num_ref_frames` frames. 8.2.4.2: a
    /// list has `num_ref_idx_l0_active_minus1` + 1 entries.
    @Test(
        "P frames refer to the last frame first",
        arguments: [
            InitialList(frames: 1, maxNumRefFrames: 4, numRefIdxActive: 1, list: [0]),
            InitialList(frames: 3, maxNumRefFrames: 4, numRefIdxActive: 3, list: [2, 1, 0]),
            InitialList(frames: 5, maxNumRefFrames: 3, numRefIdxActive: 3, list: [4, 3, 2]),
            // Fewer and more entries than reference frames.
            InitialList(frames: 3, maxNumRefFrames: 4, numRefIdxActive: 2, list: [2, 1]),
            InitialList(frames: 2, maxNumRefFrames: 4, numRefIdxActive: 4, list: [1, 0, nil, nil]),
            // `max_num_ref_frames` 0 leaves one frame (8.2.5.3, Max(max_num_ref_frames, 1)).
            InitialList(frames: 3, maxNumRefFrames: 0, numRefIdxActive: 2, list: [2, nil]),
            // `frame_num` of frames 14 to 17 is 14, 15, 0 and 1. In frame 18, with `frame_num` 2, `PicNum` is -2, -1, 0
            // and 1 (8-27).
            InitialList(frames: 18, maxNumRefFrames: 4, numRefIdxActive: 4, list: [17, 16, 15, 14]),
        ])
    func initialListOfP(_ known: InitialList) throws {
        let decoder = try decoder(frames: known.frames, maxNumRefFrames: known.maxNumRefFrames)
        let slice = Slice(
            frameNum: UInt32(known.frames % 16), picOrderCntLsb: UInt32(2 * known.frames % 16),
            numRefIdxActive: [known.numRefIdxActive])
        #expect(try #require(decoder.decode(slice)).refPicLists == [[known.list]])
    }

    /// `PicOrderCnt` has no influence on the lists of P frames (8.2.4.2.1).
    @Test("P frames go by the decoding order, not by the output order")
    func outputOrderOfP() throws {
        let decoder = try TestDecoder(TestStream())
        _ = try #require(decoder.decode(Slice(frameNum: 1, picOrderCntLsb: 6)))
        _ = try #require(decoder.decode(Slice(frameNum: 2, picOrderCntLsb: 2)))
        let outcome = try #require(decoder.decode(Slice(frameNum: 3, picOrderCntLsb: 4, numRefIdxActive: [3])))
        #expect(outcome.refPicLists == [[[2, 1, 0]]])
    }

    /// A B frame between reference frames.
    struct ListsOfB: Sendable {
        /// `pic_order_cnt_lsb` of the reference frames after the IDR, in decoding order.
        let references: [UInt32]
        let picOrderCntLsb: UInt32
        let numRefIdxActive: [UInt32]
        let lists: [[Int?]]
    }

    /// 8.2.4.2.3: list 0 has first the frames before the current one in output order, the nearest first, and then those
    /// after it, the nearest first. List 1 is the other way round.
    @Test(
        "B frames refer to the nearest frames in output order first",
        arguments: [
            // Output order: 0 (IDR), 2 (current), 4 (frame 2), 6 (frame 1).
            ListsOfB(
                references: [6, 4], picOrderCntLsb: 2, numRefIdxActive: [3, 3], lists: [[0, 2, 1], [2, 1, 0]]),
            // Output order: 0 (IDR), 3 (frame 2), 5 (current), 6 (frame 1).
            ListsOfB(
                references: [6, 3], picOrderCntLsb: 5, numRefIdxActive: [3, 3], lists: [[2, 0, 1], [1, 2, 0]]),
            ListsOfB(references: [6, 3], picOrderCntLsb: 5, numRefIdxActive: [1, 2], lists: [[2], [1, 2]]),
            // All frames are before the current one. Both lists would be equal, so that list 1 has its first two
            // entries swapped.
            ListsOfB(
                references: [2, 4], picOrderCntLsb: 6, numRefIdxActive: [3, 3], lists: [[2, 1, 0], [1, 2, 0]]),
            // The lists are compared before they are cut to `num_ref_idx_l1_active_minus1` + 1 entries.
            ListsOfB(references: [2, 4], picOrderCntLsb: 6, numRefIdxActive: [1, 1], lists: [[2], [1]]),
            // Lists of one frame are not swapped.
            ListsOfB(references: [], picOrderCntLsb: 2, numRefIdxActive: [1, 1], lists: [[0], [0]]),
        ])
    func initialListsOfB(_ known: ListsOfB) throws {
        let decoder = try TestDecoder(TestStream())
        for (frame, picOrderCntLsb) in zip(1..., known.references) {
            _ = try #require(decoder.decode(Slice(frameNum: UInt32(frame), picOrderCntLsb: picOrderCntLsb)))
        }
        let slice = Slice(
            kind: .b, isReference: false, frameNum: UInt32(known.references.count + 1),
            picOrderCntLsb: known.picOrderCntLsb, numRefIdxActive: known.numRefIdxActive)
        #expect(try #require(decoder.decode(slice)).refPicLists == [known.lists])
    }

    /// A modified list of a P frame after `frames` frames.
    struct ModifiedList: Sendable {
        let frames: Int
        let modifications: [TestStream.Modification]
        let list: [Int?]
    }

    /// 8.2.4.3.1: the prediction of `picNumL0NoWrap` begins with `CurrPicNum`, wraps at `MaxFrameNum`, and each frame
    /// moves to the next index. The entries behind it are shifted, and the frame's other entry behind it is removed.
    @Test(
        "Lists are modified one entry after the other",
        arguments: [
            // Initial list: 3, 2, 1, 0. 4 - 3 = 1.
            ModifiedList(frames: 4, modifications: [.minus(3)], list: [1, 3, 2, 0]),
            // 4 - 4 = 0, then 0 + 2 = 2.
            ModifiedList(frames: 4, modifications: [.minus(4), .plus(2)], list: [0, 2, 3, 1]),
            // 4 - 1 = 3 is already first.
            ModifiedList(frames: 4, modifications: [.minus(1)], list: [3, 2, 1, 0]),
            // 3 twice: 3 - 16 = -13 wraps to 3. The list keeps four entries, so that 0 falls out.
            ModifiedList(frames: 4, modifications: [.minus(1), .minus(16)], list: [3, 3, 2, 1]),
            // 2, 3 and again 2: 4 - 2 = 2, 2 + 1 = 3, 3 - 1 = 2.
            ModifiedList(frames: 4, modifications: [.minus(2), .plus(1), .minus(1)], list: [2, 3, 2, 1]),
            // Initial list: 17, 16, 15, 14, with `PicNum` 1, 0, -1, -2. 2 - 4 = -2 wraps to 14, and 14 > 2, so that
            // `picNumL0` is 14 - 16 = -2.
            ModifiedList(frames: 18, modifications: [.minus(4)], list: [14, 17, 16, 15]),
            // 2 + 13 = 15, and 15 > 2, so that `picNumL0` is -1. Then 15 + 1 = 16 wraps to 0.
            ModifiedList(frames: 18, modifications: [.plus(13), .plus(1)], list: [15, 16, 17, 14]),
        ])
    func modifiedLists(_ known: ModifiedList) throws {
        let decoder = try decoder(frames: known.frames)
        let slice = Slice(
            frameNum: UInt32(known.frames % 16), picOrderCntLsb: UInt32(2 * known.frames % 16),
            modifications: [known.modifications])
        #expect(try #require(decoder.decode(slice)).refPicLists == [[known.list]])
    }

    /// Each list of a B frame has its own modifications, which begin with `CurrPicNum` again (8.2.4.3).
    @Test("Both lists of a B frame are modified")
    func modifiedListsOfB() throws {
        let decoder = try TestDecoder(TestStream())
        _ = try #require(decoder.decode(Slice(frameNum: 1, picOrderCntLsb: 6)))
        _ = try #require(decoder.decode(Slice(frameNum: 2, picOrderCntLsb: 4)))
        // Initial lists: 0, 2, 1 and 2, 1, 0. List 0: 3 - 2 = 1. List 1: 3 - 3 = 0, then 0 + 1 = 1.
        let slice = Slice(
            kind: .b, isReference: false, frameNum: 3, picOrderCntLsb: 2, numRefIdxActive: [3, 3],
            modifications: [[.minus(2)], [.minus(3), .plus(1)]])
        #expect(try #require(decoder.decode(slice)).refPicLists == [[[1, 0, 2], [0, 1, 2]]])
    }

    /// 8.2.5.4.1: `picNumX` is `CurrPicNum` - `difference_of_pic_nums_minus1` - 1.
    @Test("Memory management control operation 1 removes a frame, and replaces the sliding window")
    func operation1() throws {
        let decoder = try decoder(frames: 3)
        // `CurrPicNum` is 3. 3 - 2 = 1.
        let removing = Slice(
            frameNum: 3, picOrderCntLsb: 6, operations: [TestStream.Operation(mmco: 1, values: [1])])
        #expect(try #require(decoder.decode(removing)).unmarked == [1])
        let next = try #require(decoder.decode(Slice(frameNum: 4, picOrderCntLsb: 8)))
        #expect(next.refPicLists == [[[3, 2, 0, nil]]])
        #expect(next.unmarked.isEmpty)
        // The buffer has four frames. Without room for another one, and without a sliding window, the stream is invalid.
        let full = Slice(frameNum: 5, picOrderCntLsb: 10, operations: [])
        #expect(decoder.decode(full) == nil)
    }

    /// The same after `frame_num` wrapped: frames 15 to 17 have the `frame_num` 15, 0 and 1. In frame 18, with
    /// `frame_num` 2, `picNumX` is 2 - 3 = -1, which is frame 15.
    @Test("Memory management control operation 1 wraps with frame_num")
    func operation1Wraps() throws {
        let decoder = try decoder(frames: 18)
        let slice = Slice(
            frameNum: 2, picOrderCntLsb: 4, operations: [TestStream.Operation(mmco: 1, values: [2])])
        #expect(try #require(decoder.decode(slice)).unmarked == [15])
    }

    /// 7.4.3: `frame_num` is `PrevRefFrameNum` + 1, also after a frame that is no reference.
    @Test("Frames that are no references are in no list")
    func nonReference() throws {
        let decoder = try decoder(frames: 2)
        _ = try #require(decoder.decode(Slice(isReference: false, frameNum: 2, picOrderCntLsb: 4)))
        let outcome = try #require(decoder.decode(Slice(frameNum: 2, picOrderCntLsb: 6, numRefIdxActive: [2])))
        #expect(outcome.refPicLists == [[[1, 0]]])
    }

    @Test(
        "Missing frames are refused",
        arguments: [
            // A gap in `frame_num`, and a repeated one: it must be 3.
            TestStream.Slice(frameNum: 4), TestStream.Slice(frameNum: 2),
            // A modification to 3 - 4 = -1, and a removal of 3 - 4 = -1. There is no such frame.
            TestStream.Slice(frameNum: 3, modifications: [[.minus(4)]]),
            TestStream.Slice(frameNum: 3, operations: [TestStream.Operation(mmco: 1, values: [3])]),
        ])
    func missing(_ slice: TestStream.Slice) throws {
        #expect(try decoder(frames: 3).decode(slice) == nil)
        #expect(try decoder(frames: 3).decode(Slice(frameNum: 3)) != nil)
    }

    /// Long-term references (8.2.4.2.1, 8.2.4.3.2 and 8.2.5.4.2 to 8.2.5.4.6) are not supported. A header that has them
    /// is refused, so that the frames are encoded again.
    @Test(
        "Long-term references are refused",
        arguments: [
            TestStream.Slice(kind: .i, isIDR: true, longTermReference: true),
            TestStream.Slice(frameNum: 1, modifications: [[.longTerm(0)]]),
            TestStream.Slice(frameNum: 1, modifications: [[.minus(1), .longTerm(0)]]),
            // A long-term frame is removed; a frame becomes long-term; the largest index; the current frame.
            TestStream.Slice(frameNum: 1, operations: [TestStream.Operation(mmco: 2, values: [0])]),
            TestStream.Slice(frameNum: 1, operations: [TestStream.Operation(mmco: 3, values: [0, 0])]),
            TestStream.Slice(frameNum: 1, operations: [TestStream.Operation(mmco: 4, values: [1])]),
            TestStream.Slice(frameNum: 1, operations: [TestStream.Operation(mmco: 6, values: [0])]),
            TestStream.Slice(
                frameNum: 1,
                operations: [TestStream.Operation(mmco: 1, values: [0]), TestStream.Operation(mmco: 6, values: [0])]),
        ])
    func longTerm(_ slice: TestStream.Slice) throws {
        let stream = TestStream()
        let unit = stream.unit(slice)
        #expect(SliceHeader(unit, rbsp: unit.rbsp, sets: try stream.parameterSets()) == nil)
        var accepted = slice
        (accepted.longTermReference, accepted.modifications, accepted.operations) = (false, [[], []], nil)
        let other = stream.unit(accepted)
        #expect(SliceHeader(other, rbsp: other.rbsp, sets: try stream.parameterSets()) != nil)
    }
}
