import ReplayCapture
package import ReplayControl
package import ReplayLibrary
import ReplayMovie
import ReplayRecording
package import ReplaySources

/// The state machine of a recording. A pure value: events go in, actions come out, and the caller performs them.
public struct RecordingMachine: Sendable {
    package enum Event: Equatable, Sendable {
        /// The first frame is recorded.
        case started
        case pauseRequested, resumeRequested
        case muteRequested, unmuteRequested
        case coverRequested, uncoverRequested
        /// A mark is requested, with its name if it has one.
        case markRequested(String?)
        case stopRequested
        case discardRequested
        /// A key that the desktop has bound was pressed.
        case shortcut(ShortcutAction)
        /// The requested duration is reached.
        case timeIsUp
        /// The program that began the recording has disconnected.
        case ownerLost
        /// The system asks the process to end. The value is the signal's name.
        case terminated(String)
        case displayLost(String)
        /// The desktop's user has ended the sharing.
        case sharingEnded(String)
        case sourceLost(RecordedSource, String)
        case sourceRecovered(RecordedSource)
        /// The captured source changed without an error.
        case sourceChanged(RecordingEvent.Kind, detail: String?)
        /// The recorded window became invisible, became visible again, or was closed.
        case windowHidden, windowShown, windowClosed
        /// The window has been closed for `windowTimeout`.
        case windowGone
        case captureFailed(String)
        case outputFailed(String)
        case diskFull
        /// Little space is left on the disk.
        case diskLow(String)
        /// The movie no longer grows although it should, or grows again.
        case stalled(String), writing
        /// Another problem that does not end the recording, or nil if it is over.
        case warned(StandingWarnings.Subject, String?)
        /// The movie is complete.
        case finished
    }

    package enum Action: Equatable, Sendable {
        /// Opens or closes the session's gate now.
        case pause, resume, mute, unmute, cover, uncover
        /// Ends the capture and then the movie, and reports `.finished`.
        case finish(RecordingFacts.Ending.Reason, message: String?)
        /// Ends the capture, then removes all files.
        case discard
        /// Reports all current problems, or nil if none is left. The recording continues.
        case warn(String?)
        /// Reports `.windowGone` after `windowTimeout`.
        case awaitWindow
        /// Stores the event in the recording.
        case note(RecordingEvent.Kind, detail: String?)
    }

    package private(set) var state = RecordingStatus.State.arming
    package private(set) var isMuted = false
    /// True if a user requested the cover. A private window may be another reason for it.
    package private(set) var isCoverRequested = false
    /// The sources that are lost. A recording that ends without them reports that.
    private var lostSources: [RecordedSource: String] = [:]
    private var warnings = StandingWarnings()
    private let outlivesWindow: Bool

    /// - Parameter outlivesWindow: True if the recording continues after its window is closed.
    package init(outlivesWindow: Bool = false) { self.outlivesWindow = outlivesWindow }

    /// True until the recording begins to end, also during a pause.
    package var isRunning: Bool { [.arming, .recording, .paused, .stalled].contains(state) }

    package mutating func handle(_ event: Event) -> [Action] {
        switch state {
        case .arming:
            guard event == .started else { return whileRunning(event) }
            state = .recording
            return [.note(.started, detail: nil)]
        case .recording, .paused, .stalled: return whileRunning(event)
        case .finishing:
            if event == .discardRequested { return discard() }
            if event == .finished { state = .finished }
            return []
        case .finished: return event == .discardRequested ? discard() : []
        case .discarded: return []
        }
    }

    private mutating func whileRunning(_ event: Event) -> [Action] {
        switch event {
        case .pauseRequested, .resumeRequested, .muteRequested, .unmuteRequested, .coverRequested, .uncoverRequested,
            .markRequested:
            state == .arming ? [] : control(event)
        case .shortcut(let action): whileRunning(request(of: action))
        case .started, .finished: []
        case .sourceLost, .sourceRecovered, .sourceChanged, .diskLow, .stalled, .writing, .warned: observe(event)
        case .windowHidden, .windowShown, .windowClosed: follow(event)
        default: end(with: event)
        }
    }

    /// Returns the event that a key requests. A key with two states toggles.
    private func request(of action: ShortcutAction) -> Event {
        switch action {
        case .pause: state == .paused ? .resumeRequested : .pauseRequested
        case .cover: isCoverRequested ? .uncoverRequested : .coverRequested
        case .mark: .markRequested(nil)
        case .stop: .stopRequested
        }
    }

    /// Handles a request. Returns no action if the state is already as requested.
    private mutating func control(_ event: Event) -> [Action] {
        switch event {
        case .pauseRequested where state != .paused:
            state = .paused
            return [.pause, .note(.paused, detail: nil)]
        case .resumeRequested where state == .paused:
            state = .recording
            return [.resume, .note(.resumed, detail: nil)]
        case .muteRequested where !isMuted, .unmuteRequested where isMuted:
            isMuted.toggle()
            return isMuted ? [.mute, .note(.muted, detail: nil)] : [.unmute, .note(.unmuted, detail: nil)]
        case .coverRequested where !isCoverRequested, .uncoverRequested where isCoverRequested:
            isCoverRequested.toggle()
            return isCoverRequested
                ? [.cover, .note(.covered, detail: nil)] : [.uncover, .note(.uncovered, detail: nil)]
        case .markRequested(let name): return [.note(.mark, detail: name)]
        default: return []
        }
    }

    /// Handles an event that does not end the recording.
    private mutating func observe(_ event: Event) -> [Action] {
        switch event {
        case .sourceLost(let source, let message):
            lostSources[source] = message
            return warn(message, about: .source(source)) + [.note(.sourceLost, detail: source.rawValue)]
        case .sourceRecovered(let source):
            guard lostSources.removeValue(forKey: source) != nil else { return [] }
            return warn(nil, about: .source(source)) + [.note(.sourceRecovered, detail: source.rawValue)]
        case .sourceChanged(let kind, let detail): return [.note(kind, detail: detail)]
        case .diskLow(let message): return warn(message, about: .space) + [.note(.diskLow, detail: nil)]
        case .stalled(let message) where state == .recording:
            state = .stalled
            return warn(message, about: .movie) + [.note(.stalled, detail: message)]
        case .writing where state == .stalled:
            state = .recording
            return warn(nil, about: .movie) + [.note(.writing, detail: nil)]
        case .warned(let subject, let sentence): return warn(sentence, about: subject)
        default: return []
        }
    }

    /// Handles a change of the recorded window.
    private mutating func follow(_ event: Event) -> [Action] {
        switch event {
        case .windowHidden:
            return warn("the window is not visible; its last frame is recorded", about: .window)
                + [.note(.windowHidden, detail: nil)]
        case .windowShown: return warn(nil, about: .window) + [.note(.windowShown, detail: nil)]
        case .windowClosed where outlivesWindow:
            return warn("the window was closed; its last frame is still recorded", about: .window)
                + [.note(.windowClosed, detail: nil)]
        case .windowClosed:
            let warning = "the window was closed; the recording ends in \(Self.windowTimeout.components.seconds) s"
            return warn(warning, about: .window) + [.note(.windowClosed, detail: nil), .awaitWindow]
        default: return []
        }
    }

    private mutating func warn(_ sentence: String?, about subject: StandingWarnings.Subject) -> [Action] {
        warnings.set(sentence, about: subject) ? [.warn(warnings.text)] : []
    }

    /// The time for which a recording continues after its window was closed.
    package static let windowTimeout = Duration.seconds(10)

    private mutating func end(with event: Event) -> [Action] {
        switch event {
        case .discardRequested: discard()
        case .stopRequested, .timeIsUp:
            finish(lostReason ?? .requested, message: lostSources.values.sorted().first)
        case .ownerLost: finish(.ownerLost, message: "the program that started the recording ended")
        case .terminated(let signal): finish(.terminated, message: "the recorder was ended by \(signal)")
        case .displayLost(let message): finish(.displayLost, message: message)
        case .sharingEnded(let message): finish(.sharingEnded, message: message)
        case .windowGone: finish(.windowClosed, message: "the window was closed")
        case .captureFailed(let message): finish(.failed, message: message)
        case .outputFailed(let message): finish(.diskFailed, message: message)
        case .diskFull: finish(.diskFailed, message: "the disk is full")
        default: []
        }
    }

    private var lostReason: RecordingFacts.Ending.Reason? {
        guard !lostSources.isEmpty else { return nil }
        return lostSources.keys.contains { $0 != .camera } ? .audioLost : .cameraLost
    }

    private mutating func finish(_ reason: RecordingFacts.Ending.Reason, message: String?) -> [Action] {
        state = .finishing
        return [.note(.stopped, detail: message), .finish(reason, message: message)]
    }

    private mutating func discard() -> [Action] {
        state = .discarded
        return [.discard]
    }
}

extension RecordingMachine.Event {
    /// Creates the event of a control request. Nil for a request that changes nothing.
    init?(_ request: ControlRequest) {
        switch request.request {
        case .pause: self = .pauseRequested
        case .resume: self = .resumeRequested
        case .mute: self = .muteRequested
        case .unmute: self = .unmuteRequested
        case .cover: self = .coverRequested
        case .uncover: self = .uncoverRequested
        case .mark: self = .markRequested(request.name)
        case .stop: self = .stopRequested
        case .discard: self = .discardRequested
        case .status, .watch: return nil
        }
    }
}

extension RecordingMachine.Event {
    /// Creates the event for a change of the output.
    init(_ event: OutputEvent) {
        switch event {
        case .failed(let message): self = .outputFailed(message)
        case .encoderFailed(let message): self = .captureFailed(message)
        case .diskFull: self = .diskFull
        case .proxyFailed(let reason):
            self = .warned(.proxy, "the recording has no proxy, so a preview takes longer: \(reason)")
        case .notesFailed(let reason):
            self = .warned(.notes, "the recording continues, but a file beside its movie is incomplete: \(reason)")
        }
    }

    /// Creates the event for a change of the captured source.
    init(_ notice: CaptureNotice) {
        switch notice {
        case .resized(let size): self = .sourceChanged(.resized, detail: "\(size.width)x\(size.height)")
        case .windowHidden: self = .windowHidden
        case .windowShown: self = .windowShown
        case .windowClosed: self = .windowClosed
        }
    }
}
