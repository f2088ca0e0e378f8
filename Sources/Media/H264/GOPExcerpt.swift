/// Some frames of a closed GOP as a stream of their own, with unchanged macroblocks.
///
/// The slice headers get new values of `frame_num`, picture order count and reference numbers, which match the
/// remaining frames (ITU-T H.264, 7.4.3). A pure value.
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
        var buffer = ReferenceBuffer(gop.sequence)
        buffer.begin(with: first)
        var changes = [gop.frames[first].slices.map { Change(original: $0, changed: $0) }]
        for place in frames.dropFirst() {
            let frame = gop.frames[place]
            let order = frame.outcome.order - gop.frames[first].outcome.order
            guard frame.references.isSubset(of: kept),
                let headers = Self.headers(of: frame, order: order, keeping: kept, buffer),
                let outcome = buffer.take(headers, place), outcome.lists == frame.outcome.lists, outcome.order == order
            else { return nil }
            changes.append(zip(frame.slices, headers).map { Change(original: $0, changed: $1) })
        }
        // `I_PCM` samples are byte-aligned, with CAVLC too, so that a header may only grow by whole bytes.
        for change in changes.joined() where gop.sets[change.original.start.setID]?.picture.isCABAC == false {
            guard change.changed.growth(from: change.original) % 8 == 0 else { return nil }
        }
        (self.frames, self.changes, sets) = (frames, changes, gop.sets)
    }

    private static func headers(
        of frame: GOPReferences.Frame, order: Int64, keeping frames: Set<Int>, _ buffer: ReferenceBuffer
    ) -> [SliceHeader]? {
        let number = buffer.nextNumber
        let removed = frame.outcome.removed.filter(frames.contains)
        guard let removals = removed.map({ buffer.distance(to: $0, from: number) }).unwrapped() else { return nil }
        return zip(frame.slices, frame.outcome.lists).map { slice, lists -> SliceHeader? in
            let initial = buffer.initialLists(slice.start.kind, number, order)
            let modifications = zip(lists, initial).map { buffer.modifications(for: $0, from: $1, number) }
            guard let modifications = modifications.unwrapped() else { return nil }
            return slice.changed(
                number: number, order: order, modifications: modifications, removals: removals.isEmpty ? nil : removals)
        }.unwrapped()
    }

    /// Returns true if a frame has the same slice headers as in the GOP.
    /// - Parameter number: The index of the frame in `frames`.
    package func isUnchanged(_ number: Int) -> Bool { changes[number].allSatisfy { $0.changed == $0.original } }

    /// Returns a frame with its new slice headers.
    /// - Parameter number: The index of the frame in `frames`.
    /// - Returns: The units, or nil if the frame has other slices than when the excerpt was made.
    package func frame(_ number: Int, from units: [NALUnit]) -> [NALUnit]? {
        var rest = changes[number][...]
        let written = units.map { unit -> NALUnit? in
            guard unit.isSlice else { return unit }
            guard let change = rest.popFirst(), let isCABAC = sets[change.original.start.setID]?.picture.isCABAC else {
                return nil
            }
            guard change.changed != change.original else { return unit }
            return change.changed.written(in: unit, from: change.original, isCABAC: isCABAC)
        }
        return rest.isEmpty ? written.unwrapped() : nil
    }
}
