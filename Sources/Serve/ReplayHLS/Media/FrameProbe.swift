import H264
import ReplayLibrary
import ReplayMovie

/// Looks at the headers of a sample's NAL units, and at nothing else of it (ISO/IEC 14496-15, 5.3.3).
struct FrameProbe {
    /// What a frame that is marked as a place to begin really is.
    enum Kind: Sendable { case idr, other, unreadable }

    let file: MediaFile
    /// Bytes of the length before each unit.
    let lengthSize: Int

    /// More units in a frame are not believed.
    private static let unitLimit = 1024

    /// By the first unit with a part of the frame. Unreadable is also a sample that its units do not fill exactly: start
    /// codes in place of lengths can look like a unit.
    func kind(of sample: MovieIndex.Sample, _ budget: inout ReadingBudget) -> Kind {
        var offset = sample.offset
        let end = sample.offset + Int64(sample.size)
        var kind: Kind?
        for _ in 0..<Self.unitLimit {
            budget.spend(bytes: 64)
            guard end - offset > Int64(lengthSize), let head = file.bytes(at: offset, count: lengthSize + 1) else {
                return .unreadable
            }
            let length = head.prefix(lengthSize).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            guard length > 0, length <= end - offset - Int64(lengthSize) else { return .unreadable }
            switch NALUnit(head.suffix(1)).kind {
            case .idrSlice: kind = kind ?? .idr
            case .slice, .slicePartitionA: kind = kind ?? .other
            default: break
            }
            offset += Int64(lengthSize) + length
            if offset == end { return kind ?? .unreadable }
        }
        return .unreadable
    }
}
