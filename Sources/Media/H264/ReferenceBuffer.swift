/// The frames that a decoder keeps for others to refer to (ITU-T H.264, 8.2.1, 8.2.4 and 8.2.5.3): what each frame's lists of
/// references are, from the headers of its slices alone. Of frames without fields and long-term references. Pure.
struct ReferenceBuffer: Sendable {
    /// What the headers of a frame make of the buffer.
    struct Outcome: Equatable, Sendable {
        /// For each slice its lists of frames, as many as it refers to; nil: there is none in that place.
        let lists: [[[Int?]]]
        /// The frames that it says nobody refers to any more.
        let removed: [Int]
        /// When it is shown, against others of its GOP.
        let order: Int64
    }

    private struct Entry: Sendable {
        let frame: Int
        let number: Int64
        let order: Int64
    }

    private let sequence: SequenceParameterSet
    /// In decoding order.
    private var entries: [Entry] = []
    /// frame_num of the last frame, and of the last one that is referred to.
    private var (lastNumber, lastReferenceNumber): (Int64, Int64) = (0, 0)
    /// What a frame's number is off from the count since the IDR.
    private var numberOffset: Int64 = 0
    /// Of the last frame that is referred to: its order, without the lowest bits and those alone.
    private var (lastHighOrder, lastLowOrder): (Int64, Int64) = (0, 0)

    init(_ sequence: SequenceParameterSet) { self.sequence = sequence }

    private var maxNumber: Int64 { 1 << Int64(sequence.frameNumberBits) }

    /// The number of the frame that is decoded next.
    var nextNumber: Int64 { (lastReferenceNumber + 1) % maxNumber }

    /// Takes the next frame in decoding order.
    /// - Parameters:
    ///   - slices: the headers of all of its slices.
    ///   - frame: what it is called.
    /// - Returns: nil where a frame is referred to that is not there, or something is not as encoders make it.
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

    /// Takes an IDR.
    mutating func begin(with frame: Int) {
        entries = [Entry(frame: frame, number: 0, order: 0)]
        (lastNumber, lastReferenceNumber, numberOffset, lastHighOrder, lastLowOrder) = (0, 0, 0, 0, 0)
    }

    /// 8.2.1.
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

    /// Of numbers that have begun anew since, those before are negative (8-27, 8-28).
    private func pictureNumber(_ entry: Entry, _ number: Int64) -> Int64 {
        entry.number > number ? entry.number - maxNumber : entry.number
    }

    /// The lists before anything is put forward (8.2.4.2.1 and 8.2.4.2.3).
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

    /// 8.2.4.3.1.
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

    /// What puts the frames of a list into their places; empty where they stand there anyway. Nil where one is not there.
    func modifications(
        for wanted: [Int?], from initial: [Int], _ number: Int64
    ) -> [Int64]? {
        let places = wanted.indices.map { $0 < initial.count ? Optional(initial[$0]) : nil }
        // What nobody finds in the list is not referred to.
        guard zip(places, wanted).contains(where: { $1 != nil && $0 != $1 }) else { return [] }
        var predicted = number
        var modifications: [Int64] = []
        for frame in wanted.prefix(while: { $0 != nil }) {
            guard let entry = entries.first(where: { $0.frame == frame }) else { return nil }
            let difference = entry.number - predicted
            // The same again is once around.
            modifications.append(difference == 0 ? maxNumber : difference)
            predicted = entry.number
        }
        return modifications
    }

    /// By how much a frame's number is below another; nil where it is not there.
    func distance(to frame: Int, from number: Int64) -> Int64? {
        entries.first { $0.frame == frame }.map { number - pictureNumber($0, number) }
    }

    private func removed(by slice: SliceHeader, _ number: Int64) -> [Int]? {
        (slice.removals ?? []).map { removal in
            entries.first { pictureNumber($0, number) == number - removal }?.frame
        }.unwrapped()
    }

    /// 8.2.5.3.
    private mutating func makeRoom(before number: Int64, isSaid: Bool) {
        guard !isSaid, entries.count >= max(1, sequence.maxReferences),
            let oldest = entries.min(by: { pictureNumber($0, number) < pictureNumber($1, number) })
        else { return }
        entries.removeAll { $0.frame == oldest.frame }
    }
}

extension Array {
    /// The values, where there are all of them.
    func unwrapped<Value>() -> [Value]? where Element == Value? {
        let values = compactMap(\.self)
        return values.count == count ? values : nil
    }
}
