/// A writer of the bits of a raw byte sequence payload, the most significant bit of each
/// byte first (ITU-T H.264, 7.2 and 9.1).
package struct BitWriter: Sendable {
    /// The complete bytes.
    private var bytes: [UInt8] = []
    /// The bits that do not yet fill a byte, the last one lowest.
    private var pending: UInt64 = 0
    private var pendingCount = 0

    package init() {}

    /// The number of bits written so far.
    package var count: Int { bytes.count * 8 + pendingCount }

    package mutating func bit(_ value: Bool) { bits(value ? 1 : 0, count: 1) }

    /// Writes the lowest bits of a value.
    /// - Parameter count: The number of bits, 0...32.
    package mutating func bits(_ value: UInt32, count: Int) {
        pending = pending << UInt64(count) | UInt64(value) & ((1 << UInt64(count)) - 1)
        pendingCount += count
        while pendingCount >= 8 {
            pendingCount -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
        }
    }

    /// Writes an unsigned Exp-Golomb code, `ue(v)`.
    /// - Parameter value: The value, below 2³² - 1.
    package mutating func ue(_ value: UInt32) {
        let code = UInt64(value) + 1
        let length = UInt64.bitWidth - code.leadingZeroBitCount
        bits(0, count: length - 1)
        if length == 33 { bit(true) }
        bits(UInt32(truncatingIfNeeded: code), count: min(length, 32))
    }

    /// Writes a signed Exp-Golomb code, `se(v)`.
    /// - Parameter value: The value, above -2³¹.
    package mutating func se(_ value: Int32) {
        ue(UInt32(truncatingIfNeeded: value > 0 ? 2 * Int64(value) - 1 : -2 * Int64(value)))
    }

    /// Appends the bits `start..<end` of a payload.
    package mutating func append(_ payload: [UInt8], from start: Int, to end: Int) {
        var place = start
        while place < end {
            if pendingCount == 0, place % 8 == 0, end - place >= 8 {
                bytes += payload[place / 8..<end / 8]
                place = end / 8 * 8
                continue
            }
            let (byte, offset) = (place / 8, place % 8)
            let count = min(8 - offset, end - place)
            bits(UInt32(payload[byte] >> UInt8(8 - offset - count)), count: count)
            place += count
        }
    }

    /// Appends complete bytes.
    package mutating func append(_ whole: some Collection<UInt8>) {
        if pendingCount == 0 { bytes += whole } else { for byte in whole { bits(UInt32(byte), count: 8) } }
    }

    /// Appends the lowest bytes of a value, the first one highest.
    /// - Parameter count: The number of bytes, 1...8.
    package mutating func append(_ value: UInt64, count: Int) {
        withUnsafeBytes(of: (value << UInt64(64 - count * 8)).bigEndian) { bytes in
            append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    /// A position in the output to rewind to.
    package struct Mark {
        fileprivate let byteCount: Int
        fileprivate let pending: UInt64
        fileprivate let pendingCount: Int
    }

    package var mark: Mark { Mark(byteCount: bytes.count, pending: pending, pendingCount: pendingCount) }

    /// Removes everything that was written after a mark.
    package mutating func rewind(to mark: Mark) {
        bytes.removeLast(bytes.count - mark.byteCount)
        (pending, pendingCount) = (mark.pending, mark.pendingCount)
    }

    /// Fills the last byte with bits of one value.
    package mutating func align(with value: Bool) { while pendingCount > 0 { bit(value) } }

    /// Returns the payload. Its last byte is filled with zeros.
    package consuming func finish() -> [UInt8] {
        align(with: false)
        return bytes
    }
}
