import Files
import Glibc
package import MediaTime
import ReplayLibrary
import ReplayMovie

/// Captions: texts and the ranges in which they are shown, in the model of WebVTT.
///
/// Their times are whole milliseconds of the recording until the captions are cut along with an edit.
public struct Captions: Sendable, Equatable {
    /// The blocks before the first cue, in the syntax of the file: `STYLE`, `REGION`, `NOTE`.
    var header: [String] = []
    /// The cues, in the order of the file.
    package var cues: [Cue] = []

    package init(header: [String] = [], cues: [Cue] = []) {
        self.header = header
        self.cues = cues
    }
}

extension Captions {
    /// Returns the first cue, by start time, at which the texts shown together are larger than a limit in bytes.
    func firstCue(beyond limit: Int) -> Int? {
        let sizes = cues.map(\.text.utf8.count)
        let starting = cues.indices.sorted { cues[$0].range.start < cues[$1].range.start }
        var ending = cues.indices.sorted { cues[$0].range.end < cues[$1].range.end }[...]
        var shown = 0
        for cue in starting {
            while let ended = ending.first, cues[ended].range.end <= cues[cue].range.start {
                shown -= sizes[ended]
                ending.removeFirst()
            }
            shown += sizes[cue]
            if shown > limit { return cue }
        }
        return nil
    }
}

extension Captions {
    /// Reads a WebVTT or SubRip file in UTF-8 or UTF-16.
    /// - Parameter path: The path of a file of at most 16 MiB.
    /// - Throws: `CaptionsError` if the file is too large or has a syntax error, and `FileSystemError` if it cannot be
    ///   read.
    public static func read(_ path: String) throws -> Captions {
        do {
            return try Captions(try RegularFile.contents(of: path, limit: sizeLimit), path: path)
        } catch let error as FileSystemError where error.code == EFBIG {
            throw CaptionsError(path: path, line: nil, reason: "it is larger than \(sizeLimit >> 20) MiB")
        }
    }

    /// Parses the contents of a file.
    package init(_ bytes: [UInt8], path: String) throws(CaptionsError) {
        guard let text = CaptionEncoding.utf8(bytes) else {
            throw CaptionsError(path: path, line: nil, reason: "it begins like UTF-16, but is not valid UTF-16")
        }
        var reader = try CaptionsReader(text, path: path)
        self = try reader.read()
    }

    private static let sizeLimit = 16 << 20
}

extension Captions {
    /// Returns one WebVTT file per segment. A segment contains all cues that are shown in it, with their whole times. A
    /// cue across a boundary is therefore in both segments (RFC 8216, 3.5).
    /// - Parameter boundaries: The boundaries of the segments in ascending order, one more than there are segments.
    package func segments(_ boundaries: [MediaTime]) -> [String] {
        guard boundaries.count > 1 else { return [] }
        var texts = Array(repeating: beginning, count: boundaries.count - 1)
        for cue in cues {
            let text = cue.text
            var segment = max(0, boundaries.partitioningIndex { $0 > cue.range.start } - 1)
            while segment < texts.count, boundaries[segment] < cue.range.end {
                texts[segment] += text
                segment += 1
            }
        }
        return texts
    }

    /// The text before the cues. Notes are left out, because only authors of captions need them.
    private var beginning: String {
        let blocks = header.filter { !$0.hasPrefix("NOTE") }.map { "\n\($0)\n" }.joined()
        return "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n" + blocks
    }
}

extension Captions {
    /// A text and the range in which it is shown.
    package struct Cue: Sendable, Equatable {
        package var id: String?
        /// The range in which the text is shown, in milliseconds.
        package var range: TimeRange
        /// The cue settings (position and alignment) in WebVTT syntax, such as `line:0 align:start`.
        var settings = ""
        /// The text in WebVTT syntax, with tags and character references. No line is empty or contains an arrow.
        var lines: [String] = []

        /// The cue in the syntax of a WebVTT file, with an empty line before it.
        package var text: String {
            let times = "\(range.start.webVTT) --> \(range.end.webVTT)"
            let timing = settings.isEmpty ? times : "\(times) \(settings)"
            return (["", id, timing].compactMap(\.self) + lines + [""]).joined(separator: "\n")
        }
    }
}

extension Captions.Cue {
    /// Returns the lines with each timestamp inside them, such as `<00:01.500>`, moved.
    /// - Parameter move: Returns the new time of an instant, or nil to remove the timestamp.
    func movingTimestamps(_ move: (MediaTime) -> MediaTime?) -> [String] {
        // Each timestamp must be later than the one before it.
        var last: MediaTime?
        return lines.map { line in
            Self.replacingTimestamps(in: line) { time in
                guard let moved = move(time), last.map({ $0 < moved }) ?? true else { return nil }
                last = moved
                return moved
            }
        }
    }

    /// Replaces or removes the timestamps of a line. An empty tag replaces a removed timestamp if the line would
    /// otherwise be empty or contain an arrow, and thereby end the cue.
    private static func replacingTimestamps(in line: String, _ replace: (MediaTime) -> MediaTime?) -> String {
        var (result, tagged) = ("", "")
        var rest = line[...]
        // Searches by bytes, because a combining mark after a bracket would make another character of the bracket.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")),
            let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let after = rest.utf8.index(after: close)
            let time = MediaTime(webVTT: rest[rest.utf8.index(after: open)..<close])
            let moved = time.map { replace($0).map { "<\($0.webVTT)>" } ?? "" } ?? String(rest[open..<after])
            result += rest[..<open] + moved
            tagged += rest[..<open] + (moved.isEmpty ? emptyTag : moved)
            rest = rest[after...]
        }
        let isLine = !(result.isEmpty && rest.isEmpty) && (result + rest).utf8.firstRange(of: "-->".utf8) == nil
        return (isLine ? result : tagged) + rest
    }

    private static let emptyTag = "<c></c>"
}
