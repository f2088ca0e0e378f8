/// A change of the screen at an instant of a recording: the smallest rectangle with all changed pixels. It is an entry of
/// a file beside the movie.
///
/// An entry is 16 bytes: the time (6 bytes), x, y, width and height (2 each), and a checksum of these (2). The numbers are
/// little-endian. A hole in a sparse file reads as zeros, which are not an entry.
package struct ChangeEntry: Hashable, Sendable, RecordingEntry {
    package static let fileName = "changes.bin"
    /// The size of nine hours at 60 frames per second.
    package static let maxFileSize: Int64 = 32 << 20
    /// The size of an entry, in bytes.
    package static let length = 16

    /// The time on the movie's clock, in ticks of `timescale`; 0 or more.
    package let time: Int64
    /// The distance from the frame's left edge, in pixels.
    package let x: UInt16
    /// The distance from the frame's upper edge, in pixels.
    package let y: UInt16
    /// The width in pixels, above 0.
    package let width: UInt16
    /// The height in pixels, above 0.
    package let height: UInt16

    package init(time: Int64, x: UInt16, y: UInt16, width: UInt16, height: UInt16) {
        (self.time, self.x, self.y, self.width, self.height) = (time, x, y, width, height)
    }
}

extension ChangeEntry {
    package var bytes: [UInt8] {
        let body = Self.bytes(of: UInt64(bitPattern: time)).prefix(6) + [x, y, width, height].flatMap(Self.bytes)
        return body + Self.bytes(of: Self.checksum(of: body[...]))
    }

    /// Reads an entry, or returns nil if the bytes are not a valid entry.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        let (body, rest) = (bytes.prefix(Self.length - 2), bytes.suffix(2))
        let fields = Array(body)
        let time = Int64(Self.number(fields[0..<6]))
        let values = stride(from: 6, to: 14, by: 2).map { UInt16(Self.number(fields[$0..<$0 + 2])) }
        guard Self.number(rest) == UInt64(Self.checksum(of: body)), time <= Self.maxTime, values[2] > 0, values[3] > 0
        else { return nil }
        self.init(time: time, x: values[0], y: values[1], width: values[2], height: values[3])
    }
}
