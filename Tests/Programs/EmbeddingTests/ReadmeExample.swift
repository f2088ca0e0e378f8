import Replay

/// Runs the example of the README. `ReadmeTests` checks that both are equal, and this file is compiled.
func readmeExample() async throws {
    var configuration = RecordingConfiguration()
    configuration.hasConsent = true  // the user was asked
    configuration.audio = [.application, .microphone]
    let recorder = try await ScreenRecorder.start(configuration)
    try await Task.sleep(for: .seconds(8))
    try await recorder.stop()

    let recording = try RecordingLibrary.open().recording(recorder.id)
    var session = try EditSession(recording)
    try session.perform(.cut(TimeRange(start: .seconds(3), end: .seconds(5))))

    let exporter = Exporter(recording, edit: session.edit, preset: try .named("share-1080p"))
    for try await progress in exporter.export(to: "demo.mp4") { print(progress) }
}
