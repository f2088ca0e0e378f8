import MediaTime

extension [Chapter] {
    /// The chapters in FFmpeg's metadata format, for `ffmpeg -i`: https://ffmpeg.org/ffmpeg-formats.html#Metadata-2.
    var ffmpegMetadata: String {
        enumerated().reduce(into: ";FFMETADATA1\n") { text, entry in
            let range = entry.element.range.converted(to: 1000, rounding: .nearest)
            text += "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(range.start.value)\nEND=\(range.end.value)\n"
            text += "title=\(entry.element.title(at: entry.offset).ffmpegEscaped)\n"
        }
    }
}

extension WrittenChapter {
    /// Reads the chapters of a file in FFmpeg's metadata format. Without a time base, times are in nanoseconds.
    static func ffmpegMetadata(_ bytes: [UInt8]) throws(InterchangeError) -> [WrittenChapter] {
        var chapters: [WrittenChapter] = []
        var timeBase = Rational.oneOver(1_000_000_000)
        for (number, entry) in FFmpegMetadataLines(try InterchangeLines(bytes, format: .ffmetadata)).lines {
            func fail(_ reason: String) -> InterchangeError {
                InterchangeError(.ffmetadata, line: number, reason: reason)
            }
            if entry.key.hasPrefix("[") {
                if entry.key == "[CHAPTER]" { chapters.append(WrittenChapter(title: "", line: number)) }
                timeBase = .oneOver(1_000_000_000)
                if entry.key != "[CHAPTER]" { break }
                continue
            }
            guard let last = chapters.indices.last else { continue }
            switch entry.key {
            case "TIMEBASE":
                guard let read = Rational(entry.value), read > 0 else {
                    throw fail("“\(entry.value.prefix(40))” is not a time base")
                }
                timeBase = read
            case "START":
                guard let ticks = Int64(entry.value), let start = MediaTime(ticks: ticks, in: timeBase) else {
                    throw fail("“\(entry.value.prefix(40))” is not a time")
                }
                chapters[last].start = start
            case "title": chapters[last].title = entry.value
            default: break
            }
        }
        return chapters
    }
}

/// The key-value lines of FFmpeg's metadata format, unescaped. A line that ends in a backslash continues on the next.
private struct FFmpegMetadataLines {
    private(set) var lines: [(number: Int, entry: (key: String, value: String))] = []

    init(_ text: InterchangeLines) {
        var (key, value, isKey, start) = ("", "", true, 1)
        for (index, line) in text.lines.enumerated() {
            var isEscaped = false
            if key.isEmpty, value.isEmpty, isKey {
                start = index + 1
                if line.hasPrefix(";") || line.hasPrefix("#") { continue }
            }
            for scalar in line.unicodeScalars {
                if !isEscaped, scalar == "\\" {
                    isEscaped = true
                    continue
                }
                if !isEscaped, isKey, scalar == "=" {
                    isKey = false
                } else if isKey {
                    key.unicodeScalars.append(scalar)
                } else {
                    value.unicodeScalars.append(scalar)
                }
                isEscaped = false
            }
            if isEscaped {
                value += " "
                continue
            }
            if !key.isEmpty { lines.append((start, (key, value))) }
            (key, value, isKey) = ("", "", true)
        }
    }
}

extension String {
    /// The text on one line, with a backslash before special characters.
    fileprivate var ffmpegEscaped: String {
        inOneLine.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "=", ";", "#", "\\": text += "\\\(scalar)"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
