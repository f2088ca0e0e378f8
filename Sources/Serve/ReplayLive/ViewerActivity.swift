import MediaTime
import Synchronization

/// The requests of viewers so far: who they are, when the last one came, and how much was sent to them.
final class ViewerActivity: Sendable {
    fileprivate struct State {
        var last: HostTime?
        /// The times at which viewers last fetched media.
        var viewers: [Viewer: HostTime] = [:]
        var bytes: Int64 = 0
    }

    private let state = Mutex(State())

    /// The time without media after which a viewer no longer counts, and the largest number of viewers to count.
    fileprivate static let (presence, maxViewers) = (Duration.seconds(10), 10_000)

    /// Notes a request.
    func note() { state.withLock { $0.last = .now } }

    /// Notes that media were sent to a viewer.
    func note(_ count: Int, to viewer: Viewer) {
        let now = HostTime.now
        state.withLock { state in
            (state.last, state.bytes) = (now, state.bytes + Int64(count))
            if state.viewers[viewer] == nil, state.viewers.count >= Self.maxViewers { state.removeAbsent(at: now) }
            if state.viewers[viewer] != nil || state.viewers.count < Self.maxViewers { state.viewers[viewer] = now }
        }
    }

    /// The number of bytes of media that were sent.
    var bytes: Int64 { state.withLock { $0.bytes } }

    /// The number of viewers who fetched media in the last 10 s.
    var viewers: Int {
        state.withLock { state in
            state.removeAbsent(at: .now)
            return state.viewers.count
        }
    }

    /// Returns true if a viewer has asked for something within a time.
    func isRecent(within time: Duration) -> Bool { state.withLock { $0.last.map { .now - $0 < time } ?? false } }
}

extension ViewerActivity.State {
    fileprivate mutating func removeAbsent(at now: HostTime) {
        viewers = viewers.filter { now - $0.value < ViewerActivity.presence }
    }
}
