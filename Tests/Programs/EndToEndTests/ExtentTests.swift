import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks that a recording states its true length: no frame is hidden, and no missing one is counted.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ExtentTests {
    @Test("A recording that is resumed for a while becomes longer by that, and all that it had stays")
    func resumed() throws {
        let place = try Workplace(screen: (320, 180))
        let id = try place.replay("record", "--audio", "none", "--duration", "2s").line
        let more = try place.replay("record", "--audio", "none", "--resume", id, "--duration", "1s")
        #expect(more.status == 0, "\(more.errors)")
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: id)
        #expect(recording.facts.ending?.duration == .seconds(3))
        #expect(try recording.describeMovie().duration == .seconds(3))
        let out = place.path("out.mp4")
        #expect(try place.replay("export", id, "--preset", "original", "-o", out).status == 0)
        #expect(try MediaProbe(path: out).streams().first?.duration == .seconds(3))
        #expect(try place.replay("record", "--help").output.contains("additional time"))
    }

    @Test("A display that hangs: “stop” says what the movie has, and so does the repair; 69")
    func hungDisplay() throws {
        let place = try DurabilityPlace()
        #expect(try place.place.replay("record", "--audio", "none", "--detach").status == 0)
        _ = try place.place.awaitStatus { $0.seconds > 2.2 }
        let display = try place.display()
        kill(display, SIGSTOP)
        defer { kill(display, SIGCONT) }
        // Longer than the limit after which a screen counts as still.
        _ = try place.place.awaitStatus { $0.state == "stalled" && $0.seconds > 6 }
        let stopped = try place.place.replay("stop", "--json")
        #expect(stopped.status == 69, "\(stopped.errors)")
        #expect(stopped.errors.contains("does not answer"))
        let claimed = try stopped.json(RecordingFacts.Ending.self).duration
        try place.awaitEnd()
        let held = try #require(try RecoveredMovie(place.recording()).frames.last).time
        #expect(claimed - held < .milliseconds(100), "\(claimed.seconds) s are claimed, \(held.seconds) s are there")
        #expect(try place.place.replay("recover").output.contains(claimed.timecode()))
        let recovered = try place.recording().facts.ending
        #expect(recovered?.duration == claimed)
    }
}
