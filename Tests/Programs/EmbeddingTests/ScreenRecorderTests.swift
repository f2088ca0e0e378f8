import Foundation
import Replay
import ReplayTestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(30))) struct ScreenRecorderTests {
    @Test("A program records a screen, hears how it is doing, and stops it")
    func record() async throws {
        let place = try Workplace(screen: (320, 240))
        var configuration = RecordingConfiguration()
        configuration.hasConsent = true
        configuration.display = place.screen?.display
        configuration.audio = []
        configuration.home = place.home.path
        let recorder = try await ScreenRecorder.start(configuration)
        for await case .status(let status) in recorder.events where status.frames > 0 {
            #expect(status.id == recorder.id)
            break
        }
        let ending = try await recorder.stop()
        #expect(ending.reason == .requested)
        let recording = try RecordingLibrary.open(home: place.home.path).recording(recorder.id)
        #expect(recording.state() == .finished)
        #expect(try EditSession(recording).edit.duration == ending.duration)
    }

    @Test("A display that is not there is said to be unavailable")
    func unavailable() async throws {
        let place = try Workplace()
        var configuration = RecordingConfiguration()
        configuration.hasConsent = true
        configuration.display = ":9998"
        configuration.home = place.home.path
        let error = await #expect(throws: RecorderError.self) { _ = try await ScreenRecorder.start(configuration) }
        #expect(error?.kind == .unavailable)
    }
}
