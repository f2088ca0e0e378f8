import Foundation
import ReplayTestSupport
import Testing

/// Checks what `replay discard` removes, and when it asks.
@Suite struct DiscardTests {
    @Test("Without a terminal nothing goes that was not named in full")
    func withoutATerminalNothingGoes() throws {
        let place = try Workplace()
        let ids = try (0..<2).map { _ in try place.importMovie(.silent) }.sorted()
        let (first, second) = (ids[0], ids[1])
        try place.replay("discard").expectComplaint(64, "nothing is being recorded", second)
        try place.replay("discard", String(second.dropLast())).expectComplaint(64, second, "--yes")
        try place.replay("discard", "--yes").expectComplaint(64, "nothing is being recorded", second)
        #expect(try place.names(in: "home/recordings") == [first, second].sorted())
        #expect(try place.result("discard", String(second.dropLast()), "--yes") == second)
        try place.result("rename", "the bug")
        #expect(try place.result("rm", "the bug") == first)
        try place.replay("discard", "--yes").expectComplaint(66, "there is no recording yet")
    }

    @Test("At a terminal it names the recording and asks")
    func atATerminalItNamesTheRecording() throws {
        let place = try Workplace()
        let ids = try (0..<2).map { _ in try place.importMovie(.silent) }.sorted()
        let (first, second) = (ids[0], ids[1])
        let refused = try place.terminal("discard")
        try refused.awaitText("(\(second)), 0:03.000")
        refused.type("what\n")
        try refused.awaitText("“what” is neither y nor n")
        refused.type("\n")
        #expect(try refused.wait() == 0)
        #expect(refused.text.contains("nothing was removed"))
        #expect(try place.names(in: "home/recordings") == [first, second].sorted())
        let wanted = try place.terminal("discard", first)
        try wanted.awaitText("[y/N]")
        wanted.type("y\n")
        #expect(try wanted.wait() == 0)
        #expect(try place.names(in: "home/recordings") == [second])
    }
}
