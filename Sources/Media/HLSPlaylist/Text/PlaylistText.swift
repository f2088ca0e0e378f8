/// The text of a playlist, byte for byte, split into lines (RFC 8216, 4.1).
package struct PlaylistText: Sendable {
    /// A line of the text.
    package struct Line: Sendable {
        /// The line number, from 1.
        package let number: Int
        /// The text without the line ending.
        package let text: String
        package let content: Content
        package let bytes: ArraySlice<UInt8>
        let ending: ArraySlice<UInt8>
    }

    /// The kinds of lines.
    package enum Content: Sendable, Equatable, CustomStringConvertible {
        case blank
        case comment(String)
        case tag(PlaylistTag)
        case uri(String)

        /// The line as it is written.
        package var description: String {
            switch self {
            case .blank: ""
            case .comment(let text), .uri(let text): text
            case .tag(let tag): tag.description
            }
        }
    }

    package let lines: [Line]
    /// True if the file begins with a byte order mark, which is not allowed.
    package let hasByteOrderMark: Bool
    /// The number of the first line that is not UTF-8, or nil.
    package let firstInvalidLine: Int?

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Splits a text into lines.
    /// - Parameter lineLimit: The maximum number of lines.
    /// - Returns: The text, or nil if there are more lines.
    package init?(_ bytes: [UInt8], lineLimit: Int = 200_000) {
        hasByteOrderMark = bytes.starts(with: Self.byteOrderMark)
        var rest = bytes.dropFirst(hasByteOrderMark ? 3 : 0)
        var lines: [Line] = []
        var firstInvalidLine: Int?
        while !rest.isEmpty {
            guard lines.count < lineLimit else { return nil }
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            let line = Self.line(rest[..<end], number: lines.count + 1)
            if firstInvalidLine == nil, String(validating: line.bytes, as: UTF8.self) == nil {
                firstInvalidLine = line.number
            }
            lines.append(line)
            rest = rest[end...]
        }
        self.lines = lines
        self.firstInvalidLine = firstInvalidLine
    }

    /// The original bytes of the file.
    package var bytes: [UInt8] {
        (hasByteOrderMark ? Self.byteOrderMark : []) + lines.flatMap { $0.bytes + $0.ending }
    }

    /// The tags with their line numbers.
    package var tags: [(line: Int, tag: PlaylistTag)] { lines.map(\.content).tags }

    private static func line(_ whole: ArraySlice<UInt8>, number: Int) -> Line {
        var bytes = whole
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let text = String(decoding: bytes, as: UTF8.self)
        return Line(
            number: number, text: text, content: content(text), bytes: bytes, ending: whole[bytes.endIndex...])
    }

    private static func content(_ text: String) -> Content {
        if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .blank }
        if text.utf8.starts(with: "#EXT".utf8) { return .tag(PlaylistTag(line: text)) }
        return text.utf8.first == UInt8(ascii: "#") ? .comment(text) : .uri(text)
    }
}

extension [PlaylistText.Content] {
    /// The tags with their line numbers.
    var tags: [(line: Int, tag: PlaylistTag)] {
        enumerated().compactMap { index, content in
            if case .tag(let tag) = content { (index + 1, tag) } else { nil }
        }
    }

    /// The text of the lines, each with a line ending.
    var text: String { map { $0.description + "\n" }.joined() }
}
