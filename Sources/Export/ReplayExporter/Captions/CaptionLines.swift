/// The lines of a file by WebVTT's rules: UTF-8, a byte order mark or none, ends of CR LF, LF or CR.
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

    /// The next line without its end, or `nil` after the last.
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
        // WebVTT reads NUL so.
        return CaptionLine(
            number: count, text: line.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text)
    }
}

/// A line of a file of captions.
struct CaptionLine {
    /// Counted from 1.
    let number: Int
    let text: String
    /// The arrow between its times: by bytes, as a player looks for it, for a combining mark may follow it.
    let arrow: Range<String.Index>?

    init(number: Int, text: String) {
        (self.number, self.text) = (number, text)
        arrow = Self.arrow(in: text)
    }

    /// Whether it says when a cue is shown: nothing else may hold an arrow.
    var isTiming: Bool { arrow != nil }

    /// Far faster than a search for any text: there may be a million lines.
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
