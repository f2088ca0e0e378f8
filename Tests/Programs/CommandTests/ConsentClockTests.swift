import Foundation
import Replay
import Testing

@testable import ReplayCommandLine

@Suite struct ConsentClockTests {
    private let given = BootClock(seconds: 1000, boot: "a")

    private func later(_ seconds: Int64, boot: String = "a") -> BootClock {
        BootClock(seconds: given.seconds + seconds, boot: boot)
    }

    private let screen = RecordingSource(.screen)
    private let audio = RecordingSource(.applicationAudio)
    private let microphone = RecordingSource(.microphone)
    private let camera = RecordingSource(.camera, detail: "/dev/video0")

    @Test("An answer holds for eight minutes and no longer, and not before it was given")
    func time() {
        let consent = Consent(allowed: [microphone], at: given)
        #expect(consent.answers([microphone], at: given))
        #expect(consent.answers([microphone], at: later(479)))
        #expect(!consent.answers([microphone], at: later(480)))
        #expect(!consent.answers([microphone], at: later(10_000)))
        #expect(!consent.answers([microphone], at: later(-1)))
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
        let consent = Consent(allowed: [microphone], at: given)
        #expect(consent.answers([], at: given))
        #expect(!consent.answers([camera], at: given))
        #expect(!consent.answers([microphone, camera], at: given))
        #expect(Consent(refused: [camera], at: given).answers([camera], at: given))
    }

    @Test("Who agrees to the screen agrees to its parts, and to nothing else; so with audio")
    func parts() {
        let (area, window) = (RecordingSource(.area, detail: "8x8+0+0"), RecordingSource(.window, detail: "0x1"))
        let consent = Consent(allowed: [screen, audio], at: given)
        #expect(consent.answers([screen, audio, area, RecordingSource(.applicationAudio, detail: "mpv")], at: given))
        for other in [window, microphone, camera] { #expect(!consent.answers([screen, other], at: given)) }
        for part in [area, window, RecordingSource(.monitor, detail: "1")] {
            let consent = Consent(allowed: [part], at: given)
            #expect(consent.answers([part], at: given) && !consent.answers([screen], at: given))
        }
        let one = Consent(allowed: [RecordingSource(.applicationAudio, detail: "mpv")], at: given)
        #expect(!one.answers([audio], at: given))
    }

    @Test("What is refused is left out")
    func leavingOut() {
        var configuration = RecordingConfiguration()
        configuration.audio = [.application, .microphone]
        configuration.camera = CameraInput("/dev/video0")
        #expect(configuration.sources == [screen, audio, microphone, camera])
        let consent = Consent(allowed: [screen, audio], refused: [microphone, camera], at: given)
        #expect(consent.refused(of: configuration.sources) == [microphone, camera])
        configuration.leaveOut([microphone, camera])
        #expect(configuration.audio == [.application])
        #expect(configuration.camera == nil)
    }

    @Test("An answer is kept as it was given, and one of an older Replay was about screen and application audio too")
    func file() throws {
        let consent = Consent(allowed: [screen, RecordingSource(.window, detail: "0x1")], refused: [camera], at: given)
        #expect(try JSONDecoder().decode(Consent.self, from: JSONEncoder().encode(consent)) == consent)
        let old = Data(#"{"allowed":["camera"],"boot":"a","refused":["microphone"],"until":1480}"#.utf8)
        let read = try JSONDecoder().decode(Consent.self, from: old)
        #expect(read.answers([screen, audio, microphone, camera], at: given))
        #expect(read.refused(of: [audio, microphone, camera]) == [microphone])
        #expect(!read.answers([RecordingSource(.window, detail: "0x1")], at: given))
    }

    @Test("Each answer is understood, and nothing else is")
    func answers() {
        let both = ConsentQuestion([screen, microphone])
        for word in ["", " ", "y", "Y", "yes\t"] { #expect(both.answer(word) == .all) }
        for word in ["n", "no", "q", "QUIT", nil] { #expect(both.answer(word) == .nothing) }
        #expect(both.answer("w") == .withoutExtras)
        for word in ["7", "yn", "screen"] { #expect(both.answer(word) == .unclear(word)) }
        #expect(ConsentQuestion([screen]).answer("w") == .unclear("w"))
    }

    @Test("The clock is that of the machine, which goes on")
    func now() {
        let first = BootClock.now
        #expect(first.seconds > 0)
        #expect(first.boot.count == 36)
        #expect(BootClock.now.boot == first.boot)
    }
}
