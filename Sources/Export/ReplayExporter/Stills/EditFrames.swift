package import FFmpeg
package import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// Shows single frames of an edit, composed as its export shows them. Blocks; used from one thread at a time.
package final class EditFrames {
    private let plan: ExportPlan
    private let map: EditMap
    /// When frames come on the screen in the recording, in its ticks, ascending.
    private let times: [Int64]
    private let timescale: Int32
    private let keyframes: [MediaTime]
    private let screen: FrameReader
    private let camera: CameraLayer<FrameReader>?
    private let composer: FrameComposer

    /// - Parameters:
    ///   - edit: what is shown; nil: what the session keeps now.
    ///   - camera: where a camera is shown; nil: nowhere.
    /// - Throws: `ExportError`, `MovieError`, `EditError`, or an error of FFmpeg's.
    package init(_ session: EditSession, edit: Edit? = nil, camera: CameraPlacement? = .standard) throws {
        var exporter = Exporter(session, edit: edit ?? session.edit, preset: try .named("original"))
        exporter.camera = camera
        // Else the plan would have spans that are copied.
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

    /// How long the edit is.
    package var duration: MediaTime { map.editedDuration }
    /// Of its frames, in pixels.
    package var size: (width: Int, height: Int) { (plan.width, plan.height) }

    /// Which instant of the recording is shown at an instant of the edit; at its end, and beyond, the last one.
    package func recordingTime(at time: MediaTime) -> MediaTime {
        let last = MediaTime(value: map.editedDuration.value - 1, timescale: map.editedDuration.timescale)
        return map.recordingTime(at: max(.zero, min(time, last))) ?? .zero
    }

    /// The clip, counted from 0, that is shown at an instant of the edit; at its end, and beyond, the last one.
    package func clip(at time: MediaTime) -> Int { max(0, map.clips.partitioningIndex { $0.start > time } - 1) }

    /// The frame that is shown at an instant of the edit.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package func frame(at time: MediaTime) throws -> Frame {
        let instant = recordingTime(at: time)
        let next = keyframes.partitioningIndex { $0 > instant }
        let keyframe = next > 0 ? keyframes[next - 1] : .zero
        try screen.seek(to: ticks(instant), from: ticks(keyframe))
        try camera?.seek(to: instant)
        guard let shown = screen.current else { throw ExportError.noFrame }
        return try composer.compose(shown, camera: camera?.frame, at: ticks(instant))
    }

    /// When the frame of this number, from 0, comes on the screen in the edit; one past the last: the edit's end.
    /// - Returns: nil where there is none.
    package func frameTime(_ number: Int) -> MediaTime? {
        var rest = number
        for span in plan.frames {
            guard rest >= span.frames else { return rest < 0 ? nil : time(ofFrame: rest, in: span) }
            rest -= span.frames
        }
        return rest == 0 ? duration : nil
    }

    /// - Parameter number: within the span; its first frame may have begun before it.
    private func time(ofFrame number: Int, in span: VideoSpan) -> MediaTime {
        let shown = span.shownTimes(times, timescale: timescale)
        let time = shown[min(number, shown.count - 1)]
        return MediaTime(value: span.outputTicks(of: time, timescale: timescale), timescale: ExportPlan.timescale)
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: timescale, rounding: .down).value }
}
