import MediaTime

/// What the pointer did at an instant of a recording: an entry of the file that is written beside the movie. Keys are in none.
///
/// An entry is 16 bytes, its numbers little-endian: the time (8), the kind (1), the button (1), x (2), y (2), and a checksum of
/// those (2). A hole in a file, which reads as zeros, is no entry.
package struct PointerEntry: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// It is at this place from now on.
        case moved = 1
        /// Where it is is not known from now on: it left the frame, or the screen is covered.
        case left = 2
        case pressed = 3
        case released = 4
    }

    /// Ticks a second of `time`: those of the movie's clock.
    package static let timescale: Int32 = 90_000
    /// In bytes.
    package static let length = 16
    /// No recording is as long as a year.
    private static let maxTime = Int64(timescale) * 86_400 * 366

    /// On the movie's clock, in ticks of `timescale`; 0 or more.
    package let time: Int64
    package let kind: Kind
    /// The number of a button, from 1; 0 where the kind has none.
    package let button: UInt8
    /// In pixels of the movie's frame, from its left edge; 0 where the kind has no place.
    package let x: UInt16
    /// As `x`, from the upper edge.
    package let y: UInt16

    package init(time: Int64, kind: Kind, button: UInt8 = 0, x: UInt16 = 0, y: UInt16 = 0) {
        (self.time, self.kind, self.button, self.x, self.y) = (time, kind, button, x, y)
    }
}

extension [PointerEntry] {
    /// Without those of a range, in ticks; where any are, it is not known where the pointer is until the next one.
    package func without(_ range: Range<Int64>) -> [PointerEntry] {
        let start = partitioningIndex { $0.time >= range.lowerBound }
        let end = partitioningIndex { $0.time >= range.upperBound }
        guard start < end else { return self }
        return self[..<start] + [PointerEntry(time: range.lowerBound, kind: .left)] + self[end...]
    }
}

extension PointerEntry {
    /// As it is written.
    package var bytes: [UInt8] {
        let body =
            Self.bytes(of: UInt64(bitPattern: time)) + [kind.rawValue, button] + Self.bytes(of: x) + Self.bytes(of: y)
        return body + Self.bytes(of: Self.checksum(of: body[...]))
    }

    /// Nil where these are not the bytes of an entry.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        let (body, rest) = (bytes.prefix(Self.length - 2), bytes.suffix(2))
        let fields = Array(body)
        let time = Int64(bitPattern: Self.number(fields[0..<8]))
        guard Self.number(rest) == UInt64(Self.checksum(of: body)), let kind = Kind(rawValue: fields[8]),
            (0...Self.maxTime).contains(time)
        else { return nil }
        self.init(
            time: time, kind: kind, button: fields[9], x: UInt16(Self.number(fields[10..<12])),
            y: UInt16(Self.number(fields[12..<14])))
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// At most eight bytes.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Fletcher's, of 16 bits.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt16 {
        var (sum, sums): (UInt16, UInt16) = (0, 0)
        for byte in bytes {
            sum = (sum + UInt16(byte)) % 255
            sums = (sums + sum) % 255
        }
        return sums << 8 | sum
    }
}
