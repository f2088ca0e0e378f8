/// The lines of a file by WebVTT's rules: UTF-8 with or without a byte order mark, and line ends of CR LF, LF or CR.
struct CaptionLines {
    let path: String
    private let bytes: [UInt8]
    private var place: Int
    private var count = 0

    init(_ bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next line without its line end, or nil after the last line.
    mutating func next() throws(CaptionsError) -> CaptionLine? {
        guard place < bytes.count else { return nil }
        let end = bytes[place...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
        let line = bytes[place..<end]
        place = end + (bytes[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) ? 2 : 1)
        count += 1
        guard let text = String(validating: line, as: UTF8.self) else {
            throw CaptionsError(
                path: path, line: count, reason: "it is neither UTF-8 nor UTF-16 with a byte order mark")
        }
        // WebVTT replaces NUL by U+FFFD.
        return CaptionLine(
            number: count, text: line.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text)
    }
}

/// A line of a captions file.
struct CaptionLine {
    /// The line number, counted from 1.
    let number: Int
    let text: String
    /// The range of the arrow between the times. It is found by bytes, as in a player, because a combining mark may
    /// follow the arrow.
    let arrow: Range<String.Index>?

    init(number: Int, text: String) {
        (self.number, self.text) = (number, text)
        arrow = Self.arrow(in: text)
    }

    /// True if the line contains the times of a cue. No other line may contain an arrow.
    var isTiming: Bool { arrow != nil }

    /// Returns the range of the arrow. This is far faster than a string search: a file may have a million lines.
    private static func arrow(in text: String) -> Range<String.Index>? {
        var (rest, dashes) = (text.utf8[...], 0)
        while let byte = rest.first {
            if dashes >= 2, byte == UInt8(ascii: ">") {
                return text.utf8.index(rest.startIndex, offsetBy: -2)..<text.utf8.index(after: rest.startIndex)
            }
            dashes = byte == UInt8(ascii: "-") ? dashes + 1 : 0
            rest = rest.dropFirst()
        }
        return nil
    }
}
