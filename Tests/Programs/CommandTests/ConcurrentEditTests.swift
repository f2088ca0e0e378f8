import Foundation
import ReplayTestSupport
import Testing

/// Checks several commands that edit one recording at the same time.
@Suite(.timeLimit(.minutes(30))) struct ConcurrentEditTests {
    @Test("Each of twenty commands that edit at the same time has its effect")
    func operations() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let runs = try (0..<20).map { number in
            try place.start("edit", id, "cover", "0..1", "\(16 + 2 * number)x16+0+0")
        }
        for run in runs {
            let outcome = try run.wait()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let edits = try place.replay("edits", id).output
        for number in 0..<20 { #expect(edits.contains("\(16 + 2 * number)x16+0+0"), "\(edits)") }
    }
}
