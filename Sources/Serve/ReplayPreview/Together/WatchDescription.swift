import MediaTime

/// A session in the form for the page. Times are ticks of the edit, or microseconds of the host's clock.
struct WatchDescription: Encodable, Sendable {
    struct Participant: Encodable, Sendable {
        let number: Int
        let name: String
        let isOwner: Bool
        let suspension: WatchSuspension?
        let isWaitedFor: Bool
    }

    let revision: String
    let time: Int64
    let duration: Int64
    let isPlaying: Bool
    /// The speed, in percent.
    let rate: Int
    /// The instant from which the state is in effect, in microseconds.
    let hostTime: Int64
    /// True if the group waits for a stalled participant before it plays.
    let isWaiting: Bool
    /// “everyone”, “owner”, or the number of the participant who has control beside the owner.
    let control: String
    let participants: [Participant]

    init(_ session: WatchSession) {
        let (state, waited) = (session.state, session.waitedNumbers)
        (revision, time, duration) = (state.revision, state.time, state.duration)
        (isPlaying, rate, hostTime) = (state.isPlaying, state.rate, state.hostTime.microseconds)
        isWaiting = session.waitingSince != nil
        control =
            switch session.control {
            case .everyone: "everyone"
            case .owner: "owner"
            case .participant(let number): "\(number)"
            }
        participants = session.participants.values.sorted { $0.number < $1.number }.map {
            Participant(
                number: $0.number, name: $0.name, isOwner: $0.isOwner, suspension: $0.suspension,
                isWaitedFor: waited.contains($0.number))
        }
    }
}

extension HostTime {
    /// The instant in microseconds, rounded down.
    var microseconds: Int64 { nanoseconds / 1000 }
}
