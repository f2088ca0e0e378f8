/// The format of a captions file.
enum CaptionFormat {
    case webVTT
    case subRip

    /// Detects the format from the first line of a file that is not empty.
    init?(firstLine: String) {
        if firstLine == "WEBVTT" || firstLine.hasPrefix("WEBVTT ") || firstLine.hasPrefix("WEBVTT\t") {
            self = .webVTT
        } else if !firstLine.isEmpty, firstLine.utf8.allSatisfy({ (48...57).contains($0) }) {
            self = .subRip
        } else {
            return nil
        }
    }

    /// The separator between seconds and milliseconds.
    var point: Character { self == .webVTT ? "." : "," }

    /// An example of a valid time, for error messages.
    var example: String { self == .webVTT ? "00:01:02.500" : "00:01:02,500" }

    /// Returns a line of a cue's text in WebVTT syntax. SubRip has no escapes, and only simple tags such as `<i>` and
    /// `</i>`.
    func payload(_ line: String) -> String {
        guard self == .subRip else { return line }
        let bytes = Array(line.utf8)
        var payload: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch byte {
            case UInt8(ascii: "&"): payload += Array("&amp;".utf8)
            case UInt8(ascii: "<") where !Self.beginsTag(next): payload += Array("&lt;".utf8)
            default: payload.append(byte)
            }
        }
        return String(decoding: payload, as: UTF8.self)
    }

    /// Returns plain text in WebVTT syntax.
    static func escaped(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns true if this byte can begin a tag's name or the slash of an end tag.
    private static func beginsTag(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "/")
    }
}
