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
        let characters = Array(line)
        return characters.indices.map { index in
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            switch characters[index] {
            case "&": return "&amp;"
            case "<" where !(next.isLetter || next == "/"): return "&lt;"
            case let character: return String(character)
            }
        }.joined()
    }
}
