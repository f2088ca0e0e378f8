import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks properties of watching together over random histories.
@Suite struct WatchHistoryTests {
    @Test("In random histories, waits are short, times are continuous, and only those in control change the state")
    func histories() throws {
        var chance = SplitMix64.seeded()
        var refusals = 0
        var waits = 0
        for _ in 0..<300 {
            var history = try History(viewers: Int.random(in: 1...5, using: &chance))
            for _ in 0..<120 { try history.step(&chance) }
            refusals += history.refusals
            waits += history.waits
        }
        // The histories contain what they are for.
        #expect(refusals > 100 && waits > 100, "\(refusals) refusals, \(waits) waits")
    }

    /// A random history, which checks each step.
    private struct History {
        private var group: ManualSession
        private var revisions = 0
        /// The total time of the present wait.
        private var waitBegan: HostTime?
        private(set) var refusals = 0
        private(set) var waits = 0

        init(viewers: Int) throws { group = try ManualSession(viewers: viewers) }

        mutating func step(_ chance: inout SplitMix64) throws {
            let numbers = group.session.participants.keys.sorted()
            let number = numbers.randomElement(using: &chance) ?? 1
            switch Int.random(in: 0..<12, using: &chance) {
            case 0...2: try command(number, &chance)
            case 3...4: try send(.report(number, [nil, .stall, .stall, .reading].randomElement(using: &chance) ?? nil))
            case 5: try join(&chance)
            case 6 where number != 1: try send(.leave(number))
            case 7: try control(number, numbers, &chance)
            case 8: try edit(&chance)
            case 9: try send(.roundTrips(number, [.milliseconds(Int.random(in: 0...400, using: &chance))]))
            default: try wait(.milliseconds(Int.random(in: 0...4000, using: &chance)))
            }
        }

        private mutating func send(_ event: WatchEvent) throws {
            try group.send(event)
            check()
        }

        /// Sends a command. One that is refused changes nothing.
        private mutating func command(_ number: Int, _ chance: inout SplitMix64) throws {
            let state = group.session.state
            let command: WatchCommand =
                switch Int.random(in: 0..<5, using: &chance) {
                case 0...1: .play
                case 2: .pause
                case 3: .seek(Int64.random(in: 0...70_000, using: &chance), revision: state.revision)
                default: .rate(Int.random(in: 10...400, using: &chance))
                }
            let isAllowed = isAllowed(number)
            do {
                try group.command(command, from: number)
                #expect(isAllowed, "\(command) by \(number)")
                #expect(group.session.state.hostTime >= state.hostTime)
            } catch {
                refusals += 1
                #expect(group.session.state == state)
                if case .rate = error {} else { #expect(!isAllowed, "\(error)") }
            }
            check()
        }

        private func isAllowed(_ number: Int) -> Bool {
            guard group.session.participants[number]?.suspension != .reading else { return false }
            switch group.session.control {
            case .everyone: return true
            case .owner: return number == 1
            case .participant(let other): return number == 1 || number == other
            }
        }

        /// A participant that joins changes nothing.
        private mutating func join(_ chance: inout SplitMix64) throws {
            let (state, wait) = (group.session.state, group.session.waitingSince)
            let number = Int.random(in: 2...8, using: &chance)
            guard group.session.participants[number] == nil else { return }
            try send(.join(number, isOwner: false))
            #expect(group.session.state == state && group.session.waitingSince == wait)
        }

        private mutating func control(_ number: Int, _ numbers: [Int], _ chance: inout SplitMix64) throws {
            let other = numbers.randomElement(using: &chance) ?? 1
            let wanted =
                [WatchControl.everyone, .owner, .participant(other)].randomElement(using: &chance) ?? .everyone
            do {
                try send(.control(number, wanted))
                #expect(number == 1)
            } catch WatchRefusal.ownerOnly {
                #expect(number != 1)
            }
        }

        /// The instant of the recording stays the same, or becomes the next one that is kept.
        private mutating func edit(_ chance: inout SplitMix64) throws {
            revisions += 1
            let start = Int64.random(in: 1000..<40_000, using: &chance)
            let cut = start..<start + Int64.random(in: 1..<15_000, using: &chance)
            let whole = try ManualSession.edit("whole \(revisions)")
            try send(.edit(whole))
            let instant = max(group.now, group.session.state.hostTime)
            let before = group.session.state.position(at: instant)
            try send(.edit(try ManualSession.edit("\(revisions)", cuts: [cut])))
            let after = group.session.state.position(at: instant)
            let expected =
                before >= 60_000
                ? 60_000 - Int64(cut.count)
                : before < cut.lowerBound ? before : max(cut.lowerBound, before - Int64(cut.count))
            #expect(after == expected, "\(before) with a cut of \(cut)")
        }

        private mutating func wait(_ duration: Duration) throws {
            let (state, from) = (group.session.state, group.now)
            try group.wait(duration)
            check()
            guard group.session.state == state else { return }
            // Playing goes forward by the time that has passed, and never beyond the end.
            let passed = state.position(at: group.now) - state.position(at: from)
            let most = Int64(
                duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000)
            #expect(0 <= passed && passed <= (most + 1) * Int64(state.rate) / 100 + 1)
        }

        private mutating func check() {
            let (session, now) = (group.session, group.now)
            #expect((0...session.state.duration).contains(session.state.position(at: now)))
            #expect(session.lead >= WatchSession.minLead && session.lead <= WatchSession.maxLead)
            #expect(session.state.hostTime <= now + WatchSession.maxLead)
            guard let since = session.waitingSince else {
                #expect(session.waitedNumbers.isEmpty)
                return waitBegan = nil
            }
            if waitBegan != since { waits += 1 }
            waitBegan = since
            #expect(now - since <= WatchSession.maxWait)
            #expect(!session.state.isPlaying && !session.waitedNumbers.isEmpty)
            for number in session.waitedNumbers {
                let participant = session.participants[number]
                #expect(participant?.suspension == .stall)
                #expect((participant?.waited ?? .zero) <= WatchSession.maxWait)
            }
        }
    }
}
