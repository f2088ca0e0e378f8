import Glibc
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplayControl
@testable import ReplaySources

/// Checks the choice of one application among several, and of one microphone among several.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AudioChoiceTests {
    private static let second = Duration.seconds(1)

    private func open(_ source: AudioInput, _ server: AudioServer) throws -> (AudioCapture, AudioLog) {
        let log = AudioLog()
        return (try AudioCapture.open([source], server: server.address) { log.take($0, $1) }, log)
    }

    private func hear(_ source: AudioInput, in log: AudioLog, frequency: Int = BeepSource.frequency) throws -> [Int64] {
        // A null sink that was idle has rendered 2 s ahead. Until then, it breaks the audio that is played.
        let start = HostTime.now + .milliseconds(2200)
        try log.awaitAudio(of: source, upTo: start + Self.second * 3 + .milliseconds(200))
        let errors = log.beepErrors(of: source, from: start, frequency: frequency)
        print("\(source) at \(frequency) Hz: \(errors.map { Double($0 / 10_000) / 100 }) ms")
        return errors
    }

    /// True if the median of the errors is less than 25 ms. On a busy machine, the server's player runs dry and plays
    /// the rest later, so the limit is a quarter of a beep's period.
    private func isInPlace(_ errors: [Int64]) -> Bool {
        let limit: Int64 = QuietMachine.isPromised ? 25_000_000 : 250_000_000
        return errors.count >= 2 && abs(errors.sorted()[errors.count / 2]) < limit
    }

    @Test("One application is heard when it plays and no other")
    func oneApplicationIsHeardWhenItPlaysAndNoOther() throws {
        let server = try AudioServer()
        // A program with another name. Its tone must not be recorded.
        let other = try TonePlayer(server.address, sink: "app")
        let source = AudioInput.application(matching: "Replay-SCENE")
        let (capture, log) = try open(source, server)
        defer { capture.close() }
        let opened = HostTime.now
        try log.awaitAudio(of: source, upTo: opened + Self.second)
        _ = other.play()
        try log.awaitAudio(of: source, upTo: .now + Self.second)
        #expect(log.isSilent(source, from: opened, to: .now))
        for _ in 0..<2 {
            let beeps = try BeepSource(sink: "app", server: server.address)
            let errors = try hear(source, in: log)
            #expect(isInPlace(errors))
            try beeps.stop()
            let stopped = HostTime.now
            try log.awaitAudio(of: source, upTo: stopped + Self.second)
            #expect(log.isSilent(source, from: stopped + .milliseconds(200), to: .now))
        }
        #expect(log.notices(of: source).isEmpty)
        #expect(log.maxStep < .milliseconds(QuietMachine.isPromised ? 1 : 30))
    }

    @Test("What an application plays at once is added up")
    func whatAnApplicationPlaysAtOnceIsAddedUp() throws {
        let server = try AudioServer()
        let source = AudioInput.application(matching: String(getpid()))
        let (capture, log) = try open(source, server)
        defer { capture.close() }
        let first = try BeepSource(sink: "app", server: server.address)
        let second = try BeepSource(
            sink: "vmic", frequency: BeepSource.microphoneFrequency, server: server.address)
        let start = HostTime.now + .milliseconds(2200)
        try log.awaitAudio(of: source, upTo: start + Self.second * 3 + .milliseconds(200))
        for frequency in [BeepSource.frequency, BeepSource.microphoneFrequency] {
            let errors = log.beepErrors(of: source, from: start, frequency: frequency)
            print("added up, \(frequency) Hz: \(errors.map { Double($0 / 10_000) / 100 }) ms")
            #expect(isInPlace(errors))
        }
        try first.stop()
        try second.stop()
    }

    @Test("A microphone is chosen by name or description")
    func aMicrophoneIsChosenByNameOrDescription() throws {
        let server = try AudioServer()
        try server.control(
            "load-module", "module-null-sink", "sink_name=studio", "channels=2",
            "sink_properties=device.description=Hall")
        try server.control(
            "load-module", "module-remap-source", "source_name=mic2", "master=studio.monitor", "channels=1",
            "channel_map=mono", "master_channel_map=front-left", "remix=no",
            "source_properties=device.description=Studio-Microphone")
        let beeps = try BeepSource(sink: "studio", server: server.address)
        for name in ["mic2", "studio-micro", "studio.monitor"] {
            let source = AudioInput.microphone(named: name)
            let (capture, log) = try open(source, server)
            #expect(try hear(source, in: log).count >= 2, "\(name)")
            capture.close()
        }
        try beeps.stop()
        // The monitor's description, “Monitor of Hall”, names no microphone.
        for name in ["Hall", "gone", ""] {
            let error = #expect(throws: CaptureError.self) { try open(.microphone(named: name), server) }
            #expect(error?.code == .noAudioSource)
            #expect(error?.description.contains("“\(name)”") == true)
            #expect(error?.description.contains("“mic2” (Studio-Microphone)") == true)
        }
    }

    @Test("What there is can be listed")
    func whatThereIsCanBeListed() throws {
        let server = try AudioServer()
        let beeps = try BeepSource(sink: "app", server: server.address)
        let microphones = try PulseInventory.query(server: server.address).microphoneDevices
        #expect(microphones == [AudioDevice(name: "mic", description: "Desk", isDefault: true)])
        let applications = try PulseInventory.query(server: server.address).playingApplications
        #expect(applications.map(\.name) == ["replay-scene"])
        #expect(applications.first?.processID == getpid())
        try beeps.stop()
        let error = #expect(throws: CaptureError.self) {
            try PulseInventory.query(server: "unix:/nowhere/pulse.sock").microphoneDevices
        }
        #expect(error?.code == .noAudioServer)
    }
}
