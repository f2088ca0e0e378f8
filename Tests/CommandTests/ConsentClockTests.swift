import Replay
import Testing

@testable import ReplayCommands

@Suite struct ConsentClockTests {
    private let given = BootClock(seconds: 1000, boot: "a")

    private func later(_ seconds: Int64, boot: String = "a") -> BootClock {
        BootClock(seconds: given.seconds + seconds, boot: boot)
    }

    @Test("An answer holds for eight minutes and no longer, and not before it was given")
    func time() {
        let consent = Consent(allowed: [.microphone], at: given)
        #expect(consent.answers([.microphone], at: given))
        #expect(consent.answers([.microphone], at: later(479)))
        #expect(!consent.answers([.microphone], at: later(480)))
        #expect(!consent.answers([.microphone], at: later(10_000)))
        #expect(!consent.answers([.microphone], at: later(-1)))
    }

    @Test("It holds in the run of the machine in which it was given, where that is known")
    func boot() {
        let consent = Consent(at: given)
        #expect(consent.answers([], at: later(1)))
        #expect(!consent.answers([], at: later(1, boot: "b")))
        let nowhere = BootClock(seconds: 1, boot: "")
        #expect(!Consent(at: nowhere).answers([], at: nowhere))
    }

    @Test("It answers only for what was asked")
    func extras() {
        let consent = Consent(allowed: [.microphone], at: given)
        #expect(consent.answers([], at: given))
        #expect(!consent.answers([.camera], at: given))
        #expect(!consent.answers([.microphone, .camera], at: given))
        #expect(Consent(refused: [.camera], at: given).answers([.camera], at: given))
    }

    @Test("What is refused is left out")
    func leavingOut() {
        var configuration = RecordingConfiguration()
        configuration.sounds = [.application, .microphone]
        configuration.camera = CameraInput("/dev/video0")
        #expect(configuration.extras == [.microphone, .camera])
        configuration.leaveOut([.microphone, .camera])
        #expect(configuration.sounds == [.application])
        #expect(configuration.camera == nil)
    }

    @Test("The clock is that of the machine, which goes on")
    func now() {
        let first = BootClock.now
        #expect(first.seconds > 0)
        #expect(first.boot.count == 36)
        #expect(BootClock.now.boot == first.boot)
    }
}
