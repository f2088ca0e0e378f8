/// The text of a dialogue line in Advanced SubStation Alpha format. FFmpeg decodes subtitles of every kind to this
/// format.
enum DialogueText {
    /// The number of fields before the text: the read order, the layer, the style, the name, three margins and the
    /// effect.
    private static let fieldCount = 8
    private static let comma = UInt8(ascii: ",")
    private static let slash = UInt8(ascii: "\\")

    /// Returns the text for WebVTT: without style codes, with line breaks, without empty lines.
    static func webVTT(_ line: String) -> String {
        let fields = line.utf8.split(separator: comma, maxSplits: fieldCount, omittingEmptySubsequences: false)
        guard fields.count > fieldCount, let text = fields.last else { return "" }
        let lines = String(decoding: plain(Array(text)), as: UTF8.self).split { $0.isNewline }
        return lines.map { $0.trimming(" \t\r") }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func plain(_ text: [UInt8]) -> [UInt8] {
        var (plain, place) = ([UInt8](), 0)
        while place < text.count {
            let byte = text[place]
            if byte == UInt8(ascii: "{"), let end = text[place...].firstIndex(of: UInt8(ascii: "}")) {
                place = end + 1
            } else if byte == slash, place + 1 < text.count, let escaped = escape(text[place + 1]) {
                plain.append(escaped)
                place += 2
            } else {
                plain += encoded(byte)
                place += 1
            }
        }
        return plain
    }

    /// Returns the character for the escapes `\N`, `\n` and `\h`.
    private static func escape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "N"), UInt8(ascii: "n"): UInt8(ascii: "\n")
        case UInt8(ascii: "h"): UInt8(ascii: " ")
        default: nil
        }
    }

    /// Escapes the characters with a special meaning in WebVTT (W3C WebVTT, 6.3).
    private static func encoded(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "&"): Array("&amp;".utf8)
        case UInt8(ascii: "<"): Array("&lt;".utf8)
        case UInt8(ascii: ">"): Array("&gt;".utf8)
        default: [byte]
        }
    }
}

extension Substring {
    fileprivate func trimming(_ characters: String) -> Substring {
        let start = drop { characters.contains($0) }
        return start.prefix(start.count - start.reversed().prefix { characters.contains($0) }.count)
    }
}
