package import BitCoding

/// How slices tell in which order pictures are shown: pic_order_cnt_type (ITU-T H.264, 8.2.1).
package enum PictureOrder: Equatable, Sendable {
    /// Type 0, by the lowest bits of the count: so many, 4 to 16.
    case lowestBits(Int)
    /// Type 1, by what a count is off from what the cycle of `offsets` lets expect; `topToBottom` is from a frame's upper field
    /// to its lower.
    case cycle(offsets: [Int32], topToBottom: Int32, isAsExpected: Bool)
    /// Type 2: they are shown as they are decoded.
    case decoding
}

extension PictureOrder {
    /// - Returns: nil for what is none.
    package init?(_ reader: inout BitReader) {
        switch reader.unsigned() {
        case 0:
            let bits = reader.unsigned()
            guard bits <= 12 else { return nil }
            self = .lowestBits(Int(bits) + 4)
        case 1:
            let isAsExpected = reader.bit()
            // The first is offset_for_non_ref_pic.
            let (_, topToBottom, count) = (reader.signed(), reader.signed(), reader.unsigned())
            guard count <= 255 else { return nil }
            self = .cycle(
                offsets: (0..<count).map { _ in reader.signed() }, topToBottom: topToBottom, isAsExpected: isAsExpected)
        case 2: self = .decoding
        default: return nil
        }
    }

    /// The count that a frame is expected to have without being told, where all frames since the IDR are referred to.
    /// - Parameter number: of the frame since the IDR, which is 0.
    func expected(_ number: Int64) -> Int64 {
        guard case .cycle(let offsets, _, _) = self, number > 0, !offsets.isEmpty else { return 0 }
        let (cycles, rest) = (number - 1).quotientAndRemainder(dividingBy: Int64(offsets.count))
        let sum = offsets.reduce(0) { $0 + Int64($1) }
        return cycles * sum + offsets[...Int(rest)].reduce(0) { $0 + Int64($1) }
    }

    /// Whether frames that say nothing of it are shown as they are decoded.
    var mayBeUntold: Bool {
        switch self {
        case .lowestBits: false
        case .decoding: true
        case .cycle(let offsets, _, _): !offsets.isEmpty && offsets.allSatisfy { $0 > 0 }
        }
    }
}
