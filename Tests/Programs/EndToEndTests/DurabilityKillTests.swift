import Dispatch
import Replay
import ReplayTestSupport
import Testing

/// Whatever is killed, at any instant: the movie is there, but for the last 300 ms.
@Suite(.serialized) struct DurabilityKillTests {
    /// Beyond the promise: what it takes to fetch a frame and to start `kill`, on a machine that does much else.
    private static let slack = 50

    @Test("Twenty kills at random instants lose at most 300 ms, and no movie")
    func kills() {
        var random = SplitMix64.seeded()
        let victims: [DurabilityKill.Victim] =
            [.recorder, .recorder, .owner, .display, .recorder, .audioServer, .recorder, .owner, .recorder, .display]
        let kills = (0..<(20 * TortureTable.factor)).map {
            DurabilityKill(victims[$0 % victims.count], using: &random)
        }
        let table = TortureTable()
        DispatchQueue.concurrentPerform(iterations: kills.count) { number in
            let kill = kills[number]
            do {
                let loss = try kill.run()
                table.note("SIGKILL of the \(kill.victim.rawValue)", loss: loss)
                if loss > 300 + Self.slack { table.complain("\(kill) lost \(loss) ms") }
            } catch {
                table.note("SIGKILL of the \(kill.victim.rawValue)", loss: nil)
                table.complain("\(kill): \(error)")
            }
        }
        table.report()
        #expect(table.complaints.isEmpty, "\(table.complaints)")
    }
}
