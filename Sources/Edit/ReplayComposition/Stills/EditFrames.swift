package import FFmpeg
package import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

/// A renderer of single frames of an edit, as its export shows them. Blocks. Used from one thread at a time.
package final class EditFrames {
    private let composition: Composition
    private let map: EditMap
    private let timescale: Int32
    /// The times at which decoding can begin, in the recording's ticks, ascending.
    private let keyframes: [MediaTime]
    private let screen: FrameReader
    private let camera: CameraLayer<FrameReader>?
    private let composer: FrameComposer

    /// - Parameters:
    ///   - session: The session of the recording.
    ///   - edit: The edit to show, or nil for the session's current edit.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    /// - Throws: `MovieError`, `EditError`, `FileSystemError`, or `FFmpegError`.
    package init(_ session: EditSession, edit: Edit? = nil, camera: CameraPlacement? = .standard) throws {
        let edit = edit ?? session.edit
        let movie = session.movie
        let track = try movie.requiredVideoTrack(of: session.recording)
        composition = try Composition(session, edit: edit, camera: camera)
        map = EditMap(edit)
        timescale = movie.index.tracks[track].timescale
        keyframes = RecordedVideo(movie, track: track).keyframes
        screen = try FrameReader(movie, track: track, threads: 1)
        self.camera =
            composition.showsCamera ? try movie.cameraTrack.map { try CameraLayer(movie, track: $0) } : nil
        composer = FrameComposer(
            composition, timescale: timescale, pixelAspect: movie.streams[track].parameters.sampleAspectRatio)
    }

    /// The duration of the edit.
    package var duration: MediaTime { map.editedDuration }
    /// The size of the edit's frames, in pixels.
    package var size: (width: Int, height: Int) { (composition.width, composition.height) }

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
        guard let shown = screen.current else { throw CompositionError.noFrame }
        return try composer.compose(shown, camera: camera?.frame, at: ticks(instant))
    }

    private func ticks(_ time: MediaTime) -> Int64 { time.converted(to: timescale, rounding: .down).value }
}
