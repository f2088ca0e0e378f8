import FFmpeg
import MediaTime
import ReplayCapture
import ReplayControl
import ReplayRecording
import ReplaySources
import Threads

/// The receiver of captured audio, which forwards it to the session once there is one.
final class AudioSink: Sendable {
    private let session = ConditionLock<RecordingSession?>(nil)
    private let mailbox: EventMailbox

    init(mailbox: EventMailbox) { self.mailbox = mailbox }

    func connect(to session: RecordingSession) { self.session.update { $0 = session } }

    func take(_ event: AudioEvent, from source: AudioInput) {
        let kind = source.kind
        switch event {
        case .samples(let samples, let time):
            session.read { $0 }?.append(samples, at: time, to: kind)
            session.update { _ in }
        case .awaited(let sentence): mailbox.post(.warned(.source(RecordedSource(kind)), sentence))
        case .arrived: mailbox.post(.warned(.source(RecordedSource(kind)), nil))
        case .lost(let error): mailbox.post(.sourceLost(RecordedSource(kind), error.description))
        case .recovered: mailbox.post(.sourceRecovered(RecordedSource(kind)))
        }
    }

    /// Waits for the audio up to `end`, which arrives some milliseconds after its capture.
    /// - Parameter deadline: The end of the wait.
    func awaitAudio(upTo end: HostTime, deadline: HostTime) {
        _ = session.wait(until: deadline) { session in
            session?.audioTracks.allSatisfy { $0.reaches(end) } == false ? nil : true
        }
    }
}
