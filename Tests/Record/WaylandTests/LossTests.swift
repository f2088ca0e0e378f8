import Foundation
import ReplayTestSupport
import Testing

/// Checks that the recording ends with a reason and a whole movie if a part of the desktop dies.
@Suite(.serialized, .timeLimit(.minutes(30))) struct LossTests {
    /// The limit from the death to the end of `replay`: 1 s on a machine that does nothing else.
    private static let limit = QuietMachine.isPromised ? Duration.seconds(1) : .seconds(60)

    @Test(
        "A part of sway's desktop is killed: 69, and the movie whole",
        arguments: [WaylandSession.Part.compositor, .backend, .portal, .pipeWire])
    func sway(_ part: WaylandSession.Part) throws { try lose(part, of: .sway) }

    @Test(
        "A part of GNOME's desktop is killed: 69, and the movie whole",
        arguments: [WaylandSession.Part.compositor, .backend, .portal, .pipeWire])
    func gnome(_ part: WaylandSession.Part) throws { try lose(part, of: .gnome) }

    private func lose(_ part: WaylandSession.Part, of desktop: WaylandSession.Desktop) throws {
        let session = try WaylandSession(desktop)
        if desktop == .gnome { try session.remember() }
        let recorder = try session.record(desktop == .gnome ? "--remember" : "--no-proxy")
        let death = ContinuousClock.now
        session.kill(part)
        let outcome = try recorder.wait()
        let time = ContinuousClock.now - death
        print("\(desktop) without its \(part): ended after \(time)")
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(time < Self.limit)
        let ending = try session.ending()
        // Without PipeWire, GNOME ends the sharing. The recorder may notice either first.
        let reasons = part == .pipeWire ? ["displayLost", "sharingEnded"] : ["displayLost"]
        #expect(reasons.contains(ending.reason) && ending.frames > 0, "\(ending)")
        let frames = try session.movie().readable()
        #expect(frames == ending.frames)
    }

    @Test("replayd is killed: what it had written is there")
    func recorderKilled() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        _ = try session.awaitStatus { $0.frames > 30 }
        let daemon = try #require(try session.recorder(of: recorder))
        kill(daemon, SIGKILL)
        #expect(try recorder.wait().status == 1)
        let drawn = try scene.stop()
        #expect(try session.replay("list").status == 0)
        let judgement = try SceneJudgement(session.movie(), drawn: drawn, size: (1280, 720))
        #expect(judgement.unread == 0 && judgement.clocks.count > 10)
        // The desktop shares again.
        #expect(try session.replay("record", "--audio", "none", "--duration", "1s").status == 0)
    }
}

extension MediaProbe {
    /// Returns the number of frames that another decoder finds.
    func readable() throws -> Int {
        var count = 0
        try readFrames { _ in count += 1 }
        return count
    }
}
