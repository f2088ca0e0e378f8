/// A reader of big-endian fields from untrusted bytes. Reading past the end returns nil.
package struct ByteCursor: Sendable {
    /// The bytes that have not been read.
    package private(set) var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        let size = MemoryLayout<Value>.size
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    package mutating func skip(_ count: Int) -> Void? {
        guard count >= 0, rest.count >= count else { return nil }
        rest = rest.dropFirst(count)
        return ()
    }

    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
