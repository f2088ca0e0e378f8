import AudioSources
import Geometry
import Glibc
import MediaTime
import ReplayControl
import ReplayLibrary
import ReplayMovie
import ReplayRecording

/// A recording that is to be continued.
struct ResumedRecording {
    private let recording: Recording
    private let lock: RecordingLock
    private let index: MovieIndex
    /// The movie's audio tracks, in the order of the movie.
    let audio: [AudioSource]
    /// True if the movie also has a track that mixes them.
    let hasMix: Bool
    /// The size of its frames, in pixels.
    let size: PixelSize

    /// Locks and repairs the recording, and opens its movie.
    /// - Throws: `RecorderError` if the recording is in progress or is not of a screen. Also `FileSystemError`,
    ///   `MovieError`.
    static func open(_ id: RecordingID, in library: RecordingLibrary) throws -> ResumedRecording {
        let found = try library.recording(id)
        // If two processes resume the recording at the same time, only the first gets the lock.
        guard let lock = try RecordingLock.take(in: found.folder) else {
            throw RecorderError(
                .busy, description: "“\(found.displayName)” is being recorded; it cannot be resumed twice")
        }
        _ = try library.repair(found, holding: lock)
        let recording = try library.recording(id)
        guard recording.facts.origin == .screen else {
            throw RecorderError(.invalid, description: "“\(recording.displayName)” is not a recording of a screen")
        }
        _ = try recording.repairMovie()
        let movie = try recording.openMovie()
        guard let video = movie.index.videoTrack else {
            throw MovieError(path: recording.path, reason: .noVideo)
        }
        let parameters = movie.streams[video].parameters
        return ResumedRecording(
            recording: recording, lock: lock, index: movie.index,
            audio: movie.index.audioTracks.compactMap { AudioSource(trackTitle: movie.streams[$0].title) },
            hasMix: movie.streams.contains { $0.title == MovieTrack.mixTitle },
            size: PixelSize(width: parameters.width, height: parameters.height))
    }

    /// Returns the configuration with the recording's cover classes. The recorded part of the screen must be selected
    /// again, because the whole screen would show more than the user chose.
    /// - Throws: `RecorderError` if a part of the screen was recorded and the configuration selects none.
    func completed(_ configuration: RecordingConfiguration) throws(RecorderError) -> RecordingConfiguration {
        var completed = configuration
        completed.coverClasses += (recording.facts.coverClasses ?? []).filter { !completed.coverClasses.contains($0) }
        guard configuration.screenSystem != .portal, configuration.target == .screen,
            let option = recording.facts.target
        else { return completed }
        throw RecorderError(
            .invalid,
            description: "“\(recording.displayName)” was recorded with \(option), not of the whole screen; "
                + "give --area, --window or --monitor with --resume")
    }

    /// Checks that the pointer stays where it was: apart from the frames, or in them.
    /// - Throws: `RecorderError` if it would not; `FileSystemError`.
    func checkPointer(of configuration: RecordingConfiguration) throws {
        let isApart = try recording.hasPointerApart
        guard configuration.showsCursor, isApart != (configuration.pointerCapture == .apart) else { return }
        throw RecorderError(
            .invalid,
            description: isApart
                ? "“\(recording.displayName)” keeps its pointer apart from the frames; resume it with --pointer apart"
                : "the pointer of “\(recording.displayName)” is in its frames; resume it without --pointer apart")
    }

    /// Begins a session that continues the recording.
    func begin(
        _ format: RecordingSession.Format, link: SessionLink, camera: CameraTrack?,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        try RecordingSession.resume(
            recording, lock: lock, index: index, format: format, link: link, camera: camera, onEvent: onEvent)
    }

    /// The event that says where the recording had ended.
    var gap: RecordingEvent {
        let ending = recording.facts.ending
        return RecordingEvent(time: ending?.duration ?? index.end, kind: .gap, detail: ending?.message)
    }

    /// Writes the ending that the recording had.
    /// - Throws: `FileSystemError`.
    func restore() throws { try recording.folder.write(recording.facts) }
}
