import ReplayLibrary
import ReplayRecording
import Testing

@testable import ReplayRecorder

@Suite struct RecordingMachineTests {
    private func recording() -> RecordingMachine {
        var machine = RecordingMachine()
        _ = machine.handle(.started)
        return machine
    }

    @Test("It records from the first frame on")
    func start() {
        var machine = RecordingMachine()
        #expect(machine.state == .arming)
        #expect(machine.handle(.started) == [.note(.started, detail: nil)])
        #expect(machine.state == .recording)
    }

    @Test(
        "Every early end has a reason that is not the one of an end that was asked for",
        arguments: [
            (RecordingMachine.Event.ownerLost, RecordingFacts.Ending.Reason.ownerLost),
            (.terminated("SIGTERM"), .terminated), (.displayLost("gone"), .displayLost),
            (.captureFailed("broken"), .failed), (.outputFailed("full"), .diskFailed), (.diskFull, .diskFailed),
        ])
    func earlyEnds(event: RecordingMachine.Event, reason: RecordingFacts.Ending.Reason) {
        var machine = recording()
        let actions = machine.handle(event)
        guard case .finish(let given, let message) = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(given == reason)
        #expect(message != nil)
        #expect(machine.state == .finishing)
    }

    @Test("A lost audio is warned of at once, and the end says so")
    func lostAudio() {
        var machine = recording()
        #expect(machine.handle(.sourceLost(.microphone, "gone")).first == .warn("gone"))
        #expect(machine.state == .recording)
        #expect(machine.handle(.stopRequested).last == .finish(.audioLost, message: "gone"))
    }

    @Test("An audio track that came back is no reason for an early end")
    func recoveredAudio() {
        var machine = recording()
        _ = machine.handle(.sourceLost(.microphone, "gone"))
        #expect(machine.handle(.sourceRecovered(.microphone)).first == .warn(nil))
        #expect(machine.handle(.sourceRecovered(.microphone)).isEmpty)
        #expect(machine.handle(.stopRequested).last == .finish(.requested, message: nil))
    }

    @Test("Each thing that is wrong is told of as long as it is")
    func warnings() {
        var machine = recording()
        #expect(machine.handle(.windowHidden).first == .warn("the window is not visible; its last frame is recorded"))
        let both = machine.handle(.sourceLost(.microphone, "the microphone is gone"))
        #expect(
            both.first == .warn("the window is not visible; its last frame is recorded; the microphone is gone"))
        #expect(machine.handle(.windowShown).first == .warn("the microphone is gone"))
        #expect(machine.handle(.sourceRecovered(.microphone)).first == .warn(nil))
        #expect(machine.handle(.warned(.beacon, nil)).isEmpty)
    }

    @Test("A proxy that cannot be written is warned of, and the recording goes on")
    func noProxy() {
        var machine = recording()
        let event = RecordingMachine.Event(OutputEvent.proxyFailed("cannot open libx264"))
        guard case .warn(let sentence) = machine.handle(event).first else {
            Issue.record("no warning")
            return
        }
        #expect(sentence?.contains("proxy") == true && sentence?.contains("cannot open libx264") == true)
        #expect(machine.isRunning)
    }

    @Test("A window that was closed ends its recording when it has been waited for, unless that outlives it")
    func closedWindow() {
        var machine = recording()
        #expect(machine.handle(.windowClosed).last == .awaitWindow)
        #expect(machine.state == .recording)
        #expect(machine.handle(.windowGone).last == .finish(.windowClosed, message: "the window was closed"))
        var lasting = RecordingMachine(outlivesWindow: true)
        _ = lasting.handle(.started)
        #expect(!lasting.handle(.windowClosed).contains(.awaitWindow))
        #expect(lasting.handle(.stopRequested).last == .finish(.requested, message: nil))
    }

    @Test(
        "What is asked for is done once; asked for again, nothing is to be done",
        arguments: [
            (RecordingMachine.Event.pauseRequested, RecordingMachine.Event.resumeRequested),
            (.muteRequested, .unmuteRequested), (.coverRequested, .uncoverRequested),
        ])
    func control(on: RecordingMachine.Event, off: RecordingMachine.Event) {
        var machine = recording()
        #expect(machine.handle(off).isEmpty)
        #expect(machine.handle(on).count == 2)
        #expect(machine.handle(on).isEmpty)
        #expect(machine.handle(off).count == 2)
        #expect(machine.handle(off).isEmpty)
        #expect(machine.state == .recording)
    }

    @Test("A movie that does not grow is said not to be recorded, and again when it does")
    func stall() {
        var machine = recording()
        #expect(machine.handle(.writing).isEmpty)
        #expect(machine.handle(.stalled("slow")) == [.warn("slow"), .note(.stalled, detail: "slow")])
        #expect(machine.state == .stalled)
        #expect(machine.handle(.stalled("slow")).isEmpty)
        #expect(machine.handle(.writing) == [.warn(nil), .note(.writing, detail: nil)])
        #expect(machine.state == .recording)
    }

    @Test("A pause is no stall, and nothing is asked for before the first frame")
    func pausedAndArming() {
        var machine = RecordingMachine()
        #expect(machine.handle(.pauseRequested).isEmpty)
        _ = machine.handle(.started)
        _ = machine.handle(.pauseRequested)
        #expect(machine.handle(.stalled("slow")).isEmpty)
        #expect(machine.state == .paused)
        #expect(machine.handle(.stopRequested).last == .finish(.requested, message: nil))
    }

    @Test("It ends once, whatever comes after")
    func once() {
        var machine = recording()
        _ = machine.handle(.stopRequested)
        let late: [RecordingMachine.Event] = [.stopRequested, .timeIsUp, .ownerLost, .displayLost("x"), .started]
        for event in late { #expect(machine.handle(event).isEmpty) }
        #expect(machine.handle(.finished).isEmpty)
        #expect(machine.state == .finished)
    }

    @Test("What is discarded is not finished first")
    func discard() {
        var machine = recording()
        #expect(machine.handle(.discardRequested) == [.discard])
        #expect(machine.state == .discarded)
        #expect(machine.handle(.stopRequested).isEmpty)
    }
}
