/// The header of a box (ISO/IEC 14496-12, 4.2.2): its size, in 32 or 64 bits, and its type.
package struct BoxHeader: Sendable {
    package let type: FourCC
    /// The size of the whole box, in bytes, at least `length`. The box may be incomplete in the file.
    package let size: Int64
    /// The size of the header, in bytes: 8 or 16.
    package let length: Int64

    /// The largest size of a header, in bytes.
    package static let maxLength = 16

    /// Reads a header.
    /// - Parameters:
    ///   - bytes: The beginning of the box: `maxLength` bytes, or as many as there are.
    ///   - remaining: The number of bytes to the end of the container. A box with size 0 extends to there.
    /// - Returns: Nil if the header is incomplete, or if the size is smaller than the header.
    package init?(_ bytes: ArraySlice<UInt8>, remaining: Int64) {
        var cursor = ByteCursor(bytes)
        guard let short = cursor.integer(UInt32.self), let type = cursor.integer(UInt32.self) else { return nil }
        self.type = FourCC(rawValue: type)
        switch short {
        case 0: (size, length) = (remaining, 8)
        case 1:
            guard let long = cursor.integer(Int64.self) else { return nil }
            (size, length) = (long, 16)
        default: (size, length) = (Int64(short), 8)
        }
        guard size >= length else { return nil }
    }
}

/// A box that begins with a version and flags (ISO/IEC 14496-12, 4.2), followed by its fields.
package struct FullBox: Sendable {
    package let version: UInt8
    package let flags: UInt32
    package var cursor: ByteCursor

    package init?(_ contents: ArraySlice<UInt8>) {
        var cursor = ByteCursor(contents)
        guard let word = cursor.integer(UInt32.self) else { return nil }
        version = UInt8(word >> 24)
        flags = word & 0xFF_FFFF
        self.cursor = cursor
    }
}
