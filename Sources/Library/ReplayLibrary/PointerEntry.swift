import MediaTime

/// An action of the pointer at an instant of a recording: an entry of the file beside the movie.
///
/// An entry is 16 bytes: the time (8 bytes), the kind (1), the button (1), x (2), y (2), and a checksum of these (2).
/// The numbers are little-endian. A hole in a sparse file reads as zeros, which are not an entry.
package struct PointerEntry: Hashable, Sendable, RecordingEntry {
    package enum Kind: UInt8, Sendable {
        /// The pointer is at this position from now on.
        case moved = 1
        /// The position and the shape are unknown from now on: the pointer left the frame, or the screen is covered.
        case left = 2
        case pressed = 3
        case released = 4
        /// The pointer has the shape with the number `x` from now on. 0 is none: it is in the frames, or invisible. `y` is
        /// the size of a pixel of the shape in thousandths of a pixel of the frame.
        case shaped = 5
    }

    /// The file exists only if the user asked to record the pointer.
    package static let fileName = "pointer.bin"
    /// The size of two million entries, enough for nine hours of constant motion.
    package static let maxFileSize: Int64 = 32 << 20
    /// The size of an entry, in bytes.
    package static let length = 16

    /// The time on the movie's clock, in ticks of `timescale`; 0 or more.
    package let time: Int64
    package let kind: Kind
    /// The number of the button, from 1; 0 if the kind has no button.
    package let button: UInt8
    /// The distance from the frame's left edge, in pixels, or the number of a shape; 0 if the kind has neither.
    package let x: UInt16
    /// The distance from the frame's upper edge, in pixels, or the scale of a shape; 0 if the kind has neither.
    package let y: UInt16

    package init(time: Int64, kind: Kind, button: UInt8 = 0, x: UInt16 = 0, y: UInt16 = 0) {
        (self.time, self.kind, self.button, self.x, self.y) = (time, kind, button, x, y)
    }
}

extension [PointerEntry] {
    /// Returns the entries outside a range.
    ///
    /// If the range has entries, one `left` entry at its start replaces them: the position is unknown until the next entry.
    /// The shape of the pointer after the range is kept.
    /// - Parameter range: The range to remove, in ticks.
    package func without(_ range: Range<Int64>) -> [PointerEntry] {
        let start = partitioningIndex { $0.time >= range.lowerBound }
        let end = partitioningIndex { $0.time >= range.upperBound }
        guard start < end else { return self }
        // Only a position after the range needs the shape that it had there.
        let next = self[end...].first { [.moved, .left, .shaped].contains($0.kind) }
        var shape = next?.kind == .moved ? self[..<end].last { $0.kind == .shaped || $0.kind == .left } : nil
        if shape?.kind == .left { shape = nil }
        let kept = shape.map { PointerEntry(time: self[end].time, kind: .shaped, x: $0.x, y: $0.y) }
        return self[..<start] + [PointerEntry(time: range.lowerBound, kind: .left)] + [kept].compactMap(\.self)
            + self[end...]
    }
}

extension PointerEntry {
    package var bytes: [UInt8] {
        let body =
            Self.bytes(of: UInt64(bitPattern: time)) + [kind.rawValue, button] + Self.bytes(of: x) + Self.bytes(of: y)
        return body + Self.bytes(of: Self.checksum(of: body[...]))
    }

    /// Reads an entry, or returns nil if the bytes are not a valid entry.
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
}
