import H264
import ReplayLibrary
import ReplayMovie

/// A reader of the NAL unit headers of a sample; it reads nothing else of it (ISO/IEC 14496-15, 5.3.3).
struct FrameProbe {
    /// The true kind of a frame that is marked as a keyframe.
    enum Kind: Sendable { case idr, other, unreadable }

    let file: MediaFile
    /// The size in bytes of the length field before each NAL unit.
    let lengthSize: Int

    /// The maximum number of NAL units in a frame.
    private static let unitLimit = 1024

    /// Returns the kind of a sample, which its first slice determines. A sample that its NAL units do not fill exactly
    /// is unreadable, because start codes instead of lengths can look like a unit.
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
            case .slice, .sliceDataPartitionA: kind = kind ?? .other
            default: break
            }
            offset += Int64(lengthSize) + length
            if offset == end { return kind ?? .unreadable }
        }
        return .unreadable
    }
}
