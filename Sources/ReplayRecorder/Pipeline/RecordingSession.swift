import FFmpeg
import Glibc
package import MediaTime
package import ReplayMovie

/// A recording while it is made: its tracks, its gate and the output they share. Sources feed it; it knows none of
/// them.
package final class RecordingSession: Sendable {
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

    init(
        _ recording: Recording, sounds: [SoundTrack], control: SessionControl, origin: MovieOrigin,
        followsHostClock: Bool, counts: VideoTrack.Counts, camera: CameraSource?, output: MovieOutput,
        journal: RecordingJournal
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

    static func keepUp(_ sounds: [SoundTrack], _ queue: PacketQueue) {
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
