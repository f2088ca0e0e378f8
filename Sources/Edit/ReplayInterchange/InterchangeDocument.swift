package import MediaTime
package import ReplayTimeline

/// Another program's file as it was read, before the recording is known.
package enum InterchangeDocument: Sendable {
    case openTimelineIO(OTIOTimeline)
    case losslessCut(LosslessCutProject)
    case cmx3600(CMX3600List)
    case chapters([WrittenChapter], InterchangeFormat)

    /// What it says about a recording.
    /// - Parameters:
    ///   - edit: the recording's as it is: chapters stand in its time.
    ///   - rate: of the recording's frames.
    ///   - marks: that there are already.
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
            return InterchangeEdit(marks: try WrittenChapter.marks(chapters, in: edit, marks: marks, format))
        }
    }
}
