import ReplayMovie

/// Looks at the headers of a sample's NAL units, and at nothing else of it (ISO/IEC 14496-15, 5.3.3).
struct PictureProbe {
    /// What a picture that is marked as a place to begin really is.
    enum Kind: Sendable { case idr, other, unreadable }

    let file: MediaFile
    /// Bytes of the length before each unit.
    let lengthSize: Int

    /// Parameter sets and supplements stand before a picture; more than these are not believed.
    private static let unitLimit = 64

    /// By the first unit with a part of the picture.
    func kind(of sample: MovieIndex.Sample, _ budget: inout ReadingBudget) -> Kind {
        var offset = sample.offset
        let end = sample.offset + Int64(sample.size)
        for _ in 0..<Self.unitLimit {
            budget.spend(bytes: 64)
            guard end - offset > Int64(lengthSize), let head = file.bytes(at: offset, count: lengthSize + 1) else {
                return .unreadable
            }
            let length = head.prefix(lengthSize).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard length > 0, length <= end - offset - Int64(lengthSize) else { return .unreadable }
            switch NALUnit(head.suffix(1)).kind {
            case .idrSlice: return .idr
            case .slice, .slicePartitionA: return .other
            default: offset += Int64(lengthSize) + length
            }
        }
        return .unreadable
    }
}
