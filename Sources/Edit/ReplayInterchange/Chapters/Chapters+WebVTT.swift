import MediaTime

extension [Chapter] {
    /// The chapters as a WebVTT file: https://www.w3.org/TR/webvtt1/, “Chapters”.
    var webVTTChapters: String {
        enumerated().reduce(into: "WEBVTT\n") { text, entry in
            let (start, end) = (entry.element.range.start.webVTTClock, entry.element.range.end.webVTTClock)
            text +=
                "\n\(entry.offset + 1)\n\(start) --> \(end)\n\(entry.element.title(at: entry.offset).webVTTEscaped)\n"
        }
    }
}

extension WrittenChapter {
    /// Reads the cues of a WebVTT file as chapters.
    static func webVTT(_ bytes: [UInt8]) throws(InterchangeError) -> [WrittenChapter] {
        var chapters: [WrittenChapter] = []
        var isTitle = false
        for (index, line) in try InterchangeLines(bytes, format: .vtt).lines.enumerated() {
            if line.utf8.firstRange(of: "-->".utf8) != nil {
                guard let start = line.split(separator: " ").first.flatMap({ MediaTime(webVTTClock: $0) }) else {
                    throw InterchangeError(
                        .vtt, line: index + 1, reason: "a cue does not begin with a time such as 00:01:02.250")
                }
                chapters.append(WrittenChapter(start: start, title: "", line: index + 1))
                isTitle = true
            } else if line.isEmpty {
                isTitle = false
            } else if isTitle, !chapters.isEmpty {
                let last = chapters.count - 1
                chapters[last].title += (chapters[last].title.isEmpty ? "" : " ") + String(line).webVTTUnescaped
            }
        }
        return chapters
    }
}

extension MediaTime {
    /// The text `hh:mm:ss.ttt`.
    fileprivate var webVTTClock: String {
        let milliseconds = converted(to: 1000, rounding: .down).value
        func digits(_ number: Int64, width: Int) -> String {
            String(repeating: "0", count: Swift.max(0, width - String(number).count)) + String(number)
        }
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, width: 2) }.joined(
            separator: ":")
        return clock + "." + digits(milliseconds % 1000, width: 3)
    }

    /// Reads `hh:mm:ss.ttt` or `mm:ss.ttt`.
    fileprivate init?(webVTTClock text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let seconds = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        let whole = (parts.dropLast() + seconds).map { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int64($0) : nil }
        guard (2...3).contains(parts.count), seconds.count == 2, seconds[1].utf8.count == 3,
            whole.allSatisfy({ $0 != nil && $0 ?? 0 < 1_000_000 })
        else { return nil }
        let numbers = whole.compactMap(\.self)
        let clock = numbers.dropLast().reduce(0) { $0 * 60 + $1 }
        self.init(validating: clock * 1000 + (numbers.last ?? 0), timescale: 1000)
    }
}

extension String {
    /// The text as a cue's payload, on one line.
    fileprivate var webVTTEscaped: String {
        inOneLine.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text of a cue's payload without tags.
    fileprivate var webVTTUnescaped: String {
        let entities = [
            "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "quot": "\"", "lrm": "\u{200E}", "rlm": "\u{200F}",
        ]
        var (text, rest) = ("", self[...].unicodeScalars)
        while let next = rest.first {
            if next == "<" {
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if next == "&", let end = rest.prefix(8).firstIndex(of: ";"),
                let entity = entities[String(rest[rest.index(after: rest.startIndex)..<end])]
            {
                text += entity
                rest = rest[rest.index(after: end)...]
            } else {
                text.unicodeScalars.append(next)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}
