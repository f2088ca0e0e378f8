/// How a file of captions is written.
enum CaptionFormat {
    case webVTT
    case subRip

    /// The format that the first line of a file which is not empty tells.
    init?(firstLine: String) {
        if firstLine == "WEBVTT" || firstLine.hasPrefix("WEBVTT ") || firstLine.hasPrefix("WEBVTT\t") {
            self = .webVTT
        } else if !firstLine.isEmpty, firstLine.utf8.allSatisfy({ (48...57).contains($0) }) {
            self = .subRip
        } else {
            return nil
        }
    }

    /// What stands between seconds and milliseconds.
    var point: Character { self == .webVTT ? "." : "," }

    /// A time as it should be, to show.
    var example: String { self == .webVTT ? "00:01:02.500" : "00:01:02,500" }

    /// A line of a cue's text, as WebVTT has it: SubRip knows no escapes, and of tags only such as `<i>` and `</i>`.
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

    /// Whether a tag's name or the slash of its end may begin with this byte.
    private static func beginsTag(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "/")
    }
}
