/// A number drawn as black and white cells, so that a frame shows when it was drawn.
///
/// The barcode has 18 × 6 cells. The top row is white and the bottom row black, so that a reader knows the values of
/// white and black. The left column is black and the right one white. Inside are 48 bits of the number and a checksum
/// of 16 bits, the most significant bit first, row by row.
public struct Barcode: Hashable, Sendable {
    /// The number, below 2^48.
    public let value: UInt64

    /// The number of cells from left to right.
    public static let columns = 18
    /// The number of cells from top to bottom.
    public static let rows = 6
    /// The numbers that fit: microseconds of almost nine years.
    public static let values: Range<UInt64> = 0..<(1 << 48)

    /// Creates the barcode of a number.
    ///
    /// - Precondition: The number is in ``values``.
    public init(_ value: UInt64) {
        precondition(Self.values.contains(value), "a barcode holds 48 bits")
        self.value = value
    }

    /// The number, followed by its checksum.
    var word: UInt64 {
        value << 16 | UInt64(Self.checksum(of: value))
    }

    /// Creates the barcode of a word that was read, or returns nil if the checksum is wrong.
    init?(word: UInt64) {
        self.value = word >> 16
        guard self.word == word else { return nil }
    }

    /// Returns the CRC-16/CCITT of the 48 bits. The initial value is all ones, so a black area is not a valid barcode.
    private static func checksum(of value: UInt64) -> UInt16 {
        var checksum: UInt16 = 0xFFFF
        for bit in (0..<48).reversed() {
            let isOdd = (checksum >> 15) != UInt16(truncatingIfNeeded: value >> UInt64(bit)) & 1
            checksum = checksum << 1 ^ (isOdd ? 0x1021 : 0)
        }
        return checksum
    }
}
