import MediaTime

/// Takes numbers from a fuzzer's bytes. After the last byte, all numbers are 0.
struct NumberSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns the next number, made of `count` bytes.
    mutating func next(bytes count: Int = 8) -> UInt64 {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns a time, more often a plausible one than a random number, or nil if the numbers make no valid time.
    mutating func time() -> MediaTime? {
        let kind = Int(next(bytes: 1))
        let timescales: [Int64] = [1, 10, 1000, 48_000, 90_000, 1_000_000_000, 0x7FFF_FFFF]
        let place = kind & 7
        let timescale = place < timescales.count ? timescales[place] : Int64(next(bytes: 4))
        let widths = [1, 2, 3, 4, 5, 8]
        let value = Int64(bitPattern: next(bytes: widths[(kind >> 3) % widths.count]))
        return MediaTime(validating: value, timescale: timescale)
    }
}
