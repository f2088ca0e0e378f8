import MediaTime
import ReplayTimeline

@testable import ReplayPreview

/// A session of watching together on a clock that the test moves. The edit lasts 60 s of 1,000 ticks.
struct ManualSession {
    var session: WatchSession
    private(set) var now = HostTime(nanoseconds: 1_000_000_000)
    private(set) var actions: [WatchAction] = []

    static let timescale: Int32 = 1000

    /// Returns an edit of 60 s without some ranges, in ticks.
    static func edit(_ revision: String, cuts: [Range<Int64>] = []) throws -> WatchedEdit {
        var edit = try Edit(duration: MediaTime(value: 60_000, timescale: timescale))
        for cut in cuts {
            try edit.apply(
                .cut(
                    TimeRange(
                        start: MediaTime(value: cut.lowerBound, timescale: timescale),
                        end: MediaTime(value: cut.upperBound, timescale: timescale))))
        }
        return WatchedEdit(edit, revision: revision)
    }

    /// - Parameter viewers: The number of viewers beside the owner, who is number 1.
    init(viewers: Int) throws {
        session = WatchSession(try Self.edit("a"), at: now)
        for number in 1...viewers + 1 { try send(.join(number, isOwner: number == 1)) }
    }

    mutating func send(_ event: WatchEvent) throws(WatchRefusal) { actions = try session.handle(event, at: now) }

    mutating func command(_ command: WatchCommand, from number: Int = 1) throws(WatchRefusal) {
        try send(.command(number, command))
    }

    /// Moves the clock, and passes each deadline on the way when it is due. All participants are heard of.
    mutating func wait(_ duration: Duration, hearing numbers: [Int]? = nil) throws(WatchRefusal) {
        let end = now + duration
        while let deadline = session.deadline, deadline < end {
            now = max(now, deadline)
            for number in numbers ?? session.participants.keys.sorted() { try send(.roundTrips(number, [])) }
            try send(.tick)
        }
        now = end
        try send(.tick)
    }

    /// The position now, in ticks.
    var position: Int64 { session.state.position(at: now) }
    var isWaiting: Bool { session.waitingSince != nil }
}
