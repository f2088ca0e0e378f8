import ReplayMovie
import ReplayRecorder
import Testing

@Suite struct RecordingMachineTests {
    private func recording() -> RecordingMachine {
        var machine = RecordingMachine()
        _ = machine.handle(.started)
        return machine
    }

    @Test("It records from the first picture on")
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
            (.captureFailed("broken"), .failed), (.outputFailed("full"), .diskFailed),
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

    @Test("A lost sound is warned of at once, and the end says so")
    func lostSound() {
        var machine = recording()
        #expect(machine.handle(.soundLost(.microphone, "gone")).first == .warn("gone"))
        #expect(machine.state == .recording)
        #expect(machine.handle(.stopRequested).last == .finish(.soundLost, message: "gone"))
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
