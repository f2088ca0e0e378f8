package import FFmpeg
package import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// A renderer of single frames of an edit, as its export shows them. Blocks. Used from one thread at a time.
package final class EditFrames {
    private let plan: ExportPlan
    private let map: EditMap
    /// The times of the frames in the recording, in its ticks, ascending.
    private let times: [Int64]
    private let timescale: Int32
    private let keyframes: [MediaTime]
    private let screen: FrameReader
    private let camera: CameraLayer<FrameReader>?
    private let composer: FrameComposer

    /// - Parameters:
    ///   - session: The session of the recording.
    ///   - edit: The edit to show, or nil for the session's current edit.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    /// - Throws: `ExportError`, `MovieError`, `EditError`, or `FFmpegError`.
    package init(_ session: EditSession, edit: Edit? = nil, camera: CameraPlacement? = .standard) throws {
        var exporter = Exporter(session, edit: edit ?? session.edit, preset: try .named("original"))
        exporter.camera = camera
        // Without this, the plan would have copied spans.
        exporter.render = .full
        let job = try ExportJob(exporter)
        let (movie, track) = (job.movie, job.videoTrack)
        plan = job.plan
        map = EditMap(job.edit)
        times = movie.index.tracks[track].samples.map(\.pts).sorted()
        timescale = movie.index.tracks[track].timescale
        keyframes = job.keyframes
        screen = try FrameReader(movie, track: track, threads: 1)
        self.camera = plan.cameraLayout == nil ? nil : try movie.cameraTrack.map { try CameraLayer(movie, track: $0) }
        composer = FrameComposer(
            plan, timescale: timescale, pixelAspect: movie.streams[track].parameters.sampleAspectRatio)
    }

    /// The duration of the edit.
    package var duration: MediaTime { map.editedDuration }
    /// The size of the edit's frames, in pixels.
    package var size: (width: Int, height: Int) { (plan.width, plan.height) }

    /// Returns the time in the recording that an instant of the edit shows. At the edit's end and after it, this is the
    /// last instant.
    package func recordingTime(at time: MediaTime) -> MediaTime {
        let last = MediaTime(value: map.editedDuration.value - 1, timescale: map.editedDuration.timescale)
        return map.recordingTime(at: max(.zero, min(time, last))) ?? .zero
    }

    /// Returns the index of the clip that is shown at an instant of the edit. At the edit's end and after it, this is
    /// the last clip.
    package func clip(at time: MediaTime) -> Int { max(0, map.clips.partitioningIndex { $0.start > time } - 1) }

    /// Returns the frame that is shown at an instant of the edit.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package func frame(at time: MediaTime) throws -> Frame {
        let instant = recordingTime(at: time)
        let next = keyframes.partitioningIndex { $0 > instant }
        let keyframe = next > 0 ? keyframes[next - 1] : .zero
        try screen.seek(to: ticks(instant), from: ticks(keyframe))
        try camera?.seek(to: instant)
        guard let shown = screen.current else { throw ExportError.noFrame }
        return try composer.compose(shown, camera: camera?.frame, at: ticks(instant))
    }

    /// Returns the time at which a frame appears in the edit. Frames are numbered from 0. The number after the last
    /// frame gives the edit's end.
    /// - Returns: The time, or nil if there is no such frame.
    package func frameTime(_ number: Int) -> MediaTime? {
        var rest = number
        for span in plan.frames {
            guard rest >= span.frames else { return rest < 0 ? nil : time(ofFrame: rest, in: span) }
            rest -= span.frames
        }
        return rest == 0 ? duration : nil
    }

    /// Returns the time of a frame in a span.
    /// - Parameter number: The number within the span, whose first frame may have begun before it.
    private func time(ofFrame number: Int, in span: VideoSpan) -> MediaTime {
        let shown = span.shownTimes(times, timescale: timescale)
        let time = shown[min(number, shown.count - 1)]
        return MediaTime(value: span.outputTicks(of: time, timescale: timescale), timescale: ExportPlan.timescale)
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: timescale, rounding: .down).value }
}
