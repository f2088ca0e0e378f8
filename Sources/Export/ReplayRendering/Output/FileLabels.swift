import FFmpeg
package import FoundationEssentials
import MediaTime
import ReplayInterchange
package import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// The metadata and chapters of an output file. All values come from the recording, not from the time of the export.
/// Therefore the same export gives the same file.
struct FileLabels {
    /// The recording's name.
    var title: String?
    /// The recording's date, in ISO 8601.
    var date: String?
    var chapters = Chapters()
    /// The duration of the output.
    var duration: MediaTime

    /// - Parameters:
    ///   - hasMetadata: True if the file gets the title and the date.
    ///   - chapters: The chapters of the output.
    init(_ recording: Recording, hasMetadata: Bool, chapters: Chapters, duration: MediaTime) {
        self.chapters = chapters
        self.duration = duration
        guard hasMetadata else { return }
        (title, date) = (recording.facts.name, recording.dateMade?.formatted(Date.ISO8601FormatStyle()))
    }

    /// Writes the labels to a muxer. Call it before the muxer writes its header.
    func write(to muxer: Muxer) throws {
        if let title { try muxer.setMetadata("title", to: title) }
        if let date {
            try muxer.setMetadata("creation_time", to: date)
            try muxer.setMetadata("date", to: date)
        }
        for (number, chapter) in chapters.list.enumerated() {
            let (start, end) = (ticks(chapter.range.start), ticks(chapter.range.end))
            try muxer.addChapter(
                chapter.title(at: number), range: start..<max(start, end),
                timeBase: .oneOver(ExportPlan.timescale))
        }
    }

    /// Converts a time to ticks of the output, limited to the output's end. Chapter times are in milliseconds, so the
    /// last chapter could end later.
    private func ticks(_ time: MediaTime) -> Int64 {
        min(time, duration).converted(to: ExportPlan.timescale, rounding: .nearest).value
    }
}

extension Recording {
    /// The date of the recording. For an imported movie, it is the date in the movie's own metadata, so that another
    /// import gives the same exports. Nil if the date is unknown.
    package var dateMade: Date? {
        guard facts.origin != .imported else { return facts.movieDate }
        return facts.createdAt > .distantPast ? facts.createdAt : nil
    }
}
