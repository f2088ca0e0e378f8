/// Some frames of a closed GOP as a stream by themselves, whose macroblocks stay as they are: the headers of their slices count
/// the frames that are left, and name those that are referred to by the new numbers (ITU-T H.264, 7.4.3). A pure value.
package struct GOPExcerpt: Sendable, Equatable {
    private struct Change: Sendable, Equatable {
        let original: SliceHeader
        let changed: SliceHeader
    }

    /// Their places in the GOP, in decoding order. The first is its IDR, or takes the place of one.
    package let frames: [Int]
    /// Whether they are all frames up to the last one, as they are.
    package var isWhole: Bool {
        frames == Array(frames.indices) && frames.indices.allSatisfy(isUnchanged)
    }

    /// For each frame its slices.
    private let changes: [[Change]]
    private let sets: [UInt32: ParameterSets]

    /// - Parameter frames: in decoding order.
    /// - Returns: nil where one refers to a frame that is left out, or cannot say so in the room that it has.
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
        // Samples that are not coded at all begin at a byte, in CAVLC too.
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

    /// Whether a frame stands in this stream as it stands in the GOP.
    /// - Parameter number: its place among `frames`.
    package func isUnchanged(_ number: Int) -> Bool { changes[number].allSatisfy { $0.changed == $0.original } }

    /// A frame as it stands in this stream.
    /// - Parameter number: its place among `frames`.
    /// - Returns: nil where it has other slices than those that were looked at.
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
