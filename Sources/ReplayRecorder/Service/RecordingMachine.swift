package import ReplayMovie

/// What a recording does next: a pure value; events go in, actions come out, others carry them out.
public struct RecordingMachine: Sendable {
    /// Where a recording stands.
    public enum State: String, Codable, Sendable {
        /// Sources are opened; nothing is recorded yet.
        case arming
        case recording
        /// Capture has ended; the movie is brought to its end.
        case finishing
        /// The movie is whole.
        case finished
        /// Every file of it is gone.
        case discarded
    }

    package enum Event: Equatable, Sendable {
        /// The first picture is there.
        case started
        case stopRequested
        case discardRequested
        /// The requested duration is over.
        case timeIsUp
        /// The program that began the recording has gone.
        case ownerLost
        /// The system wants the process to end: a signal's name.
        case terminated(String)
        case displayLost(String)
        case soundLost(SoundKind, String)
        case cameraLost(String)
        case cameraRecovered
        case captureFailed(String)
        case outputFailed(String)
        /// The movie was brought to its end.
        case finished
    }

    package enum Action: Equatable, Sendable {
        /// End the capture, then the movie, and report `.finished`.
        case finish(RecordingFacts.Ending.Reason, message: String?)
        /// Remove every file, once capture has ended.
        case discard
        /// Tell the owner, and go on.
        case warn(String)
        /// Write the event down.
        case note(RecordingEvent.Kind, detail: String?)
    }

    package private(set) var state = State.arming
    /// Whether a sound was lost: the recording goes on, but it does not end as if nothing had happened.
    private var soundLoss: String?
    /// Whether a camera is away.
    private var cameraLoss: String?

    package init() {}

    package mutating func handle(_ event: Event) -> [Action] {
        switch (state, event) {
        case (.arming, .started):
            state = .recording
            return [.note(.started, detail: nil)]
        case (.arming, _), (.recording, _): return end(with: event)
        case (.finishing, .finished):
            state = .finished
            return []
        case (.finishing, .discardRequested), (.finished, .discardRequested): return discard()
        default: return []
        }
    }

    private mutating func end(with event: Event) -> [Action] {
        switch event {
        case .started, .finished: return []
        case .soundLost(let kind, let message):
            soundLoss = message
            return [.warn(message), .note(.sourceLost, detail: kind.rawValue)]
        case .cameraLost(let message):
            cameraLoss = message
            return [.warn(message), .note(.sourceLost, detail: "camera")]
        case .cameraRecovered:
            cameraLoss = nil
            return [.note(.sourceRecovered, detail: "camera")]
        case .discardRequested: return discard()
        case .stopRequested, .timeIsUp:
            if let soundLoss { return finish(.soundLost, soundLoss) }
            return finish(cameraLoss == nil ? .requested : .cameraLost, cameraLoss)
        case .ownerLost: return finish(.ownerLost, "the program that had begun the recording went away")
        case .terminated(let signal): return finish(.terminated, "the recorder was told to end by \(signal)")
        case .displayLost(let message): return finish(.displayLost, message)
        case .captureFailed(let message): return finish(.failed, message)
        case .outputFailed(let message): return finish(.diskFailed, message)
        }
    }

    private mutating func finish(_ reason: RecordingFacts.Ending.Reason, _ message: String?) -> [Action] {
        state = .finishing
        return [.note(.stopped, detail: message), .finish(reason, message: message)]
    }

    private mutating func discard() -> [Action] {
        state = .discarded
        return [.discard]
    }
}
