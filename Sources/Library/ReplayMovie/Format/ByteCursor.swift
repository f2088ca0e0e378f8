/// A reader of big-endian fields from untrusted bytes. Reading past the end returns nil.
package struct ByteCursor: Sendable {
    private let bytes: ArraySlice<UInt8>
    // A position costs less than a slice, which would be retained again with each field.
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The bytes that have not been read.
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    package var isAtEnd: Bool { position == bytes.endIndex }

    /// The number of bytes that have not been read.
    package var remaining: Int { bytes.endIndex - position }

    package mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { return nil }
        var value: Value = 0
        for place in position..<position + size { value = value << 8 | Value(truncatingIfNeeded: bytes[place]) }
        position += size
        return value
    }

    package mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, remaining >= count else { return nil }
        position += count
        return ()
    }

    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        let start = position
        return skip(count).map { bytes[start..<position] }
    }
}
