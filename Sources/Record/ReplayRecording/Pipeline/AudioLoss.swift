import AudioSources
import MediaTime
import ReplayLibrary
import ReplayMovie
import Synchronization

/// A counter of the audio that was dropped because the disk was too slow. It also stores the losses as events.
final class AudioLoss: Sendable {
    private let streams: [Int]
    private let queue: PacketQueue
    private let journal: RecordingJournal
    private let noted = Mutex(MediaTime.zero)

    /// - Parameter streams: The indices of the audio tracks in the movie.
    init(streams: [Int], queue: PacketQueue, journal: RecordingJournal) {
        self.streams = streams
        self.queue = queue
        self.journal = journal
    }

    /// The length of dropped audio so far, for the track that lost most.
    var dropped: MediaTime {
        let samples = streams.map(queue.dropped(of:)).max() ?? 0
        return MediaTime(value: samples, timescale: Int32(AudioSource.sampleRate))
    }

    /// Stores an event if audio was dropped since the last call.
    /// - Parameter time: The current time, on the recording's clock.
    func note(at time: MediaTime) {
        let dropped = dropped
        let more = noted.withLock { noted in
            defer { noted = dropped }
            return dropped - noted
        }
        guard more > .zero else { return }
        journal.note(RecordingEvent(time: time, kind: .audioDropped, detail: "\(more.timecode()) of audio"))
    }
}
