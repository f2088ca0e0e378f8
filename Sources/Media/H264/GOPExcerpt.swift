/// Some frames of a closed GOP as a stream of their own, with unchanged macroblocks.
///
/// The slice headers get new values of `frame_num`, `pic_order_cnt_lsb` and the numbers of other frames, which match
/// the remaining frames (ITU-T H.264, 7.4.3). A pure value.
package struct GOPExcerpt: Sendable, Equatable {
    private struct Change: Sendable, Equatable {
        let original: SliceHeader
        let changed: SliceHeader
    }

    /// The indices of the frames in the GOP, in decoding order. The first is its IDR, or becomes an IDR.
    package let frames: [Int]
    /// True if the excerpt is the unchanged beginning of the GOP.
    package var isWhole: Bool {
        frames == Array(frames.indices) && frames.indices.allSatisfy(isUnchanged)
    }

    /// The slices of each frame.
    private let changes: [[Change]]
    private let sets: [UInt32: ParameterSets]

    /// Creates an excerpt.
    /// - Parameter frames: The indices of the frames to keep, in decoding order.
    /// - Returns: Nil if a frame refers to one that is not kept, or if its headers cannot express the new references.
    package init?(of gop: GOPReferences, keeping frames: [Int]) {
        guard let first = frames.first else { return nil }
        let kept = Set(frames)
        var buffer = DecodedPictureBuffer(gop.sequence)
        buffer.decodeIDR(first)
        var changes = [gop.frames[first].slices.map { Change(original: $0, changed: $0) }]
        for index in frames.dropFirst() {
            let frame = gop.frames[index]
            let picOrderCnt = frame.outcome.picOrderCnt - gop.frames[first].outcome.picOrderCnt
            guard frame.references.isSubset(of: kept),
                let headers = Self.headers(of: frame, picOrderCnt: picOrderCnt, keeping: kept, buffer),
                let outcome = buffer.decode(headers, of: index),
                outcome.refPicLists == frame.outcome.refPicLists, outcome.picOrderCnt == picOrderCnt
            else { return nil }
            changes.append(zip(frame.slices, headers).map { Change(original: $0, changed: $1) })
        }
        // `I_PCM` samples are byte-aligned, with CAVLC too, so that a header may only grow by whole bytes.
        for change in changes.joined() where gop.sets[change.original.start.picParameterSetID]?.picture.isCABAC == false
        {
            guard change.changed.growth(from: change.original) % 8 == 0 else { return nil }
        }
        (self.frames, self.changes, sets) = (frames, changes, gop.sets)
    }

    private static func headers(
        of frame: GOPReferences.Frame, picOrderCnt: Int64, keeping frames: Set<Int>, _ buffer: DecodedPictureBuffer
    ) -> [SliceHeader]? {
        let frameNum = buffer.nextFrameNum
        let unmarked = frame.outcome.unmarked.filter(frames.contains)
        let differences = unmarked.map { buffer.differenceOfPicNums(to: $0, from: frameNum) }.unwrapped()
        guard let differences else { return nil }
        return zip(frame.slices, frame.outcome.refPicLists).map { slice, lists -> SliceHeader? in
            let initial = buffer.initialRefPicLists(of: slice.start.kind, frameNum: frameNum, picOrderCnt: picOrderCnt)
            let modifications = zip(lists, initial).map { buffer.modifications(for: $0, from: $1, frameNum) }
            guard let modifications = modifications.unwrapped() else { return nil }
            return slice.changed(
                frameNum: frameNum, picOrderCnt: picOrderCnt, refPicListModifications: modifications,
                mmco1Differences: differences.isEmpty ? nil : differences)
        }.unwrapped()
    }

    /// Returns true if a frame has the same slice headers as in the GOP.
    /// - Parameter index: The index of the frame in `frames`.
    package func isUnchanged(_ index: Int) -> Bool { changes[index].allSatisfy { $0.changed == $0.original } }

    /// Returns a frame with its new slice headers.
    /// - Parameter index: The index of the frame in `frames`.
    /// - Returns: The units, or nil if the frame has other slices than when the excerpt was made.
    package func frame(_ index: Int, from units: [NALUnit]) -> [NALUnit]? {
        var rest = changes[index][...]
        let written = units.map { unit -> NALUnit? in
            guard unit.isSlice else { return unit }
            guard let change = rest.popFirst(),
                let isCABAC = sets[change.original.start.picParameterSetID]?.picture.isCABAC
            else {
                return nil
            }
            guard change.changed != change.original else { return unit }
            return change.changed.written(in: unit, from: change.original, isCABAC: isCABAC)
        }
        return rest.isEmpty ? written.unwrapped() : nil
    }
}
