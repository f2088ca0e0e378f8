/// Where the captured sounds go: to the session, once there is one.
final class SoundSink: Sendable {
    private let session = Monitor<RecordingSession?>(nil)
    private let mailbox: EventMailbox

    init(mailbox: EventMailbox) { self.mailbox = mailbox }

    func connect(to session: RecordingSession) { self.session.update { $0 = session } }

    func take(_ event: SoundEvent, from source: SoundSource) {
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

    /// Waits for the sound up to `end`, which arrives some milliseconds after it was heard.
    /// - Parameter patience: when to go on without it.
    func awaitSound(upTo end: HostTime, patience: HostTime) {
        _ = session.wait(until: patience) { session in
            session?.sounds.allSatisfy { $0.reaches(end) } == false ? nil : true
        }
    }
}
