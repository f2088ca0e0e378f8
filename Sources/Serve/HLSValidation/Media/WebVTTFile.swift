import HLSPlaylist

/// The times of a WebVTT segment (W3C WebVTT; RFC 8216, 3.5).
package struct WebVTTFile: Sendable {
    /// A cue, with times of the file's own clock.
    struct Cue: Sendable {
        let start: Seconds
        let end: Seconds
        let line: Int
    }

    /// A line that is not valid.
    struct Fault: Sendable {
        let line: Int
        let found: String
        let expected: String
    }

    private(set) var cues: [Cue] = []
    /// The line number of X-TIMESTAMP-MAP, or nil if there is no valid one.
    private(set) var timestampMapLine: Int?
    private(set) var faults: [Fault] = []

    private static let mapName = "X-TIMESTAMP-MAP="

    init(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            faults = [Fault(line: 1, found: "bytes that are not UTF-8", expected: "UTF-8")]
            return
        }
        let lines = Self.lines(of: text)
        let first = lines.first.map { $0.hasPrefix("\u{FEFF}") ? $0.dropFirst() : $0 } ?? ""
        if first != "WEBVTT", !first.hasPrefix("WEBVTT "), !first.hasPrefix("WEBVTT\t") {
            faults.append(Fault(line: 1, found: "“\(first.prefix(20))”", expected: "WEBVTT"))
        }
        var isHeader = true
        for (index, line) in lines.enumerated().dropFirst() where faults.count < 100 {
            if line.isEmpty { isHeader = false }
            if isHeader, line.hasPrefix(Self.mapName) { readMap(line.dropFirst(Self.mapName.count), at: index + 1) }
            if !line.utf8.ranges(of: "-->".utf8).isEmpty {
                isHeader = false
                readCue(line, at: index + 1)
            }
        }
    }

    /// Returns the lines. Bytes are compared as players do: lines end with CR LF, LF or CR, and a combining mark may
    /// follow the searched characters.
    private static func lines(of text: String) -> [Substring] {
        let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        var (lines, rest) = ([Substring](), text.utf8[...])
        while let end = rest.firstIndex(where: { $0 == cr || $0 == lf }) {
            lines.append(Substring(rest[..<end]))
            let isPair = rest[end...].starts(with: [cr, lf])
            rest = rest[end...].dropFirst(isPair ? 2 : 1)
        }
        return lines + [Substring(rest)]
    }

    private mutating func readMap(_ value: Substring, at line: Int) {
        let parts = value.split(separator: ",")
        let local = parts.first { $0.hasPrefix("LOCAL:") }.flatMap { Self.time($0.dropFirst(6)) }
        let clock = parts.first { $0.hasPrefix("MPEGTS:") }.flatMap { PlaylistTag.integer($0.dropFirst(7)) }
        if local != nil, clock.map({ $0 < 1 << 33 }) ?? false {
            timestampMapLine = line
        } else {
            faults.append(
                Fault(line: line, found: "\(Self.mapName)\(value.prefix(60))", expected: "LOCAL:00:00:00.000,MPEGTS:0"))
        }
    }

    private mutating func readCue(_ line: Substring, at number: Int) {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count >= 3, words[1] == "-->", let start = Self.time(words[0]), let end = Self.time(words[2]),
            start < end
        else {
            faults.append(Fault(line: number, found: "“\(line.prefix(60))”", expected: "start --> end, in order"))
            return
        }
        cues.append(Cue(start: start, end: end, line: number))
    }

    /// Parses `[hh:]mm:ss.ttt`.
    private static func time(_ text: some StringProtocol) -> Seconds? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let seconds = parts.last.flatMap({ Seconds(decimal: $0) }) else {
            return nil
        }
        let larger = parts.dropLast().map { PlaylistTag.integer($0) ?? -1 }
        guard larger.allSatisfy({ (0..<100_000).contains($0) }) else { return nil }
        let minutes = larger.reduce(0) { $0 * 60 + $1 }
        return Seconds(nanoseconds: Int64(minutes) * 60_000_000_000) + seconds
    }
}
