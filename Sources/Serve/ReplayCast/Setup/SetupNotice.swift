import ReplayBroadcast

/// The message that a program for a live target, or at the end, gets on its standard input.
struct SetupNotice: Encodable {
    enum Event {
        case live
        case ended(BroadcastSetup.EndReason)
    }

    private let version = 1
    private let event: String
    private let reason: BroadcastSetup.EndReason?
    private let service: String
    private let recording: String?
    private let values: [String: String]

    private enum CodingKeys: String, CodingKey { case version, event, reason, service, recording, values }

    init(_ event: Event, _ facts: BroadcastSetup.Facts, recording: String?) {
        switch event {
        case .live: (self.event, reason) = ("live", nil)
        case .ended(let reason): (self.event, self.reason) = ("ended", reason)
        }
        (service, values) = (facts.service, facts.values)
        self.recording = recording ?? facts.recording
    }
}
