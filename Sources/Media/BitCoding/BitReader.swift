/// A reader of the bits of a raw byte sequence payload, the most significant bit of each
/// byte first (ITU-T H.264, 7.2 and 9.1).
///
/// Beyond the end all bits are 0 and `isExhausted` is true, so that one check after all reads is enough.
package struct BitReader {
    private let bytes: [UInt8]
    /// The number of bits read so far.
    package private(set) var position = 0
    /// True if a read went beyond the end.
    package private(set) var isExhausted = false

    package init(_ payload: [UInt8]) { bytes = payload }

    package mutating func bit() -> Bool {
        guard position < bytes.count * 8 else {
            isExhausted = true
            return false
        }
        defer { position += 1 }
        return bytes[position / 8] >> UInt8(7 - position % 8) & 1 == 1
    }

    /// Reads bits as a number.
    /// - Parameter count: The number of bits, 0...32.
    package mutating func bits(_ count: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count { value = value << 1 | (bit() ? 1 : 0) }
        return value
    }

    package mutating func skip(_ count: Int) {
        for _ in 0..<count where !isExhausted { _ = bit() }
    }

    /// Reads an unsigned Exp-Golomb code, `ue(v)`.
    package mutating func ue() -> UInt32 {
        var leadingZeroBits = 0
        while !bit(), !isExhausted { leadingZeroBits += 1 }
        guard leadingZeroBits < 32 else {
            isExhausted = true
            return 0
        }
        return (1 << UInt32(leadingZeroBits)) - 1 + bits(leadingZeroBits)
    }

    /// Reads a signed Exp-Golomb code, `se(v)`.
    package mutating func se() -> Int32 {
        let codeNum = Int64(ue())
        return Int32(clamping: codeNum % 2 == 1 ? (codeNum + 1) / 2 : -(codeNum / 2))
    }
}
