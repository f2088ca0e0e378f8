import MediaTime
import ReplayLibrary

/// Runs a session of watching together: it gives the session its events and the time, and tells the pages.
actor WatchController {
    /// The recording that the participants watch.
    nonisolated let recording: RecordingID
    private var session: WatchSession?
    private var members: [Int: Member] = [:]
    private var timer: Task<Void, Never>?
    private let tokens: AccessTokens

    /// A page in the session. The key is known only to the page, which proves with it that a request is its own.
    private struct Member {
        let stream: EventStream
        let key: AccessToken
        let isOwner: Bool
    }

    init(_ recording: RecordingID, tokens: AccessTokens) { (self.recording, self.tokens) = (recording, tokens) }

    deinit { timer?.cancel() }

    /// True if the owner has ended the session.
    var isEnded: Bool { session?.isEnded ?? false }

    /// Takes the present edit. A session begins with its first edit.
    func take(_ edit: WatchedEdit) {
        guard session != nil else {
            session = WatchSession(edit, at: .now)
            return
        }
        attempt(.edit(edit))
    }

    /// Adds a page, which gets its number and key and then the session.
    func join(_ stream: EventStream, isOwner: Bool) {
        guard session?.isEnded == false, !members.values.contains(where: { $0.stream === stream }) else { return }
        // There are at most as many members as streams.
        let number = sequence(first: 1) { $0 + 1 }.first { members[$0] == nil } ?? 1
        let member = Member(stream: stream, key: AccessToken(), isOwner: isOwner)
        members[number] = member
        stream.send(.participant(number: number, key: member.key.text, isOwner: isOwner))
        attempt(.join(number, isOwner: isOwner))
    }

    func leave(_ stream: EventStream) {
        guard let number = members.first(where: { $0.value.stream === stream })?.key else { return }
        members[number] = nil
        attempt(.leave(number))
    }

    func hear(_ roundTrips: [Int64], from key: String) throws(WatchRefusal) {
        try handle(.roundTrips(try number(of: key), roundTrips.map { .microseconds(min(max(0, $0), 10_000_000)) }))
    }

    func perform(_ command: WatchCommand, from key: String) throws(WatchRefusal) {
        try handle(.command(try number(of: key), command))
    }

    func report(_ suspension: WatchSuspension?, from key: String) throws(WatchRefusal) {
        try handle(.report(try number(of: key), suspension))
    }

    func rename(_ key: String, to name: String) throws(WatchRefusal) {
        try handle(.rename(try number(of: key), name))
    }

    func setControl(_ control: WatchControl, by key: String) throws(WatchRefusal) {
        try handle(.control(try number(of: key), control))
    }

    func end(by key: String) throws(WatchRefusal) { try handle(.end(try number(of: key))) }

    private func number(of key: String) throws(WatchRefusal) -> Int {
        guard let number = members.first(where: { $0.value.key.matches(key) })?.key else { throw .notThere }
        return number
    }

    /// Handles an event that nobody can refuse.
    private func attempt(_ event: WatchEvent) {
        // Only events of participants are refused.
        try? handle(event)
    }

    private func handle(_ event: WatchEvent) throws(WatchRefusal) {
        guard var session else { throw .notThere }
        let now = HostTime.now
        // The time is passed first, so that its changes are told even if the event is refused.
        var actions = try session.handle(.tick, at: now)
        defer {
            self.session = session
            perform(actions)
        }
        actions += try session.handle(event, at: now)
    }

    private func perform(_ actions: [WatchAction]) {
        if actions.contains(.end) { return end() }
        if actions.contains(.tell) { tell() }
        setTimer()
    }

    private func tell() {
        guard let session else { return }
        let event = PageEvent.session(WatchDescription(session))
        for member in members.values { member.stream.send(event) }
    }

    /// Ends the session. Viewers are disconnected, and the owner goes on alone.
    private func end() {
        timer?.cancel()
        tokens.endViewing()
        for member in members.values {
            guard !member.isOwner else {
                member.stream.send(.sessionEnded)
                continue
            }
            member.stream.send(.bye(reason: "the owner has ended the session"))
            member.stream.finish()
        }
        members = [:]
    }

    private func setTimer() {
        timer?.cancel()
        guard let deadline = session?.deadline else { return }
        timer = Task { [weak self] in
            do {
                try await Task.sleep(for: deadline - .now + .milliseconds(1))
            } catch {
                return
            }
            await self?.attempt(.tick)
        }
    }
}
