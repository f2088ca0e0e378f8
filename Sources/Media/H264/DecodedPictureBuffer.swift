/// A decoded picture buffer (ITU-T H.264, 8.2.1, 8.2.4 and 8.2.5.3): it derives the reference lists of each frame from
/// slice headers alone. Fields and long-term references are not supported. A pure value.
struct DecodedPictureBuffer: Sendable {
    /// The result of applying a frame's slice headers to the buffer.
    struct Outcome: Equatable, Sendable {
        /// `RefPicList0` and `RefPicList1` of each slice, with the frame at each index; nil if there is no frame at
        /// that index.
        let refPicLists: [[[Int?]]]
        /// The frames that its `memory_management_control_operation` 1 marks as unused for reference.
        let unmarked: [Int]
        /// `PicOrderCnt`, relative to the IDR of its GOP.
        let picOrderCnt: Int64
    }

    /// A frame that is marked as used for short-term reference.
    private struct Reference: Sendable {
        let frame: Int
        let frameNum: Int64
        let picOrderCnt: Int64
    }

    /// `MaxFrameNum`.
    private let maxFrameNum: Int64
    private let picOrderCntType: PictureOrderCountType
    /// `max_num_ref_frames`, at least 1.
    private let maxNumRefFrames: UInt32
    /// The reference frames in decoding order.
    private var references: [Reference] = []
    /// `prevFrameNum`, and `PrevRefFrameNum`: `frame_num` of the last frame and of the last reference frame.
    private var (prevFrameNum, prevRefFrameNum): (Int64, Int64) = (0, 0)
    /// `FrameNumOffset` (8.2.1).
    private var frameNumOffset: Int64 = 0
    /// `prevPicOrderCntMsb` and `prevPicOrderCntLsb`, of the last reference frame (8.2.1.1).
    private var (prevPicOrderCntMsb, prevPicOrderCntLsb): (Int64, Int64) = (0, 0)

    init(_ sequence: SequenceParameterSet) {
        // The rest of the parameter set is not kept, because the buffer is copied often.
        maxFrameNum = 1 << Int64(sequence.log2MaxFrameNum)
        picOrderCntType = sequence.picOrderCntType
        maxNumRefFrames = max(1, sequence.maxNumRefFrames)
    }

    /// `frame_num` of the next frame.
    var nextFrameNum: Int64 { (prevRefFrameNum + 1) % maxFrameNum }

    /// Decodes the slice headers of the next frame in decoding order.
    /// - Parameters:
    ///   - slices: The headers of all slices of the frame.
    ///   - frame: The identifier of the frame.
    /// - Returns: Nil if a reference frame is missing, or if a header has values that encoders do not use.
    mutating func decode(_ slices: [SliceHeader], of frame: Int) -> Outcome? {
        guard let first = slices.first,
            slices.allSatisfy({ $0.start.frameNum == first.start.frameNum && $0.deltaPicOrderCntBottom == 0 })
        else { return nil }
        let frameNum = Int64(first.start.frameNum)
        guard first.start.idrPicID == nil else {
            decodeIDR(frame)
            guard frameNum == 0, first.picOrderCntLsb == 0 else { return nil }
            return Outcome(refPicLists: slices.map { _ in [] }, unmarked: [], picOrderCnt: 0)
        }
        guard frameNum == nextFrameNum, let picOrderCnt = decodePicOrderCnt(first, frameNum: frameNum) else {
            return nil
        }
        let refPicLists = slices.map { self.refPicLists(of: $0, frameNum: frameNum, picOrderCnt: picOrderCnt) }
            .unwrapped()
        guard let refPicLists, let unmarked = unmarked(by: first, frameNum) else { return nil }
        references.removeAll { unmarked.contains($0.frame) }
        if first.isReference {
            if first.mmco1Differences == nil { slidingWindowMarking(frameNum) }
            guard references.count < maxNumRefFrames else { return nil }
            references.append(Reference(frame: frame, frameNum: frameNum, picOrderCnt: picOrderCnt))
            prevRefFrameNum = frameNum
        }
        return Outcome(refPicLists: refPicLists, unmarked: unmarked, picOrderCnt: picOrderCnt)
    }

    /// Decodes an IDR, which empties the buffer.
    mutating func decodeIDR(_ frame: Int) {
        references = [Reference(frame: frame, frameNum: 0, picOrderCnt: 0)]
        (prevFrameNum, prevRefFrameNum, frameNumOffset, prevPicOrderCntMsb, prevPicOrderCntLsb) = (0, 0, 0, 0, 0)
    }

    /// Derives the picture order count (8.2.1).
    private mutating func decodePicOrderCnt(_ slice: SliceHeader, frameNum: Int64) -> Int64? {
        defer { prevFrameNum = frameNum }
        switch picOrderCntType {
        case .type1: return nil
        case .type2:
            if prevFrameNum > frameNum { frameNumOffset += maxFrameNum }
            return 2 * (frameNumOffset + frameNum) - (slice.isReference ? 0 : 1)
        case .type0(let log2MaxPicOrderCntLsb):
            let maxPicOrderCntLsb = Int64(1) << Int64(log2MaxPicOrderCntLsb)
            let picOrderCntLsb = Int64(slice.picOrderCntLsb)
            var picOrderCntMsb = prevPicOrderCntMsb
            if prevPicOrderCntLsb - picOrderCntLsb >= maxPicOrderCntLsb / 2 { picOrderCntMsb += maxPicOrderCntLsb }
            if picOrderCntLsb - prevPicOrderCntLsb > maxPicOrderCntLsb / 2 { picOrderCntMsb -= maxPicOrderCntLsb }
            if slice.isReference { (prevPicOrderCntMsb, prevPicOrderCntLsb) = (picOrderCntMsb, picOrderCntLsb) }
            return picOrderCntMsb + picOrderCntLsb
        }
    }

    /// Returns `PicNum`: it is negative for a `frame_num` from before the last wrap (8-27 and 8-28).
    private func picNum(_ reference: Reference, frameNum: Int64) -> Int64 {
        reference.frameNum > frameNum ? reference.frameNum - maxFrameNum : reference.frameNum
    }

    /// Returns the initial reference lists, before modifications (8.2.4.2.1 and 8.2.4.2.3).
    func initialRefPicLists(of kind: SliceStart.Kind?, frameNum: Int64, picOrderCnt: Int64) -> [[Int]] {
        guard kind == .b else {
            let numbered = references.map { (picNum: picNum($0, frameNum: frameNum), frame: $0.frame) }
            return [numbered.sorted { $0.picNum > $1.picNum }.map(\.frame)]
        }
        let before = references.filter { $0.picOrderCnt < picOrderCnt }.sorted { $0.picOrderCnt > $1.picOrderCnt }.map(
            \.frame)
        let after = references.filter { $0.picOrderCnt >= picOrderCnt }.sorted { $0.picOrderCnt < $1.picOrderCnt }.map(
            \.frame)
        var lists = [before + after, after + before]
        if lists[1].count > 1, lists[0] == lists[1] { lists[1].swapAt(0, 1) }
        return lists
    }

    private func refPicLists(of slice: SliceHeader, frameNum: Int64, picOrderCnt: Int64) -> [[Int?]]? {
        guard slice.start.kind != .i else { return [] }
        let initial = initialRefPicLists(of: slice.start.kind, frameNum: frameNum, picOrderCnt: picOrderCnt)
        let lists = zip(zip(initial, slice.numRefIdxActive), slice.refPicListModifications).map { list, modifications in
            modified(list.0, count: list.1, by: modifications, frameNum: frameNum)
        }
        return lists.unwrapped()
    }

    /// Applies the modifications of a reference list (8.2.4.3.1).
    private func modified(
        _ list: [Int], count: Int, by modifications: [Int64], frameNum: Int64
    ) -> [Int?]? {
        var list = list.map { Optional($0) } + Array(repeating: nil, count: max(0, count - list.count))
        list = Array(list.prefix(count))
        var picNumPred = frameNum
        for (refIdx, modification) in modifications.enumerated() {
            picNumPred = ((picNumPred + modification) % maxFrameNum + maxFrameNum) % maxFrameNum
            let picNum = picNumPred > frameNum ? picNumPred - maxFrameNum : picNumPred
            guard refIdx < count,
                let reference = references.first(where: { self.picNum($0, frameNum: frameNum) == picNum })
            else {
                return nil
            }
            list = list[..<refIdx] + [reference.frame] + list[refIdx...].filter { $0 != reference.frame }
            list = Array(list.prefix(count))
            list += Array(repeating: nil, count: count - list.count)
        }
        return list
    }

    /// Returns the modifications that change the initial list into the wanted one; empty if none are needed. Nil
    /// if a frame is missing in the buffer.
    func modifications(
        for wanted: [Int?], from initial: [Int], _ frameNum: Int64
    ) -> [Int64]? {
        let unmodified = wanted.indices.map { $0 < initial.count ? Optional(initial[$0]) : nil }
        // An entry without a frame cannot be referred to.
        guard zip(unmodified, wanted).contains(where: { $1 != nil && $0 != $1 }) else { return [] }
        var picNumPred = frameNum
        var modifications: [Int64] = []
        for frame in wanted.prefix(while: { $0 != nil }) {
            guard let reference = references.first(where: { $0.frame == frame }) else { return nil }
            let difference = reference.frameNum - picNumPred
            // A difference of `MaxFrameNum` wraps around to the same frame.
            modifications.append(difference == 0 ? maxFrameNum : difference)
            picNumPred = reference.frameNum
        }
        return modifications
    }

    /// Returns `difference_of_pic_nums_minus1` + 1 for a frame (8-39), or nil if the frame is not in the buffer.
    func differenceOfPicNums(to frame: Int, from frameNum: Int64) -> Int64? {
        references.first { $0.frame == frame }.map { frameNum - picNum($0, frameNum: frameNum) }
    }

    /// Returns the frames that `memory_management_control_operation` 1 marks as unused for reference (8.2.5.4.1), or
    /// nil if one is not in the buffer.
    private func unmarked(by slice: SliceHeader, _ frameNum: Int64) -> [Int]? {
        (slice.mmco1Differences ?? []).map { difference in
            references.first { picNum($0, frameNum: frameNum) == frameNum - difference }?.frame
        }.unwrapped()
    }

    /// Marks the oldest frame as unused for reference if the buffer is full (8.2.5.3).
    private mutating func slidingWindowMarking(_ frameNum: Int64) {
        guard references.count >= maxNumRefFrames,
            let oldest = references.min(by: { picNum($0, frameNum: frameNum) < picNum($1, frameNum: frameNum) })
        else { return }
        references.removeAll { $0.frame == oldest.frame }
    }
}

extension Array {
    /// Returns the values, or nil if any of them is nil.
    func unwrapped<Value>() -> [Value]? where Element == Value? {
        let values = compactMap(\.self)
        return values.count == count ? values : nil
    }
}
