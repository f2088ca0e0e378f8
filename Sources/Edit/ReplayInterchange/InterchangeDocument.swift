package import MediaTime
package import ReplayTimeline

/// Another program's file after parsing. It does not depend on a recording yet.
package enum InterchangeDocument: Sendable {
    case openTimelineIO(OTIOTimeline)
    case losslessCut(LosslessCutProject)
    case cmx3600(CMX3600List)
    case chapters([WrittenChapter], InterchangeFormat)

    /// Returns the edit of a recording that the file describes.
    /// - Parameters:
    ///   - edit: The recording's present edit. Chapters refer to its edited time.
    ///   - rate: The frame rate of the recording.
    ///   - marks: The existing marks.
    package func edit(
        for edit: Edit, rate: FrameRate, marks: [TimelineMark]
    ) throws(InterchangeError) -> InterchangeEdit {
        let duration = edit.duration
        switch self {
        case .openTimelineIO(let timeline): return try timeline.edit(of: duration).checked(in: duration, .otio)
        case .losslessCut(let project):
            var read = try project.edit(of: duration).checked(in: duration, .llc)
            let known = Set(marks.map { $0.converted(to: duration.timescale) })
            read.marks.removeAll { known.contains($0) }
            return read
        case .cmx3600(let list):
            return try InterchangeEdit(clips: try list.clips(of: duration, rate: rate)).checked(in: duration, .edl)
        case .chapters(let chapters, let format):
            return InterchangeEdit(marks: try WrittenChapter.marks(chapters, in: edit, marks: marks, format: format))
        }
    }
}
