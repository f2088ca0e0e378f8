/// A number of bytes for people: 512 B, 14 KB, 3.2 MB. Units are powers of 1000.
package struct ByteCount: CustomStringConvertible {
    package let bytes: Int64

    package init(_ bytes: Int64) { self.bytes = bytes }

    package var description: String {
        let units = ["B", "KB", "MB", "GB", "TB"]
        var (tenths, unit) = (Int64(clamping: Int128(bytes) * 10), 0)
        while tenths >= 10_000 && unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return tenths < 100 && unit > 0
            ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
    }
}
