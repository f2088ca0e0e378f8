import MediaTime

/// A session of watching together. A pure value: it is given events, and returns actions.
///
/// The rules are those of AVFoundation's `AVPlaybackCoordinator`. Play, pause, seek and rate belong to the group. A
/// participant that is suspended takes up the group's state afterwards, and never gives the group its own.
struct WatchSession: Sendable {
    private(set) var state: WatchState
    private(set) var participants: [Int: WatchParticipant] = [:]
    private(set) var control = WatchControl.everyone
    /// The instant from which the group waits for stalled participants, or nil. While it waits, `state` is paused.
    private(set) var waitingSince: HostTime?
    private(set) var isEnded = false
    private var edit: WatchedEdit

    /// The shortest time from a command to its effect.
    static let minLead = Duration.milliseconds(150)
    /// The longest time from a command to its effect, however slow a participant is.
    static let maxLead = Duration.seconds(2)
    /// The longest time to wait for stalled participants.
    static let maxWait = Duration.seconds(5)
    /// The largest group that waits.
    static let maxWaitingGroup = 4
    /// The time without a wait after which a participant is waited for in full again.
    static let waitRenewal = Duration.seconds(30)
    /// The time without a sign after which a participant counts as asleep.
    static let silence = Duration.seconds(15)

    init(_ edit: WatchedEdit, at now: HostTime) {
        self.edit = edit
        state = WatchState(
            revision: edit.revision, time: 0, duration: edit.duration, timescale: edit.timescale, hostTime: now)
    }

    /// Processes an event.
    /// - Throws: `WatchRefusal`. The session is unchanged then, except for what the time has brought.
    mutating func handle(_ event: WatchEvent, at now: HostTime) throws(WatchRefusal) -> [WatchAction] {
        guard !isEnded else { return [] }
        let isDue = pass(to: now)
        let isChanged = try process(event, at: now)
        let isWaitChanged = updateWait(at: now)
        if isEnded { return [.end] }
        return isDue || isChanged || isWaitChanged ? [.tell] : []
    }

    /// The next instant at which `tick` is due, or nil.
    var deadline: HostTime? {
        let waits = waited.compactMap { deadline(of: $0) }
        let silences = participants.values.filter { $0.suspension != .asleep }.map { $0.lastHeard + Self.silence }
        let ends = [state.end, waitingSince.map { $0 + Self.maxWait }].compactMap(\.self)
        return (waits + silences + ends).min()
    }

    /// The numbers of the participants that the group waits for.
    var waitedNumbers: Set<Int> { Set(waited.map(\.number)) }

    /// True if the group plays, or will when a wait has ended.
    var wantsToPlay: Bool { state.isPlaying || waitingSince != nil }

    /// The time from a command to its effect: 150 ms, or twice the slowest participant's 95th percentile of round
    /// trips.
    var lead: Duration {
        let roundTrip = participants.values.map(\.roundTrip).max() ?? .zero
        return min(max(Self.minLead, roundTrip + roundTrip), Self.maxLead)
    }

    private var waited: [WatchParticipant] { participants.values.filter { $0.waitedSince != nil } }

    /// Returns the instant at which a command takes effect. An earlier command is never overtaken.
    private func effect(_ now: HostTime) -> HostTime { max(now + lead, state.hostTime) }
}

// MARK: - Events

extension WatchSession {
    /// - Returns: True if there is something to tell.
    private mutating func process(_ event: WatchEvent, at now: HostTime) throws(WatchRefusal) -> Bool {
        switch event {
        case .join(let number, let isOwner):
            participants[number] = WatchParticipant(number: number, isOwner: isOwner, at: now)
        case .leave(let number): return leave(number)
        case .command(let number, let command): return try perform(command, from: number, at: now)
        case .report(let number, let suspension): return try report(suspension, from: number, at: now)
        case .roundTrips(let number, let times):
            let wasAsleep = try hear(number, at: now)
            participants[number]?.add(times)
            return wasAsleep
        case .rename(let number, let name):
            _ = try hear(number, at: now)
            participants[number]?.rename(name)
        case .control(let number, let control): try setControl(control, by: number, at: now)
        case .end(let number):
            try requireOwner(number, at: now)
            isEnded = true
        case .edit(let edit): return take(edit, at: now)
        case .tick: return false
        }
        return true
    }

    /// Notes that a participant is awake.
    /// - Returns: True if it was asleep.
    private mutating func hear(_ number: Int, at now: HostTime) throws(WatchRefusal) -> Bool {
        guard let participant = participants[number] else { throw .notThere }
        participants[number]?.lastHeard = now
        guard participant.suspension == .asleep else { return false }
        participants[number]?.suspension = nil
        return true
    }

    private mutating func leave(_ number: Int) -> Bool {
        guard participants.removeValue(forKey: number) != nil else { return false }
        if control == .participant(number) { control = .owner }
        return true
    }

    private mutating func report(
        _ suspension: WatchSuspension?, from number: Int, at now: HostTime
    ) throws(WatchRefusal) -> Bool {
        _ = try hear(number, at: now)
        guard var participant = participants[number], participant.suspension != suspension else { return false }
        participant.suspension = suspension
        // A wait that was used up begins anew only with another stall, and only after some time.
        if suspension == .stall, participant.lastWaited.map({ $0 + Self.waitRenewal <= now }) ?? false {
            participant.waited = .zero
        }
        participants[number] = participant
        return true
    }

    private mutating func setControl(
        _ control: WatchControl, by number: Int, at now: HostTime
    ) throws(WatchRefusal) {
        try requireOwner(number, at: now)
        if case .participant(let other) = control, participants[other] == nil { throw .notThere }
        self.control = control
    }

    private mutating func requireOwner(_ number: Int, at now: HostTime) throws(WatchRefusal) {
        _ = try hear(number, at: now)
        guard participants[number]?.isOwner == true else { throw .ownerOnly }
    }

    /// Moves to the new edit, at the instant of the recording that is shown.
    private mutating func take(_ new: WatchedEdit, at now: HostTime) -> Bool {
        guard !new.isSame(as: edit) else { return false }
        let instant = max(now, state.hostTime)
        let position = edit.position(state.position(at: instant), in: new)
        (state.revision, state.duration) = (new.revision, new.duration)
        state = state.moved(to: position, at: instant)
        edit = new
        return true
    }
}

// MARK: - Commands

extension WatchSession {
    private mutating func perform(
        _ command: WatchCommand, from number: Int, at now: HostTime
    ) throws(WatchRefusal) -> Bool {
        _ = try hear(number, at: now)
        try requireControl(number)
        let instant = effect(now)
        let position = state.position(at: instant)
        switch command {
        case .play:
            guard !wantsToPlay, state.duration > 0 else { return false }
            state = state.moved(to: position < state.duration ? position : 0, at: instant, isPlaying: true)
        case .pause:
            guard wantsToPlay else { return false }
            endWait(at: now)
            state = state.moved(to: position, at: instant, isPlaying: false)
        case .seek(let time, let revision):
            guard revision == state.revision else { throw .staleRevision }
            state = state.moved(to: time, at: instant)
        case .rate(let rate):
            guard WatchState.rates.contains(rate) else { throw .rate(rate) }
            state = state.moved(to: position, at: instant)
            state.rate = rate
        }
        return true
    }

    private func requireControl(_ number: Int) throws(WatchRefusal) {
        guard let participant = participants[number] else { throw .notThere }
        guard participant.suspension != .reading else { throw .reading }
        switch control {
        case .everyone: return
        case .owner: guard participant.isOwner else { throw .locked }
        case .participant(let other): guard participant.isOwner || number == other else { throw .locked }
        }
    }
}

// MARK: - Time

extension WatchSession {
    /// Does what was due by an instant: participants fall asleep, waits end, and the group stops at the end.
    /// - Returns: True if there is something to tell.
    private mutating func pass(to now: HostTime) -> Bool {
        var isChanged = false
        for (number, participant) in participants
        where participant.suspension != .asleep && participant.lastHeard + Self.silence <= now {
            participants[number]?.suspension = .asleep
            isChanged = true
        }
        if let since = waitingSince, since + Self.maxWait <= now { giveUp(waited, at: now) }
        giveUp(waited.filter { deadline(of: $0).map { $0 <= now } ?? false }, at: now)
        if let end = state.end, end <= now {
            state = state.moved(to: state.duration, at: end, isPlaying: false)
            isChanged = true
        }
        return updateWait(at: now) || isChanged
    }

    private func deadline(of participant: WatchParticipant) -> HostTime? {
        participant.waitedSince.map { $0 + (Self.maxWait - participant.waited) }
    }

    /// Uses up the time that the group waits for participants.
    private mutating func giveUp(_ waited: [WatchParticipant], at now: HostTime) {
        for participant in waited {
            stopWaiting(for: participant.number, at: now)
            participants[participant.number]?.waited = Self.maxWait
        }
    }

    private mutating func stopWaiting(for number: Int, at now: HostTime) {
        guard let since = participants[number]?.waitedSince else { return }
        participants[number]?.waitedSince = nil
        participants[number]?.waited += now - since
        participants[number]?.lastWaited = now
    }

    private mutating func endWait(at now: HostTime) {
        for number in participants.keys { stopWaiting(for: number, at: now) }
        waitingSince = nil
    }

    /// Begins or ends a wait for stalled participants.
    /// - Returns: True if the group waits now and did not before, or the other way round.
    private mutating func updateWait(at now: HostTime) -> Bool {
        let stalled = Set(
            participants.values.filter { $0.suspension == .stall && $0.waited < Self.maxWait }.map(\.number))
        if waitingSince == nil {
            guard state.isPlaying, !stalled.isEmpty, participants.count <= Self.maxWaitingGroup else { return false }
            waitingSince = now
            let instant = effect(now)
            state = state.moved(to: state.position(at: instant), at: instant, isPlaying: false)
        }
        for number in participants.keys {
            if !stalled.contains(number) {
                stopWaiting(for: number, at: now)
            } else if participants[number]?.waitedSince == nil {
                participants[number]?.waitedSince = now
            }
        }
        guard stalled.isEmpty else { return waitingSince == now }
        endWait(at: now)
        state = state.moved(to: state.time, at: effect(now), isPlaying: true)
        return true
    }
}
