import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks movies that are hard to join, with cuts in the most difficult places. ffmpeg and ffprobe check every export.
///
/// `REPLAY_TORTURE` sets the number of edits per movie, and `REPLAY_SEED` repeats one.
@Suite(.timeLimit(.minutes(30))) struct HardMediaTests {
    private static let rounds = ProcessInfo.processInfo.environment["REPLAY_TORTURE"].flatMap { Int($0) } ?? 1

    @Test("Frames of our own encoder are joined by its one set of parameters", arguments: HardMedia.recorded)
    func framesOfOurOwnEncoderAreJoined(name: String) throws {
        let edit = try HardEdit(name)
        for _ in 0..<Self.rounds {
            for cuts in HardCuts.tried(of: name) {
                try edit.with(cuts) {
                    #expect(try edit.plan("auto").rendering == "smart")
                    let smart = try edit.export("auto", likeness: 40)
                    let full = try edit.export("full", likeness: 28)
                    #expect(smart.times == full.times)
                    _ = try edit.export("auto", audio: "exact", likeness: 40)
                    try edit.expectParameterSets(of: smart)
                }
            }
        }
    }

    @Test("Frames of others are joined by the recording's parameter sets, to the tick", arguments: HardMedia.joined)
    func joinedFramesAreThoseOfTheRecording(name: String) throws {
        let edit = try HardEdit(name)
        #expect(try edit.plan("auto").rendering == "smart")
        for _ in 0..<Self.rounds {
            for cuts in HardCuts.tried(of: name) {
                try edit.with(cuts) {
                    let smart = try edit.export("auto", likeness: 40)
                    try edit.expectParameterSets(of: smart)
                    // Twenty cuts are difficult for the smart renderer. The full renderer does not depend on GOPs.
                    guard cuts == .anywhere else { return }
                    let full = try edit.export("full", likeness: 28)
                    #expect(smart.times == full.times)
                    if HardMedia.ofAudio.contains(name) {
                        _ = try edit.export("auto", audio: "exact", likeness: 40)
                    }
                }
            }
        }
    }

    @Test("What cannot be joined is encoded, and it is said why", arguments: HardMedia.encoded.keys.sorted())
    func whatCannotBeJoinedIsEncoded(name: String) throws {
        let edit = try HardEdit(name)
        let reason = try #require(HardMedia.encoded[name])
        let plan = try edit.plan("auto")
        #expect(plan.rendering == "full")
        #expect(try #require(plan.obstacle).contains(reason))
        try edit.place.replay("export", edit.id, "--render", "smart", "--preset", "original", "-o", "no.mp4")
            .expectComplaint(65, reason)
        try edit.with(.anywhere) { _ = try edit.export("auto", likeness: 28) }
    }
}
