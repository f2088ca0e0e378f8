/// A number drawn as black and white cells, so that a frame can tell when it was drawn.
///
/// 18 × 6 cells. The top row is white and the bottom row black: they tell a reader what white and black have
/// become. The left and right columns are guards too, black and white. Within stand 48 bits of the number and a
/// checksum of 16, the most significant bit first, row by row.
public struct Barcode: Hashable, Sendable {
    /// The number, below 2^48.
    public let value: UInt64

    /// Cells from left to right.
    public static let columns = 18
    /// Cells from top to bottom.
    public static let rows = 6
    /// The numbers that fit: microseconds of almost nine years.
    public static let values: Range<UInt64> = 0..<(1 << 48)

    /// The barcode of a number.
    ///
    /// - Precondition: the number is one of ``values``.
    public init(_ value: UInt64) {
        precondition(Self.values.contains(value), "a barcode holds 48 bits")
        self.value = value
    }

    /// The number and its checksum behind it.
    var word: UInt64 {
        value << 16 | UInt64(Self.checksum(of: value))
    }

    /// The barcode of a word that was read, or `nil` when the checksum is wrong.
    init?(word: UInt64) {
        self.value = word >> 16
        guard self.word == word else { return nil }
    }

    /// CRC-16/CCITT of the 48 bits; it begins with all ones, so a black patch is no barcode.
    private static func checksum(of value: UInt64) -> UInt16 {
        var checksum: UInt16 = 0xFFFF
        for bit in (0..<48).reversed() {
            let isOdd = (checksum >> 15) != UInt16(truncatingIfNeeded: value >> UInt64(bit)) & 1
            checksum = checksum << 1 ^ (isOdd ? 0x1021 : 0)
        }
        return checksum
    }
}
