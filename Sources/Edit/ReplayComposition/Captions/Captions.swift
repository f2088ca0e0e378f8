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
