import FFmpeg
package import FoundationEssentials
import MediaTime
import ReplayInterchange
package import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// What a file says of itself besides its media. All of it is the recording's, nothing of the moment of the export: so the
/// same export is the same file.
struct FileLabels {
    /// What the recording is called.
    var title: String?
    /// When it was made, in ISO 8601.
    var date: String?
    var chapters = Chapters()
    /// How long the output is.
    var duration: MediaTime

    /// - Parameters:
    ///   - hasMetadata: whether title and date are told.
    ///   - chapters: the output's.
    init(_ recording: Recording, hasMetadata: Bool, chapters: Chapters, duration: MediaTime) {
        self.chapters = chapters
        self.duration = duration
        guard hasMetadata else { return }
        (title, date) = (recording.facts.name, recording.dateMade?.formatted(Date.ISO8601FormatStyle()))
    }

    /// Writes them into a file, before its header.
    func write(to muxer: Muxer) throws {
        if let title { try muxer.setMetadata("title", title) }
        if let date {
            try muxer.setMetadata("creation_time", date)
            try muxer.setMetadata("date", date)
        }
        for (number, chapter) in chapters.list.enumerated() {
            let (start, end) = (ticks(chapter.range.start), ticks(chapter.range.end))
            try muxer.addChapter(
                chapter.title(at: number), start..<max(start, end),
                timeBase: .oneOver(ExportPlan.timescale))
        }
    }

    /// Chapters count milliseconds, but the last one ends with the output.
    private func ticks(_ time: MediaTime) -> Int64 {
        min(time, duration).converted(to: ExportPlan.timescale, rounding: .nearest).value
    }
}

extension Recording {
    /// When it was recorded; of an imported movie, when that was made, as it says itself: whoever imports it once more gets
    /// the same exports. Nil: nobody knows.
    package var dateMade: Date? {
        guard facts.origin != .imported else { return facts.movieDate }
        return facts.createdAt > .distantPast ? facts.createdAt : nil
    }
}
