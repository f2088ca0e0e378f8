/// A decoded picture buffer (ITU-T H.264, 8.2.1, 8.2.4 and 8.2.5.3): it derives the reference lists of each frame from
/// slice headers alone. Fields and long-term references are not supported. A pure value.
struct ReferenceBuffer: Sendable {
    /// The result of applying a frame's slice headers to the buffer.
    struct Outcome: Equatable, Sendable {
        /// The reference lists of each slice, with the frame at each index; nil if there is no frame at that index.
        let lists: [[[Int?]]]
        /// The frames that its `memory_management_control_operation` 1 marks as unused for reference.
        let removed: [Int]
        /// The picture order count, relative to the IDR of its GOP.
        let order: Int64
    }

    private struct Entry: Sendable {
        let frame: Int
        let number: Int64
        let order: Int64
    }

    private let sequence: SequenceParameterSet
    /// The reference frames in decoding order.
    private var entries: [Entry] = []
    /// `frame_num` of the last frame, and of the last reference frame.
    private var (lastNumber, lastReferenceNumber): (Int64, Int64) = (0, 0)
    /// `FrameNumOffset` (8.2.1).
    private var numberOffset: Int64 = 0
    /// `prevPicOrderCntMsb` and `prevPicOrderCntLsb`, of the last reference frame (8.2.1.1).
    private var (lastHighOrder, lastLowOrder): (Int64, Int64) = (0, 0)

    init(_ sequence: SequenceParameterSet) { self.sequence = sequence }

    private var maxNumber: Int64 { 1 << Int64(sequence.frameNumberBits) }

    /// `frame_num` of the next frame.
    var nextNumber: Int64 { (lastReferenceNumber + 1) % maxNumber }

    /// Takes the next frame in decoding order.
    /// - Parameters:
    ///   - slices: The headers of all slices of the frame.
    ///   - frame: The identifier of the frame.
    /// - Returns: Nil if a reference frame is missing, or if a header has values that encoders do not use.
    mutating func take(_ slices: [SliceHeader], _ frame: Int) -> Outcome? {
        guard let first = slices.first,
            slices.allSatisfy({ $0.start.number == first.start.number && $0.bottomOrder == 0 })
        else { return nil }
        let number = Int64(first.start.number)
        guard first.start.idrID == nil else {
            begin(with: frame)
            return number == 0 && first.order == 0 ? Outcome(lists: slices.map { _ in [] }, removed: [], order: 0) : nil
        }
        guard number == nextNumber, let order = takeOrder(first, number) else { return nil }
        let lists = slices.map { self.lists(of: $0, number, order) }
        guard let found = lists.unwrapped(), let removed = self.removed(by: first, number) else { return nil }
        entries.removeAll { removed.contains($0.frame) }
        if first.isReference {
            makeRoom(before: number, isSaid: first.removals != nil)
            guard entries.count < max(1, sequence.maxReferences) else { return nil }
            entries.append(Entry(frame: frame, number: number, order: order))
            lastReferenceNumber = number
        }
        return Outcome(lists: found, removed: removed, order: order)
    }

    /// Takes an IDR, which empties the buffer.
    mutating func begin(with frame: Int) {
        entries = [Entry(frame: frame, number: 0, order: 0)]
        (lastNumber, lastReferenceNumber, numberOffset, lastHighOrder, lastLowOrder) = (0, 0, 0, 0, 0)
    }

    /// Derives the picture order count (8.2.1).
    private mutating func takeOrder(_ slice: SliceHeader, _ number: Int64) -> Int64? {
        defer { lastNumber = number }
        switch sequence.order {
        case .cycle: return nil
        case .decoding:
            if lastNumber > number { numberOffset += maxNumber }
            return 2 * (numberOffset + number) - (slice.isReference ? 0 : 1)
        case .lowestBits(let count):
            let (range, low) = (Int64(1) << Int64(count), Int64(slice.order))
            var high = lastHighOrder
            if low < lastLowOrder, lastLowOrder - low >= range / 2 { high += range }
            if low > lastLowOrder, low - lastLowOrder > range / 2 { high -= range }
            if slice.isReference { (lastHighOrder, lastLowOrder) = (high, low) }
            return high + low
        }
    }

    /// Returns `PicNum`: it is negative for a `frame_num` from before the last wrap (8-27 and 8-28).
    private func pictureNumber(_ entry: Entry, _ number: Int64) -> Int64 {
        entry.number > number ? entry.number - maxNumber : entry.number
    }

    /// Returns the initial reference lists, before modifications (8.2.4.2.1 and 8.2.4.2.3).
    func initialLists(_ kind: SliceStart.Kind?, _ number: Int64, _ order: Int64) -> [[Int]] {
        guard kind == .b else {
            return [entries.sorted { pictureNumber($0, number) > pictureNumber($1, number) }.map(\.frame)]
        }
        let before = entries.filter { $0.order < order }.sorted { $0.order > $1.order }.map(\.frame)
        let after = entries.filter { $0.order >= order }.sorted { $0.order < $1.order }.map(\.frame)
        var lists = [before + after, after + before]
        if lists[1].count > 1, lists[0] == lists[1] { lists[1].swapAt(0, 1) }
        return lists
    }

    private func lists(of slice: SliceHeader, _ number: Int64, _ order: Int64) -> [[Int?]]? {
        guard slice.start.kind != .i else { return [] }
        let initial = initialLists(slice.start.kind, number, order)
        let lists = zip(zip(initial, slice.counts), slice.modifications).map { list, modifications in
            modified(list.0, count: list.1, by: modifications, number)
        }
        return lists.unwrapped()
    }

    /// Applies the modifications of a reference list (8.2.4.3.1).
    private func modified(
        _ list: [Int], count: Int, by modifications: [Int64], _ number: Int64
    ) -> [Int?]? {
        var list = list.map { Optional($0) } + Array(repeating: nil, count: max(0, count - list.count))
        list = Array(list.prefix(count))
        var predicted = number
        for (place, modification) in modifications.enumerated() {
            predicted = ((predicted + modification) % maxNumber + maxNumber) % maxNumber
            let wanted = predicted > number ? predicted - maxNumber : predicted
            guard place < count, let entry = entries.first(where: { pictureNumber($0, number) == wanted }) else {
                return nil
            }
            list = list[..<place] + [entry.frame] + list[place...].filter { $0 != entry.frame }
            list = Array(list.prefix(count))
            list += Array(repeating: nil, count: count - list.count)
        }
        return list
    }

    /// Returns the modifications that change the initial list into the wanted one; empty if none are needed. Nil
    /// if a frame is missing in the buffer.
    func modifications(
        for wanted: [Int?], from initial: [Int], _ number: Int64
    ) -> [Int64]? {
        let places = wanted.indices.map { $0 < initial.count ? Optional(initial[$0]) : nil }
        // An entry without a frame cannot be referred to.
        guard zip(places, wanted).contains(where: { $1 != nil && $0 != $1 }) else { return [] }
        var predicted = number
        var modifications: [Int64] = []
        for frame in wanted.prefix(while: { $0 != nil }) {
            guard let entry = entries.first(where: { $0.frame == frame }) else { return nil }
            let difference = entry.number - predicted
            // A difference of `MaxFrameNum` wraps around to the same frame.
            modifications.append(difference == 0 ? maxNumber : difference)
            predicted = entry.number
        }
        return modifications
    }

    /// Returns the difference of a frame's `PicNum` to `number`, or nil if the frame is not in the buffer.
    func distance(to frame: Int, from number: Int64) -> Int64? {
        entries.first { $0.frame == frame }.map { number - pictureNumber($0, number) }
    }

    private func removed(by slice: SliceHeader, _ number: Int64) -> [Int]? {
        (slice.removals ?? []).map { removal in
            entries.first { pictureNumber($0, number) == number - removal }?.frame
        }.unwrapped()
    }

    /// Applies sliding window marking, unless the header has explicit marking (8.2.5.3).
    private mutating func makeRoom(before number: Int64, isSaid: Bool) {
        guard !isSaid, entries.count >= max(1, sequence.maxReferences),
            let oldest = entries.min(by: { pictureNumber($0, number) < pictureNumber($1, number) })
        else { return }
        entries.removeAll { $0.frame == oldest.frame }
    }
}

extension Array {
    /// Returns the values, or nil if any of them is nil.
    func unwrapped<Value>() -> [Value]? where Element == Value? {
        let values = compactMap(\.self)
        return values.count == count ? values : nil
    }
}
