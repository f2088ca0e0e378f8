import Dispatch
import Replay
import ReplayTestSupport
import Testing

/// Checks that the movie survives any kill at any instant, except for its last 300 ms.
@Suite(.serialized) struct DurabilityKillTests {
    /// Additional milliseconds for the capture of a frame and the start of `kill` on a busy machine.
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
