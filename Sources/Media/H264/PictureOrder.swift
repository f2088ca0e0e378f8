package import BitCoding

/// The coding of the presentation order in slices: `pic_order_cnt_type` (ITU-T H.264, 8.2.1).
package enum PictureOrder: Equatable, Sendable {
    /// Type 0: slices have the lowest bits of the picture order count. The value is their number, 4 to 16.
    case lowestBits(Int)
    /// Type 1: slices have the difference to an expected count, which follows the cycle `offset_for_ref_frame`.
    ///
    /// `topToBottom` is `offset_for_top_to_bottom_field`; `isAsExpected` is `delta_pic_order_always_zero_flag`.
    case cycle(offsets: [Int32], topToBottom: Int32, isAsExpected: Bool)
    /// Type 2: the presentation order is the decoding order.
    case decoding
}

extension PictureOrder {
    /// Reads the picture order fields of a sequence parameter set.
    /// - Returns: Nil if they are invalid.
    package init?(_ reader: inout BitReader) {
        switch reader.unsigned() {
        case 0:
            let bits = reader.unsigned()
            guard bits <= 12 else { return nil }
            self = .lowestBits(Int(bits) + 4)
        case 1:
            let isAsExpected = reader.bit()
            // The first value is `offset_for_non_ref_pic`.
            let (_, topToBottom, count) = (reader.signed(), reader.signed(), reader.unsigned())
            guard count <= 255 else { return nil }
            self = .cycle(
                offsets: (0..<count).map { _ in reader.signed() }, topToBottom: topToBottom, isAsExpected: isAsExpected)
        case 2: self = .decoding
        default: return nil
        }
    }

    /// Returns the `expectedPicOrderCnt` of a frame (8.2.1.2), if all frames since the IDR are reference frames.
    /// - Parameter number: The number of the frame since the IDR, which is 0.
    func expected(_ number: Int64) -> Int64 {
        guard case .cycle(let offsets, _, _) = self, number > 0, !offsets.isEmpty else { return 0 }
        let (cycles, rest) = (number - 1).quotientAndRemainder(dividingBy: Int64(offsets.count))
        let sum = offsets.reduce(0) { $0 + Int64($1) }
        return cycles * sum + offsets[...Int(rest)].reduce(0) { $0 + Int64($1) }
    }

    /// True if frames are shown in decoding order if their slices have no picture order fields.
    var mayBeUntold: Bool {
        switch self {
        case .lowestBits: false
        case .decoding: true
        case .cycle(let offsets, _, _): !offsets.isEmpty && offsets.allSatisfy { $0 > 0 }
        }
    }
}
