import MediaTime

/// A parser of captions files. It reads block by block; empty lines separate the blocks (W3C WebVTT, 6.1).
///
/// The parser is stricter than a player, which skips invalid blocks. A text that no player would show is an error here.
struct CaptionsReader {
    private var lines: CaptionLines
    /// The next line to read.
    private var next: CaptionLine?
    private var format = CaptionFormat.webVTT
    private var captions = Captions()
    /// The line number of each cue's times.
    private var cueLines: [Int] = []

    /// The maximum size, in bytes, of the text that is shown at one time, and of the text before the cues. Each segment
    /// contains all text that is shown in it, so this also limits the segments.
    static let textLimit = 64 << 10

    init(_ bytes: [UInt8], path: String) throws(CaptionsError) {
        lines = CaptionLines(bytes, path: path)
        next = try lines.next()
    }

    mutating func read() throws(CaptionsError) -> Captions {
        try readBeginning()
        while let block = try nextBlock() { try take(block) }
        if let cue = captions.firstCue(beyond: Self.textLimit) {
            throw error(line: cueLines[cue], "more than \(Self.textLimit >> 10) KiB of text are shown at this time")
        }
        return captions
    }

    private func error(line: Int, _ reason: String) -> CaptionsError {
        CaptionsError(path: lines.path, line: line, reason: reason)
    }

    private mutating func advance() throws(CaptionsError) { next = try lines.next() }

    private mutating func readBeginning() throws(CaptionsError) {
        guard let first = next, let format = CaptionFormat(firstLine: first.text) else {
            throw error(line: 1, "it begins with neither “WEBVTT” nor the number of a SubRip cue")
        }
        self.format = format
        guard format == .webVTT else { return }
        repeat { try advance() } while next.map { !$0.text.isEmpty && !$0.isTiming } ?? false
    }

    /// Returns the lines up to an empty line or to the next cue's times, or nil at the end of the file.
    private mutating func nextBlock() throws(CaptionsError) -> [CaptionLine]? {
        while let line = next, line.text.isEmpty { try advance() }
        var block: [CaptionLine] = []
        var hasTiming = false
        while let line = next, !line.text.isEmpty {
            if line.isTiming {
                guard !hasTiming, block.count < 2 else { break }
                hasTiming = true
            }
            block.append(line)
            try advance()
        }
        return block.isEmpty ? nil : block
    }

    private mutating func take(_ block: [CaptionLine]) throws(CaptionsError) {
        guard let timing = block.firstIndex(where: \.isTiming) else { return try takeHeader(block) }
        let (range, settings) = try times(block[timing])
        captions.cues.append(
            Captions.Cue(
                id: timing > 0 && format == .webVTT ? block[0].text : nil, range: range,
                settings: format == .webVTT ? settings : "",
                lines: block[(timing + 1)...].map { format.payload($0.text) }))
        cueLines.append(block[timing].number)
    }

    /// Keeps the styles, regions and notes before the cues. Players ignore those after the first cue.
    private mutating func takeHeader(_ block: [CaptionLine]) throws(CaptionsError) {
        let words = block[0].text[...].words
        let isHeader = words.first == "NOTE" || words == ["STYLE"] || words == ["REGION"]
        guard format == .webVTT, isHeader else {
            throw error(line: block[0].number, "the cue “\(block[0].text.prefix(40))” has no times")
        }
        guard captions.cues.isEmpty else { return }
        captions.header.append(block.map(\.text).joined(separator: "\n"))
        guard captions.header.reduce(0, { $0 + $1.utf8.count }) <= Self.textLimit else {
            throw error(line: block[0].number, "more than \(Self.textLimit >> 10) KiB precede the first cue")
        }
    }

    private func times(_ line: CaptionLine) throws(CaptionsError) -> (TimeRange, settings: String) {
        guard let arrow = line.arrow else { throw error(line: line.number, "it has no times") }
        let words = line.text[arrow.upperBound...].words
        let start = try time(line.text[..<arrow.lowerBound].words.joined(separator: " "), in: line)
        let end = try time(String(words.first ?? ""), in: line)
        guard let range = TimeRange(validatingStart: start, end: end) else {
            throw error(line: line.number, "the cue ends before it begins")
        }
        return (range, words.dropFirst().joined(separator: " "))
    }

    private func time(_ text: String, in line: CaptionLine) throws(CaptionsError) -> MediaTime {
        guard let time = MediaTime(webVTT: text[...], point: format.point) else {
            throw error(line: line.number, "“\(text.prefix(40))” is not a time such as \(format.example)")
        }
        return time
    }
}

extension Substring {
    fileprivate var words: [Substring] { split { $0 == " " || $0 == "\t" } }
}
