/// A JSON5 text that tells the line and column of what is in it.
package struct JSON5Text: Sendable {
    private let bytes: [UInt8]
    /// Where lines begin, in bytes.
    private let lines: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    package func parse() throws(JSON5Error) -> JSON5Value { try JSON5Parser.parse(bytes) }

    /// The line of a byte, from 1.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = low + (high - low) / 2
            if lines[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Where a byte is: an offset in `0...count`.
    package func place(of offset: Int) -> TextPlace {
        let line = line(of: offset)
        let before = String(decoding: bytes[lines[line - 1]..<min(offset, bytes.count)], as: UTF8.self)
        return TextPlace(line: line, column: before.count + 1)
    }
}

/// Why a text is not JSON5, and where.
package struct JSON5Error: Error, Sendable, Equatable {
    /// In bytes from the start of the text.
    package let offset: Int
    /// As the end of a sentence.
    package let reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

/// A place in a text that somebody wrote.
package struct TextPlace: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in characters.
    package let column: Int
}
