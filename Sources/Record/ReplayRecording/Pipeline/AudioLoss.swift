import MediaTime
import ReplayLibrary
import ReplayMovie
import Synchronization

/// Counts the audio that was left out because the disk could not keep up, and writes it down.
final class AudioLoss: Sendable {
    private let streams: [Int]
    private let queue: PacketQueue
    private let journal: RecordingJournal
    private let noted = Mutex(MediaTime.zero)

    /// - Parameter streams: the places of the audio tracks in the movie.
    init(streams: [Int], queue: PacketQueue, journal: RecordingJournal) {
        self.streams = streams
        self.queue = queue
        self.journal = journal
    }

    /// How much was left out so far, of the track that lost most.
    var dropped: MediaTime {
        let samples = streams.map(queue.dropped(of:)).max() ?? 0
        return MediaTime(value: samples, timescale: Int32(AudioSource.sampleRate))
    }

    /// Writes down what was left out since the last call, if anything.
    /// - Parameter time: the present, in the recording's time.
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
