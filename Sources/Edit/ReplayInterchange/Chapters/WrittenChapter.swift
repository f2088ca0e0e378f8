package import MediaTime
package import ReplayTimeline

/// A chapter of a file that another program wrote: its start in edited time, and its title.
package struct WrittenChapter: Hashable, Sendable {
    package var start = MediaTime.zero
    package var title: String
    package let line: Int

    /// The maximum number of chapters, far above any realistic file.
    private static let maxCount = 10_000

    /// Reads a file of chapters.
    package static func read(
        _ bytes: [UInt8], as format: InterchangeFormat
    ) throws(InterchangeError) -> [WrittenChapter] {
        let chapters = try format == .vtt ? webVTT(bytes) : ffmpegMetadata(bytes)
        guard chapters.count <= maxCount else {
            throw InterchangeError(
                format, reason: "it has \(chapters.count) chapters; there can be at most \(maxCount)")
        }
        guard !chapters.isEmpty else { throw InterchangeError(format, reason: "it has no chapters") }
        return chapters
    }

    /// Returns the marks for a file's chapters. Chapters that the edit already has are left out.
    /// - Parameter marks: The existing marks.
    package static func marks(
        _ written: [WrittenChapter], in edit: Edit, marks: [TimelineMark], format: InterchangeFormat
    ) throws(InterchangeError) -> [TimelineMark] {
        let map = EditMap(edit)
        let own = Chapters(marks: marks, clips: map.clips, duration: map.editedDuration).list
        let known = Set(own.enumerated().map { Beginning(start: $1.range.start, title: $1.title(at: $0).inOneLine) })
        var added: [TimelineMark] = []
        for chapter in written {
            guard let time = map.recordingTime(at: chapter.start) else {
                throw InterchangeError(
                    format, line: chapter.line,
                    reason: "a chapter begins at \(chapter.start.timecode()); "
                        + "the edit lasts \(map.editedDuration.timecode())")
            }
            guard !known.contains(Beginning(start: chapter.start, title: chapter.title)) else { continue }
            added.append(TimelineMark(time: time, name: chapter.title))
        }
        return added
    }

    private struct Beginning: Hashable {
        let start: MediaTime
        let title: String
    }
}

extension String {
    /// The text with a space instead of each line feed, carriage return and null.
    var inOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }))
    }
}
