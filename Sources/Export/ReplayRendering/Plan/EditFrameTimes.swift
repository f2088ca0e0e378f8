package import MediaTime
package import ReplayEditor
import ReplayMovie

/// The times of the frames that an edit shows.
package struct EditFrameTimes {
    private let plan: ExportPlan
    /// The times of the frames in the recording, in its ticks, ascending.
    private let times: [Int64]
    private let timescale: Int32

    /// - Throws: `MovieError`, `EditError`, `FileSystemError`, or `FFmpegError`.
    package init(_ session: EditSession) throws {
        var request = ExportRequest(session, preset: try .named("original"))
        // Without this, the plan would have copied spans.
        request.render = .full
        let job = try ExportJob(request)
        plan = job.plan
        let track = job.movie.index.tracks[job.videoTrack]
        times = track.samples.map(\.pts).sorted()
        timescale = track.timescale
    }

    /// Returns the time at which a frame appears in the edit. Frames are numbered from 0. The number after the last
    /// frame gives the edit's end.
    /// - Returns: The time, or nil if there is no such frame.
    package func time(ofFrame number: Int) -> MediaTime? {
        var rest = number
        for span in plan.frames {
            guard rest >= span.frames else { return rest < 0 ? nil : time(ofFrame: rest, in: span) }
            rest -= span.frames
        }
        return rest == 0 ? plan.duration : nil
    }

    /// Returns the time of a frame in a span.
    /// - Parameter number: The number within the span, whose first frame may have begun before it.
    private func time(ofFrame number: Int, in span: VideoSpan) -> MediaTime {
        let shown = span.shownTimes(times, timescale: timescale)
        let time = shown[min(number, shown.count - 1)]
        return MediaTime(value: span.outputTicks(of: time, timescale: timescale), timescale: ExportPlan.timescale)
    }
}
