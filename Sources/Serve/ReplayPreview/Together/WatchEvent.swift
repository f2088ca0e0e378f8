import MediaTime
import ReplayErrors

/// An event of a session.
enum WatchEvent: Sendable {
    case join(Int, isOwner: Bool)
    case leave(Int)
    case command(Int, WatchCommand)
    /// A participant reports that it is suspended, or follows the group again.
    case report(Int, WatchSuspension?)
    /// A participant reports the round trips of its last requests.
    case roundTrips(Int, [Duration])
    case rename(Int, String)
    /// The owner says who may send commands.
    case control(Int, WatchControl)
    /// The owner ends the session.
    case end(Int)
    /// The edit was changed, or the recording has grown.
    case edit(WatchedEdit)
    /// Time has passed.
    case tick
}

/// A command to all participants.
enum WatchCommand: Equatable, Sendable {
    case play, pause
    /// Moves to an edited time, in ticks of the named revision.
    case seek(Int64, revision: String)
    /// Sets the speed, in percent.
    case rate(Int)
}

/// The participants who may send commands.
enum WatchControl: Equatable, Sendable {
    case everyone, owner
    /// One participant beside the owner.
    case participant(Int)
}

/// An action for the program that runs a session.
enum WatchAction: Equatable, Sendable {
    /// Sends the session to all participants.
    case tell
    /// Ends the session: viewers are disconnected, and their token expires.
    case end
}

/// The reason why an event was refused.
enum WatchRefusal: CategorizedError, Equatable {
    case locked, reading, ownerOnly, notThere, staleRevision
    case rate(Int)

    var category: ErrorCategory {
        switch self {
        case .locked, .reading, .ownerOnly: .notPermitted
        case .notThere: .noInput
        case .staleRevision: .temporary
        case .rate: .usage
        }
    }

    var description: String {
        switch self {
        case .locked: "the owner has locked the controls"
        case .reading: "you have paused for yourself; continue with the others first"
        case .ownerOnly: "only the owner can do this"
        case .notThere: "this participant is not in the session"
        case .staleRevision: "the edit was changed; try again"
        case .rate(let rate):
            "the speed \(rate) % is not in \(WatchState.rates.lowerBound)...\(WatchState.rates.upperBound) %"
        }
    }
}
