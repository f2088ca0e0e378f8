/// A box that begins with a version and flags (ISO/IEC 14496-12, 4.2), and the fields that follow them.
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
