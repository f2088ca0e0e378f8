import FFmpeg
import Glibc
package import MediaTime
package import ReplayMovie

/// A recording while it is made: its tracks, its gate and the output they share. Sources feed it; it knows none of
/// them.
package final class RecordingSession: Sendable {
    /// What the movie will hold.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The ceiling of the picture rate, 1...240.
        package var framesPerSecond: Int
        package var sounds: [SoundKind]
        /// How much of the movie's end is kept while it is made; nil: all of it.
        package var keptLength: MediaTime?
        /// Whether a proxy is written along, where the whole movie is kept.
        package var hasProxy: Bool

        package init(
            width: Int, height: Int, framesPerSecond: Int, sounds: [SoundKind], keptLength: MediaTime? = nil,
            hasProxy: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.sounds = sounds
            self.keptLength = keptLength
            self.hasProxy = hasProxy
        }
    }

    package let recording: Recording
    package let sounds: [SoundTrack]
    package let control: SessionControl
    private let origin: MovieOrigin
    private let followsHostClock: Bool
    private let counts: VideoTrack.Counts
    private let camera: CameraSource?
    private let output: MovieOutput
    private let journal: RecordingJournal
    private let closing = StallWatch()

    /// What a source may be late by before its track goes on without it.
    private static let soundPatience: Int64 = 1_000_000_000
    /// Kept back on the disk for the movie's end: more than a fragment, and what is written with it.
    private static let reservedBytes: Int64 = 8 << 20
    /// With less than this there is no use in beginning.
    private static let leastFreeBytes: Int64 = 32 << 20

    /// Makes the recording's folder and begins its movie.
    /// - Parameters:
    ///   - followsHostClock: whether sound that has not come in time is silence; otherwise only the samples' own
    ///     times say where silence is.
    ///   - link: what the session shares with its tracks.
    ///   - camera: it becomes the last track.
    ///   - onEvent: called on a thread of the session.
    /// - Returns: the session, and the video track, which belongs to the thread that paints it.
    /// - Throws: `FileSystemError`, `FFmpegError`, `CaptureError`; no recording is left then.
    package static func begin(
        _ facts: RecordingFacts, in library: RecordingLibrary, format: Format, followsHostClock: Bool = true,
        link: SessionLink = SessionLink(), camera: CameraSource? = nil,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        if let free = library.freeBytes, free < leastFreeBytes + reservedBytes {
            throw FileSystemError(ENOSPC, operation: "begin a recording in", subject: library.path)
        }
        let (recording, lock) = try library.create(facts)
        do {
            return try open(
                recording, lock, format, MovieOrigin(), followsHostClock: followsHostClock, link, camera,
                onEvent: onEvent)
        } catch {
            try? library.discard(facts.id)
            throw error
        }
    }

    /// Goes on with a recording that had ended.
    /// - Parameters:
    ///   - lock: the recording's.
    ///   - index: that of its movie.
    ///   - format: with the movie's own size and sounds.
    /// - Throws: `MovieError`, `FileSystemError`, `FFmpegError`; the recording is as it was then.
    package static func resume(
        _ recording: Recording, lock: RecordingLock, index: MovieIndex, format: Format,
        link: SessionLink, camera: CameraSource?, onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        // From here on it has no end: whoever finds it with nobody at it has to look how long it has become.
        var facts = recording.facts
        facts.ending = nil
        try recording.folder.write(facts)
        do {
            return try open(
                recording, lock, format, MovieOrigin(continuing: index, after: recording.facts.ending),
                followsHostClock: true, link, camera, onEvent: onEvent)
        } catch {
            try? recording.folder.write(recording.facts)
            throw error
        }
    }

    private static func open(
        _ recording: Recording, _ lock: RecordingLock, _ format: Format, _ origin: MovieOrigin,
        followsHostClock: Bool, _ link: SessionLink, _ camera: CameraSource?,
        onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws -> sending (RecordingSession, VideoTrack) {
        let (queue, control) = (link.queue, link.control)
        let video = try VideoTrack(
            width: format.width, height: format.height, framesPerSecond: format.framesPerSecond, link: link)
        let sounds = try format.sounds.enumerated().map { place, kind in
            try SoundTrack(
                kind, streamIndex: place + 1, control: control,
                origin: place < origin.soundEnds.count ? origin.soundEnds[place] : 0)
        }
        // A recording is not lost because its proxy is.
        let proxy = format.hasProxy ? try? ProxyTrack(of: video.picture, queue: queue) : nil
        let proxyOutput = proxyWriter(for: recording, proxy?.track, format, origin)
        if proxyOutput != nil { video.proxy = proxy }
        let reserve = try DiskReserve(bytes: reservedBytes, in: recording.folder)
        do {
            let journal = RecordingJournal(recording, lock: lock)
            let output = try MovieOutput(
                writer(for: recording, tracks: tracks(video, sounds, camera), format, origin, proxyOutput),
                queue: queue,
                journal: journal, reserve: reserve,
                tick: {
                    if followsHostClock { keepUp(sounds, queue) }
                    return control.current?.clock.elapsed(at: .now)
                }, onEvent: onEvent)
            let session = RecordingSession(
                recording, sounds: sounds, control: control, origin: origin,
                followsHostClock: followsHostClock, counts: video.counts, camera: camera,
                output: output, journal: journal)
            return (session, video)
        } catch {
            reserve.release()
            throw error
        }
    }

    private static func tracks(
        _ video: VideoTrack, _ sounds: [SoundTrack], _ camera: CameraSource?
    ) -> [MovieTrack] {
        [MovieTrack(parameters: video.parameters, timeBase: .oneOver(VideoTrack.timescale), title: "Screen")]
            + sounds.map {
                MovieTrack(
                    parameters: $0.parameters, timeBase: .oneOver(Int32(SoundKind.sampleRate)),
                    title: $0.kind.trackTitle)
            }
            + [camera?.track].compactMap(\.self)
    }

    private static func writer(
        for recording: Recording, tracks: [MovieTrack], _ format: Format, _ origin: MovieOrigin,
        _ proxy: sending MovieWriter?
    ) throws -> sending any FragmentWriter {
        let movie = try movieWriter(for: recording, tracks: tracks, format, origin)
        guard let proxy else { return movie }
        return try ProxiedMovieWriter(movie, proxy: proxy, proxyIndex: ProxyTrack.streamIndex)
    }

    /// - Returns: nil where there can be no proxy, or the one of a recording that is gone on with is not there.
    private static func proxyWriter(
        for recording: Recording, _ track: MovieTrack?, _ format: Format, _ origin: MovieOrigin
    ) -> sending MovieWriter? {
        guard let track, format.keptLength == nil else { return nil }
        let (name, folder) = (Recording.proxyName, recording.folder)
        guard origin.index != nil else {
            return try? MovieWriter(name, in: folder, tracks: [track], start: .together)
        }
        guard folder.contains(name), let index = try? MovieReader.open(name, in: folder).index else { return nil }
        return try? MovieWriter(continuing: name, in: folder, tracks: [track], index: index)
    }

    private static func movieWriter(
        for recording: Recording, tracks: [MovieTrack], _ format: Format, _ origin: MovieOrigin
    ) throws -> sending any FragmentWriter {
        let folder = recording.folder
        if let length = format.keptLength {
            return try RollingMovieWriter(in: folder, tracks: tracks, keeping: length)
        }
        guard let index = origin.index else {
            return try MovieWriter(Recording.movieName, in: folder, tracks: tracks, start: .together)
        }
        return try MovieWriter(continuing: Recording.movieName, in: folder, tracks: tracks, index: index)
    }

    private init(
        _ recording: Recording, sounds: [SoundTrack], control: SessionControl, origin: MovieOrigin,
        followsHostClock: Bool,
        counts: VideoTrack.Counts, camera: CameraSource?, output: MovieOutput, journal: RecordingJournal
    ) {
        self.recording = recording
        self.sounds = sounds
        self.control = control
        self.origin = origin
        self.followsHostClock = followsHostClock
        self.counts = counts
        self.camera = camera
        self.output = output
        self.journal = journal
    }

    /// Starts the movie's clock.
    package func begin(at epoch: HostTime) { control.begin(with: SessionClock(epoch: epoch, origin: origin.clock)) }

    /// How long the recording is at `time`, on the movie's clock.
    package func elapsed(at time: HostTime = .now) -> MediaTime {
        control.current?.clock.elapsed(at: time) ?? MediaTime(value: 0, timescale: VideoTrack.timescale)
    }

    /// Writes down that something happened.
    ///
    /// - Parameter time: when, in the recording's own time; nil: now.
    package func note(_ kind: RecordingEvent.Kind, detail: String? = nil, at time: MediaTime? = nil) {
        journal.note(RecordingEvent(time: time ?? elapsed(), kind: kind, detail: detail))
    }

    /// Takes samples of a track, interleaved floats at 48 kHz; `time` is that of the first.
    package func append(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, to kind: SoundKind) {
        guard let track = sounds.first(where: { $0.kind == kind }) else { return }
        // An AAC encoder that is open takes all samples; what else fails shows as silence and in the tests.
        let now: HostTime = followsHostClock ? .now : .distantFuture
        try? track.append(samples, at: time, now: now) { output.queue.append($0) }
    }

    private static func keepUp(_ sounds: [SoundTrack], _ queue: PacketQueue) {
        for sound in sounds { try? sound.fill(to: .now - soundPatience) { queue.append($0) } }
    }

    /// Whether the movie has not grown for seconds because the disk does not answer.
    package var isStalled: Bool { output.isStalled(at: .now) }

    /// How long the recording is by what was last written.
    package var writtenLength: MediaTime { journal.lastNote }

    /// For how long the disk has not answered, in nanoseconds; also while the movie is brought to its end.
    package var silence: Int64 { max(output.silence(at: .now), closing.length(at: .now)) }

    /// When the last picture came; nil before the first.
    package var lastFrame: HostTime? { counts.lastFrame }

    /// Ends the sound tracks at `time` and the movie, and writes down how it ended.
    ///
    /// The video tracks must have ended before. Where not even the end can be written down, the ending says so, and the
    /// next command finds the recording as after a kill.
    package func finish(
        at time: HostTime, reason: RecordingFacts.Ending.Reason, message: String?
    ) -> RecordingFacts.Ending {
        var ending = RecordingFacts.Ending(
            reason: reason, message: message, duration: elapsed(at: time), frames: counts.frames + origin.frames,
            droppedFrames: droppedFrames)
        for sound in sounds { try? sound.end(at: time) { output.queue.append($0) } }
        do {
            try output.finish()
            if try !recording.parts().isEmpty { try measureJoined(&ending) }
        } catch {
            ending.fail(error)
            try? closing.watch { try measureJoined(&ending) }
        }
        do {
            try closing.watch { try write(ending) }
        } catch {
            ending.fail(error)
            // It may have been written and only not brought to the disk: then it says so.
            try? closing.watch { try write(ending) }
        }
        return ending
    }

    /// Puts the parts of a buffer together, if there are any, and says how much is there.
    private func measureJoined(_ ending: inout RecordingFacts.Ending) throws {
        try recording.joinParts()
        let extent = try recording.extent()
        (ending.duration, ending.frames) = (extent?.duration ?? .zero, extent?.frames ?? 0)
    }

    /// A buffer whose parts could not be put together for want of space gets its end later; what holds no picture is
    /// left for the next command to remove.
    private func write(_ ending: RecordingFacts.Ending) throws {
        guard ending.frames > 0, try recording.parts().isEmpty else { return }
        var facts = recording.facts
        facts.ending = ending
        try recording.folder.write(facts)
    }

    /// What can be said of the recording now.
    package var figures: (bytes: Int64, frames: Int, droppedFrames: Int) {
        (output.bytesWritten, counts.frames + origin.frames, droppedFrames)
    }

    private var droppedFrames: Int { counts.dropped + (camera?.counts.dropped ?? 0) + origin.droppedFrames }
}

extension RecordingFacts.Ending {
    /// The disk failed; what was wrong before is still what is told.
    fileprivate mutating func fail(_ error: any Error) {
        reason = .diskFailed
        message = message ?? "\(error)"
    }
}
