/// A JSON5 text that can convert byte offsets to lines and columns.
package struct JSON5Text: Sendable {
    private let bytes: [UInt8]
    /// The byte offsets at which lines begin.
    private let lines: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    package func parse() throws(JSON5Error) -> JSON5Value { try JSON5Parser.parse(bytes) }

    /// Returns the line number of a byte, from 1.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = low + (high - low) / 2
            if lines[middle] > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the line and column of a byte offset in `0...count`.
    package func place(of offset: Int) -> TextPlace {
        let line = line(of: offset)
        let before = String(decoding: bytes[lines[line - 1]..<min(offset, bytes.count)], as: UTF8.self)
        return TextPlace(line: line, column: before.count + 1)
    }
}

/// A syntax error in a JSON5 text, with its position.
package struct JSON5Error: Error, Sendable, Equatable {
    /// The position in bytes from the start of the text.
    package let offset: Int
    /// The reason, worded as the end of a sentence.
    package let reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

/// A line and column in a text.
package struct TextPlace: Sendable, Hashable {
    /// The line number, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int
}
