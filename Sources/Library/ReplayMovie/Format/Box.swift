/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2): a four-character type and its contents.
package struct Box: Sendable {
    package let type: FourCC
    package let contents: ArraySlice<UInt8>

    package init(type: FourCC, contents: ArraySlice<UInt8>) {
        self.type = type
        self.contents = contents
    }

    /// Returns the consecutive boxes in `bytes`, up to the first incomplete one.
    package static func sequence(in bytes: ArraySlice<UInt8>) -> BoxSequence { BoxSequence(bytes) }

    package var children: BoxSequence { Self.sequence(in: contents) }

    package func child(_ type: FourCC) -> Box? { children.first { $0.type == type } }

    /// The number of bytes before a box's contents, if the box has a 32-bit size.
    package static let headerSize: Int64 = 8

    /// The size of the box in the file, in bytes, if it has a 32-bit size.
    package var size: Int64 { Int64(contents.count) + Self.headerSize }

    /// The box as it is written in the file, with a 32-bit size.
    package var bytes: [UInt8] { Self.header(type, size: size) + contents }

    /// Returns the header of a box with a total size of `size` bytes.
    package static func header(_ type: FourCC, size: Int64) -> [UInt8] {
        [UInt32(clamping: size), type.rawValue].flatMap { number in
            stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
    }

    /// The box as a full box, or nil if it is too short.
    package var full: FullBox? { FullBox(contents) }
}

/// Consecutive boxes, which are read when they are needed, up to the first incomplete one.
package struct BoxSequence: Sequence, IteratorProtocol, Sendable {
    private var cursor: ByteCursor

    fileprivate init(_ bytes: ArraySlice<UInt8>) { cursor = ByteCursor(bytes) }

    package mutating func next() -> Box? {
        guard let header = BoxHeader(cursor.rest, remaining: Int64(cursor.remaining)),
            cursor.skip(Int(header.length)) != nil, let contents = cursor.take(Int(header.size - header.length))
        else { return nil }
        return Box(type: header.type, contents: contents)
    }

    /// The first box, or nil if it is incomplete.
    package var first: Box? {
        var boxes = self
        return boxes.next()
    }
}

/// The type of a box or of a handler: four ASCII characters.
package struct FourCC: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(stringLiteral value: StaticString) {
        rawValue = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
