package import AudioSources
import FFmpeg
import Glibc
package import MediaTime
package import ReplayLibrary
import ReplayMovie

/// A recording in progress: its tracks, its gate and the output that they share. Sources feed the session, which knows
/// none of them.
package final class RecordingSession: Sendable {
    package let recording: Recording
    package let audioTracks: [AudioTrack]
    package let control: SessionControl
    /// The writer of pointer positions, or nil if they are not recorded.
    package let pointer: PointerWriter?
    /// The writer of changes of the screen, or nil if they are not recorded.
    package let changes: EntryWriter<ChangeEntry>?
    /// The writer of shortcuts, or nil if they are not recorded.
    package let keys: EntryWriter<KeyEntry>?
    private let origin: MovieOrigin
    private let followsHostClock: Bool
    private let counts: VideoTrack.Counts
    private let camera: CameraTrack?
    private let output: RecordingOutput
    private let journal: RecordingJournal
    private let fault: AudioFault
    private let loss: AudioLoss
    private let levels: AudioLevelWriter
    private let closing = StallWatch()

    /// The maximum delay of an audio source. Its track is filled with silence after that.
    private static let audioTimeout = Duration.seconds(1)

    init(
        _ recording: Recording, audioTracks: [AudioTrack], control: SessionControl, origin: MovieOrigin,
        followsHostClock: Bool, counts: VideoTrack.Counts, camera: CameraTrack?, output: RecordingOutput,
        journal: RecordingJournal, fault: AudioFault, loss: AudioLoss, levels: AudioLevelWriter,
        pointer: PointerWriter?, changes: EntryWriter<ChangeEntry>?, keys: EntryWriter<KeyEntry>?
    ) {
        self.recording = recording
        self.audioTracks = audioTracks
        self.control = control
        self.origin = origin
        self.followsHostClock = followsHostClock
        self.counts = counts
        self.camera = camera
        self.output = output
        self.journal = journal
        self.fault = fault
        self.loss = loss
        self.levels = levels
        self.pointer = pointer
        self.changes = changes
        self.keys = keys
    }

    /// Starts the movie's clock.
    /// - Parameter length: The length to record from here on, without that of an earlier recorder. Nil for no limit.
    package func begin(at epoch: HostTime, length: MediaTime? = nil) {
        let end = length.map { origin.clock + $0.converted(to: 1_000_000_000, rounding: .up).value }
        control.begin(with: SessionClock(epoch: epoch, origin: origin.clock), end: end)
    }

    /// Returns the length of the recording at `time`, on the movie's clock.
    package func elapsed(at time: HostTime = .now) -> MediaTime {
        control.current?.clock.elapsed(at: time) ?? MediaTime(value: 0, timescale: VideoTrack.timescale)
    }

    /// Stores an event.
    ///
    /// - Parameter time: The time on the recording's clock, or nil for the current time.
    package func note(_ kind: RecordingEvent.Kind, detail: String? = nil, at time: MediaTime? = nil) {
        journal.note(RecordingEvent(time: time ?? elapsed(), kind: kind, detail: detail))
    }

    /// Appends samples to a track: interleaved floats at 48 kHz. `time` is the time of the first one.
    package func append(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, to kind: AudioSource) {
        guard let track = audioTracks.first(where: { $0.kind == kind }) else { return }
        let now: HostTime = followsHostClock ? .now : .distantFuture
        fault.attempt(on: kind) { () throws(FFmpegError) in
            try track.append(samples, at: time, now: now) { output.queue.append($0) }
        }
    }

    static func keepUp(_ audioTracks: [AudioTrack], queue: PacketQueue, fault: AudioFault) {
        for audio in audioTracks {
            fault.attempt(on: audio.kind) { () throws(FFmpegError) in
                try audio.fill(to: .now - audioTimeout) { queue.append($0) }
            }
        }
    }

    /// True if the movie has not grown for more than a second because the disk does not answer.
    package var isStalled: Bool { output.isStalled(at: .now) }

    /// The length and frames of the recording that are in the movie.
    package var written: (duration: MediaTime, frames: Int) { output.written }

    /// The time for which the disk has not answered, also while the movie is being completed.
    package var silence: Duration { max(output.silence(at: .now), closing.length(at: .now)) }

    /// The free space on the disk at its last answer, in bytes, or nil if unknown.
    package var freeBytes: Int64? { journal.freeBytes }

    /// The time of the last frame, or nil before the first one.
    package var lastFrame: HostTime? { counts.lastFrame }

    /// Ends the audio tracks at `time`, completes the movie and stores the ending.
    ///
    /// The video tracks must have ended before. If the ending cannot be stored, the returned ending says so. The next
    /// command then treats the recording as interrupted.
    package func finish(
        at time: HostTime, reason: RecordingFacts.Ending.Reason, message: String?
    ) -> RecordingFacts.Ending {
        var ending = RecordingFacts.Ending(
            reason: reason, message: message, duration: elapsed(at: time), frames: counts.frames + origin.frames,
            droppedFrames: droppedFrames)
        endAudio(at: time)
        loss.note(at: ending.duration)
        levels.note()
        if let message = fault.message, reason == .requested { (ending.reason, ending.message) = (.failed, message) }
        do {
            try output.finish()
            ending.duration = output.covering(ending.duration)
            if try !recording.parts().isEmpty { try measureJoined(&ending) }
        } catch {
            ending.fail(error)
            (ending.duration, ending.frames) = written
            // The first error is the one reported. The next command joins parts that stay separate.
            try? closing.watch { try measureJoined(&ending) }
        }
        ending.droppedAudio = figures.droppedAudio
        do {
            try closing.watch { try write(ending) }
        } catch {
            ending.fail(error)
            // The ending may be written but not synced. The second attempt then stores the error.
            try? closing.watch { try write(ending) }
        }
        return ending
    }

    /// Ends a session that has no frame: it closes the movie and writes no ending.
    package func cancel() {
        // The reason why the session is cancelled is reported, and the movie has nothing to lose.
        try? closing.watch { try output.finish() }
    }

    private func endAudio(at time: HostTime) {
        for audio in audioTracks {
            fault.attempt(on: audio.kind) { () throws(FFmpegError) in
                try audio.end(at: time) { output.queue.append($0) }
            }
        }
    }

    /// Joins the parts of a recording that keeps only its end, and measures the result.
    private func measureJoined(_ ending: inout RecordingFacts.Ending) throws {
        try recording.joinParts(ending: .stopped)
        let extent = try recording.extent()
        (ending.duration, ending.frames) = (extent?.duration ?? .zero, extent?.frames ?? 0)
    }

    /// Stores the ending, unless parts could not be joined for lack of space: they get it later. A recording without
    /// frames is left for the next command to remove.
    private func write(_ ending: RecordingFacts.Ending) throws {
        guard ending.frames > 0, try recording.parts().isEmpty else { return }
        var facts = recording.facts
        facts.ending = ending
        // The header of a movie in parts is known only now.
        if facts.movieHeader == nil { facts.movieHeader = try recording.header() }
        try recording.folder.write(facts)
    }

    /// The current figures of the recording.
    package var figures: (bytes: Int64, frames: Int, droppedFrames: Int, droppedAudio: MediaTime?) {
        let audio = origin.droppedAudio + loss.dropped
        return (output.bytesWritten, counts.frames + origin.frames, droppedFrames, audio > .zero ? audio : nil)
    }

    private var droppedFrames: Int { counts.dropped + (camera?.counts.dropped ?? 0) + origin.droppedFrames }
}

extension RecordingFacts.Ending {
    /// Sets the reason to a disk failure. Keeps an earlier message.
    fileprivate mutating func fail(_ error: any Error) {
        reason = .diskFailed
        message = message ?? "\(error)"
    }
}

extension RecordingSession {
    /// The format of the movie.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The maximum frame rate, in frames per second, in 1...240.
        package var framesPerSecond: Int
        package var audio: [AudioSource]
        /// True if the movie has a mix of both audio tracks. False if there are fewer than two.
        package var hasMix: Bool
        /// The length to keep from the end back, or nil to keep everything.
        package var keptLength: MediaTime?
        /// True to write a proxy, if the whole movie is kept.
        package var hasProxy: Bool
        /// True to store pointer positions, if the whole movie is kept.
        package var hasPointer: Bool
        /// True to keep the pointer apart from the frames, so that its shapes are stored.
        package var hasPointerApart: Bool
        /// True to store shortcuts, if the whole movie is kept.
        package var hasKeys: Bool

        /// The index of a camera's track, after the screen, the audio tracks and their mix.
        package var cameraIndex: Int { 1 + audio.count + (hasMix ? 1 : 0) }

        package init(
            width: Int, height: Int, framesPerSecond: Int, audio: [AudioSource], hasMix: Bool = false,
            keptLength: MediaTime? = nil, hasProxy: Bool = false, hasPointer: Bool = false,
            hasPointerApart: Bool = false, hasKeys: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.audio = audio
            self.hasMix = hasMix && audio.count > 1
            self.keptLength = keptLength
            self.hasProxy = hasProxy
            self.hasPointer = hasPointer
            self.hasPointerApart = hasPointerApart
            self.hasKeys = hasKeys
        }
    }
}
