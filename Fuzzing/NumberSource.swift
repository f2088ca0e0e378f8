import MediaTime

/// Takes numbers from a fuzzer's bytes; zeros behind their end.
struct NumberSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next eight bytes.
    mutating func next() -> UInt64 {
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Nil for what is no time.
    mutating func time() -> MediaTime? {
        let value = Int64(bitPattern: next())
        return MediaTime(validating: value, timescale: Int64(next() & 0x3FFF_FFFF))
    }
}
