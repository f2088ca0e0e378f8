import FFmpeg
import Glibc
package import MediaTime
package import ReplayLibrary
import ReplayMovie

/// A recording while it is made: its tracks, its gate and the output they share. Sources feed it; it knows none of
/// them.
package final class RecordingSession: Sendable {
    package let recording: Recording
    package let audioTracks: [AudioTrack]
    package let control: SessionControl
    /// What notes where the pointer is; nil where that is not recorded.
    package let pointer: PointerNotes?
    private let origin: MovieOrigin
    private let followsHostClock: Bool
    private let counts: VideoTrack.Counts
    private let camera: CameraTrack?
    private let output: MovieOutput
    private let journal: RecordingJournal
    private let fault: AudioFault
    private let loss: AudioLoss
    private let levels: AudioLevelNotes
    private let closing = StallWatch()

    /// What a source may be late by before its track goes on without it.
    private static let audioTimeout = Duration.seconds(1)

    init(
        _ recording: Recording, audioTracks: [AudioTrack], control: SessionControl, origin: MovieOrigin,
        followsHostClock: Bool, counts: VideoTrack.Counts, camera: CameraTrack?, output: MovieOutput,
        journal: RecordingJournal, fault: AudioFault, loss: AudioLoss, levels: AudioLevelNotes,
        pointer: PointerNotes?
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
    }

    /// Starts the movie's clock.
    /// - Parameter length: how much is to be recorded from here on, besides what an earlier recorder has; nil: no limit.
    package func begin(at epoch: HostTime, length: MediaTime? = nil) {
        let end = length.map { origin.clock + $0.converted(to: 1_000_000_000, rounding: .up).value }
        control.begin(with: SessionClock(epoch: epoch, origin: origin.clock), end: end)
    }

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
    package func append(_ samples: UnsafeBufferPointer<Float>, at time: HostTime, to kind: AudioSource) {
        guard let track = audioTracks.first(where: { $0.kind == kind }) else { return }
        let now: HostTime = followsHostClock ? .now : .distantFuture
        fault.attempt(kind) { () throws(FFmpegError) in
            try track.append(samples, at: time, now: now) { output.queue.append($0) }
        }
    }

    static func keepUp(_ audioTracks: [AudioTrack], _ queue: PacketQueue, _ fault: AudioFault) {
        for audio in audioTracks {
            fault.attempt(audio.kind) { () throws(FFmpegError) in
                try audio.fill(to: .now - audioTimeout) { queue.append($0) }
            }
        }
    }

    /// Whether the movie has not grown for seconds because the disk does not answer.
    package var isStalled: Bool { output.isStalled(at: .now) }

    /// How much of the recording is in the movie by now.
    package var written: (duration: MediaTime, frames: Int) { output.written }

    /// For how long the disk has not answered; also while the movie is brought to its end.
    package var silence: Duration { max(output.silence(at: .now), closing.length(at: .now)) }

    /// Bytes left on the disk when it last answered, where known.
    package var freeBytes: Int64? { journal.freeBytes }

    /// When the last frame came; nil before the first.
    package var lastFrame: HostTime? { counts.lastFrame }

    /// Ends the audio tracks at `time` and the movie, and writes down how it ended.
    ///
    /// The video tracks must have ended before. Where not even the end can be written down, the ending says so, and the
    /// next command finds the recording as after a kill.
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
            // What could not be written first is what is told; parts that stay apart are joined by the next command.
            try? closing.watch { try measureJoined(&ending) }
        }
        ending.droppedAudio = figures.droppedAudio
        do {
            try closing.watch { try write(ending) }
        } catch {
            ending.fail(error)
            // It may have been written and only not brought to the disk: then it says so.
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
            fault.attempt(audio.kind) { () throws(FFmpegError) in
                try audio.end(at: time) { output.queue.append($0) }
            }
        }
    }

    /// Puts the parts of a buffer together, if there are any, and says how much is there.
    private func measureJoined(_ ending: inout RecordingFacts.Ending) throws {
        try recording.joinParts(ending: .stopped)
        let extent = try recording.extent()
        (ending.duration, ending.frames) = (extent?.duration ?? .zero, extent?.frames ?? 0)
    }

    /// A buffer whose parts could not be put together for want of space gets its end later; what holds no frame is
    /// left for the next command to remove.
    private func write(_ ending: RecordingFacts.Ending) throws {
        guard ending.frames > 0, try recording.parts().isEmpty else { return }
        var facts = recording.facts
        facts.ending = ending
        // Of a movie that was kept in parts it is known only now.
        if facts.movieHeader == nil { facts.movieHeader = try recording.header() }
        try recording.folder.write(facts)
    }

    /// What can be said of the recording now.
    package var figures: (bytes: Int64, frames: Int, droppedFrames: Int, droppedAudio: MediaTime?) {
        let audio = origin.droppedAudio + loss.dropped
        return (output.bytesWritten, counts.frames + origin.frames, droppedFrames, audio > .zero ? audio : nil)
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

extension RecordingSession {
    /// What the movie will hold.
    package struct Format: Sendable {
        package var width: Int
        package var height: Int
        /// The ceiling of the frame rate, 1...240.
        package var framesPerSecond: Int
        package var audio: [AudioSource]
        /// Whether both audio tracks together are a track as well, where there are two.
        package var hasMix: Bool
        /// How much of the movie's end is kept while it is made; nil: all of it.
        package var keptLength: MediaTime?
        /// Whether a proxy is written along, where the whole movie is kept.
        package var hasProxy: Bool
        /// Whether it is noted where the pointer is, where the whole movie is kept.
        package var hasPointer: Bool

        /// The place of a camera's track: behind the screen, the audio tracks and their mix.
        package var cameraIndex: Int { 1 + audio.count + (hasMix ? 1 : 0) }

        package init(
            width: Int, height: Int, framesPerSecond: Int, audio: [AudioSource], hasMix: Bool = false,
            keptLength: MediaTime? = nil, hasProxy: Bool = false, hasPointer: Bool = false
        ) {
            self.width = width
            self.height = height
            self.framesPerSecond = framesPerSecond
            self.audio = audio
            self.hasMix = hasMix && audio.count > 1
            self.keptLength = keptLength
            self.hasProxy = hasProxy
            self.hasPointer = hasPointer
        }
    }
}
