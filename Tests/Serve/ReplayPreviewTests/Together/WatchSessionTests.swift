import MediaTime
import Testing

@testable import ReplayPreview

/// Checks the rules of watching together, on a manual clock.
@Suite struct WatchSessionTests {
    @Test("A command takes effect 150 ms later, or after twice the slowest round trips")
    func lead() throws {
        var group = try ManualSession(viewers: 2)
        try group.command(.play)
        #expect(group.session.state.hostTime == group.now + .milliseconds(150))
        try group.wait(.milliseconds(150))
        #expect(group.position == 0 && group.session.state.isPlaying)
        try group.wait(.seconds(2))
        #expect(group.position == 2000)
        let slow = [Duration](repeating: .milliseconds(10), count: 20) + [.milliseconds(120), .milliseconds(130)]
        try group.send(.roundTrips(3, slow))
        try group.command(.pause, from: 2)
        #expect(group.session.state.hostTime == group.now + .milliseconds(240))
        #expect(group.session.state.time == 2240 && !group.session.state.isPlaying)
        try group.send(.roundTrips(3, [.seconds(100)]))
        try group.send(.roundTrips(3, [.seconds(100)]))
        #expect(group.session.lead == WatchSession.maxLead)
    }

    @Test("A command is not overtaken by a later one with less lead")
    func order() throws {
        var group = try ManualSession(viewers: 1)
        try group.send(.roundTrips(2, [.milliseconds(500)]))
        try group.command(.play)
        let first = group.session.state.hostTime
        #expect(first == group.now + .seconds(1))
        try group.send(.leave(2))
        try group.command(.seek(5000, revision: "a"))
        #expect(group.session.state.hostTime == first && group.session.state.time == 5000)
    }

    @Test("The speed and the end: the group stops at the end, and plays from the beginning again")
    func end() throws {
        var group = try ManualSession(viewers: 1)
        try group.command(.rate(200))
        try group.command(.seek(50_000, revision: "a"))
        try group.command(.play, from: 2)
        try group.wait(.milliseconds(5149))
        #expect(group.position == 59_998 && group.session.state.isPlaying)
        try group.wait(.milliseconds(2))
        #expect(group.position == 60_000 && !group.session.state.isPlaying)
        try group.command(.play)
        #expect(group.session.state.time == 0)
        #expect(throws: WatchRefusal.rate(900)) { try group.command(.rate(900)) }
        #expect(throws: WatchRefusal.staleRevision) { try group.command(.seek(0, revision: "b")) }
    }

    @Test("A stalled participant is waited for, at most 5 s, and again in full only after 30 s")
    func stall() throws {
        var group = try ManualSession(viewers: 2)
        try group.command(.play)
        try group.wait(.seconds(1))
        try group.send(.report(2, .stall))
        #expect(group.isWaiting && group.session.waitedNumbers == [2])
        let held = group.session.state.time
        try group.wait(.seconds(3))
        try group.send(.report(2, nil))
        #expect(!group.isWaiting && group.session.state.isPlaying && group.session.state.time == held)
        try group.wait(.seconds(1))
        try group.send(.report(2, .stall))
        try group.wait(.milliseconds(1999))
        #expect(group.isWaiting)
        try group.wait(.milliseconds(2))
        #expect(!group.isWaiting && group.session.state.isPlaying)
        #expect(group.session.participants[2]?.suspension == .stall)
        // The same stall is not waited for again, and neither is another one soon after.
        try group.wait(.seconds(20))
        try group.send(.report(2, nil))
        try group.send(.report(2, .stall))
        #expect(!group.isWaiting)
        try group.send(.report(2, nil))
        try group.wait(.seconds(10))
        try group.send(.report(2, .stall))
        #expect(group.isWaiting)
    }

    @Test("Nobody is waited for while paused, in a group of five, or while reading")
    func noWait() throws {
        var group = try ManualSession(viewers: 2)
        try group.send(.report(2, .stall))
        #expect(!group.isWaiting)
        try group.command(.play)
        #expect(group.isWaiting)
        try group.command(.pause)
        #expect(!group.isWaiting && !group.session.state.isPlaying)
        try group.send(.report(2, .reading))
        try group.command(.play)
        #expect(!group.isWaiting && group.session.state.isPlaying)
        #expect(throws: WatchRefusal.reading) { try group.command(.pause, from: 2) }
        var large = try ManualSession(viewers: 4)
        try large.command(.play)
        try large.send(.report(2, .stall))
        #expect(!large.isWaiting && large.session.state.isPlaying)
    }

    @Test("A pause or a departure ends a wait; a seek does not")
    func waitEnds() throws {
        var group = try ManualSession(viewers: 2)
        try group.command(.play)
        try group.send(.report(2, .stall))
        try group.command(.seek(9000, revision: "a"))
        #expect(group.isWaiting && group.session.state.time == 9000)
        try group.send(.leave(2))
        #expect(!group.isWaiting && group.session.state.isPlaying)
        #expect(group.session.state.time == 9000)
    }

    @Test("A participant that is silent for 15 s is asleep, until it is heard of")
    func asleep() throws {
        var group = try ManualSession(viewers: 2)
        try group.command(.play)
        try group.send(.report(3, .stall))
        try group.wait(.seconds(16), hearing: [1, 2])
        #expect(group.session.participants[3]?.suspension == .asleep)
        #expect(group.session.participants[2]?.suspension == nil)
        #expect(!group.isWaiting)
        let state = group.session.state
        try group.send(.roundTrips(3, []))
        #expect(group.session.participants[3]?.suspension == nil)
        #expect(group.session.state == state)
    }

    @Test("The owner locks the controls, hands them over, and ends the session; a viewer cannot")
    func control() throws {
        var group = try ManualSession(viewers: 2)
        #expect(throws: WatchRefusal.ownerOnly) { try group.send(.control(2, .participant(2))) }
        #expect(throws: WatchRefusal.ownerOnly) { try group.send(.end(2)) }
        try group.send(.control(1, .owner))
        #expect(throws: WatchRefusal.locked) { try group.command(.play, from: 2) }
        try group.send(.control(1, .participant(3)))
        #expect(throws: WatchRefusal.locked) { try group.command(.play, from: 2) }
        try group.command(.play, from: 3)
        try group.send(.leave(3))
        #expect(group.session.control == .owner)
        #expect(throws: WatchRefusal.notThere) { try group.send(.control(1, .participant(3))) }
        try group.send(.end(1))
        #expect(group.session.isEnded && group.actions == [.end])
        try group.command(.pause)
        #expect(group.actions.isEmpty)
    }

    @Test("A cut keeps the instant of the recording, or moves to the next one that is kept")
    func edit() throws {
        var group = try ManualSession(viewers: 1)
        try group.command(.seek(30_000, revision: "a"))
        try group.wait(.seconds(1))
        try group.send(.edit(try ManualSession.edit("b", cuts: [10_000..<20_000])))
        #expect(group.position == 20_000 && group.session.state.revision == "b")
        try group.send(.edit(try ManualSession.edit("c", cuts: [25_000..<35_000])))
        #expect(group.position == 25_000)
        try group.send(.edit(try ManualSession.edit("d", cuts: [25_000..<60_000])))
        #expect(group.position == 25_000 && group.session.state.duration == 25_000)
        try group.send(.edit(try ManualSession.edit("d", cuts: [25_000..<60_000])))
        #expect(group.actions.isEmpty)
    }

    @Test("Names are without control characters, of at most 40 characters, and never empty")
    func names() throws {
        var group = try ManualSession(viewers: 1)
        func name() -> String? { group.session.participants[2]?.name }
        #expect(name() == "Viewer 2" && group.session.participants[1]?.name == "Owner")
        try group.send(.rename(2, "  Ada\u{0}\n \u{202E}Lovelace "))
        #expect(name() == "Ada Lovelace")
        try group.send(.rename(2, String(repeating: "é", count: 90)))
        #expect(name()?.count == 40)
        try group.send(.rename(2, " \n"))
        #expect(name() == "Viewer 2")
    }
}
