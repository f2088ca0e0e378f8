import FFmpeg
package import MediaTime
package import ReplayMovie
import Synchronization

/// A recording while it is made: its tracks and the output they share. Sources feed it; it knows none of them.
package final class RecordingSession: Sendable {
    /// What the movie will hold.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The ceiling of the picture rate, 1...240.
        package var framesPerSecond: Int
        package var sounds: [SoundKind]

        package init(width: Int, height: Int, framesPerSecond: Int, sounds: [SoundKind]) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.sounds = sounds
        }
    }

    package let recording: Recording
    package let sounds: [SoundTrack]
    private let counts: VideoTrack.Counts
    private let camera: CameraSource?
    private let output: MovieOutput
    private let epoch = Mutex<HostTime?>(nil)

    /// What a source may be late by before its track goes on without it.
    private static let soundPatience: Int64 = 1_000_000_000

    /// Makes the recording's folder and begins its movie.
    /// - Parameters:
    ///   - followsHostClock: whether sound that has not come in time is silence; otherwise only the samples' own
    ///     times say where silence is.
    ///   - camera: it becomes the last track.
    ///   - onFailure: called once, on a thread of the session, when the movie cannot be written any more.
    /// - Returns: the session, and the video track, which belongs to the thread that paints it.
    /// - Throws: `FileSystemError`, `FFmpegError`, `CaptureError`.
    package static func begin(
        _ facts: RecordingFacts, in library: RecordingLibrary, format: Format, followsHostClock: Bool = true,
        camera: CameraSource? = nil,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        let queue = camera?.queue ?? PacketQueue()
        let video = try VideoTrack(
            width: format.width, height: format.height, framesPerSecond: format.framesPerSecond, queue: queue)
        let sounds = try format.sounds.enumerated().map { try SoundTrack($1, streamIndex: $0 + 1) }
        let recording = try library.create(facts)
        do {
            let tracks =
                [MovieTrack(parameters: video.parameters, timeBase: .oneOver(VideoTrack.timescale), title: "Screen")]
                + sounds.map {
                    MovieTrack(
                        parameters: $0.parameters, timeBase: .oneOver(Int32(SoundKind.sampleRate)),
                        title: $0.kind.trackTitle)
                }
                + [camera?.track].compactMap(\.self)
            let writer = try MovieWriter(Recording.movieName, in: recording.folder, tracks: tracks, start: .together)
            let output = try MovieOutput(
                writer, queue: queue, tick: { if followsHostClock { Self.keepUp(sounds, queue) } },
                onFailure: onFailure)
            let session = RecordingSession(
                recording: recording, sounds: sounds, counts: video.counts, camera: camera, output: output)
            return (session, video)
        } catch {
            try? library.discard(facts.id)
            throw error
        }
    }

    private init(
        recording: Recording, sounds: [SoundTrack], counts: VideoTrack.Counts, camera: CameraSource?,
        output: MovieOutput
    ) {
        self.recording = recording
        self.sounds = sounds
        self.counts = counts
        self.camera = camera
        self.output = output
    }

    /// Sets the movie's time 0 for all tracks; the video track is told by its own thread.
    package func begin(at epoch: HostTime) {
        self.epoch.withLock { $0 = epoch }
        for sound in sounds { sound.begin(at: epoch) }
        camera?.begin(at: epoch)
    }

    /// How long the recording is at `time`, on the movie's clock.
    package func elapsed(at time: HostTime = .now) -> MediaTime {
        let zero = MediaTime(value: 0, timescale: VideoTrack.timescale)
        guard let epoch = epoch.withLock({ $0 }) else { return zero }
        return max(zero, time.time(since: epoch).converted(to: VideoTrack.timescale, rounding: .nearest))
    }

    /// Takes samples of a track, interleaved floats at 48 kHz; `time` is that of the first.
    package func append(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, to kind: SoundKind) {
        guard let track = sounds.first(where: { $0.kind == kind }) else { return }
        // An AAC encoder that is open takes all samples; what else fails shows as silence and in the tests.
        if let packets = try? track.append(samples, at: time) { output.queue.append(packets) }
    }

    private static func keepUp(_ sounds: [SoundTrack], _ queue: PacketQueue) {
        for sound in sounds {
            if let packets = try? sound.fill(to: .now - soundPatience) { queue.append(packets) }
        }
    }

    /// Ends the sound tracks at `time` and the movie, and writes down how it ended.
    ///
    /// The video tracks must have ended before.
    /// - Throws: `FileSystemError` where not even that could be written.
    package func finish(
        at time: HostTime, reason: RecordingFacts.Ending.Reason, message: String?
    ) throws -> RecordingFacts.Ending {
        var ending = RecordingFacts.Ending(
            reason: reason, message: message, duration: elapsed(at: time), frames: 0, droppedFrames: droppedFrames)
        do {
            for sound in sounds { output.queue.append(try sound.end(at: time)) }
            try output.finish()
        } catch {
            ending.reason = .diskFailed
            ending.message = message ?? "\(error)"
            ending.duration = (try? recording.openMovie().index.end) ?? ending.duration
        }
        ending.frames = counts.frames
        var facts = recording.facts
        facts.ending = ending
        try recording.folder.write(facts)
        return ending
    }

    /// What can be said of the recording now.
    package var figures: (bytes: Int64, frames: Int, droppedFrames: Int) {
        (output.bytesWritten, counts.frames, droppedFrames)
    }

    private var droppedFrames: Int { counts.dropped + (camera?.counts.dropped ?? 0) }
}
