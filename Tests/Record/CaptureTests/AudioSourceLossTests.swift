import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// Checks devices and audio servers that disappear and return: audio recorded afterwards is in its place.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AudioSourceLossTests {
    private static let second = Duration.seconds(1)
    /// A monitor's samples come about 10 ms late (see `BeepSource`). Another 15 ms are allowed.
    private static let tolerance: Int64 = 25_000_000

    private func open(_ sources: [AudioInput], _ server: AudioServer) throws -> (AudioCapture, AudioLog) {
        let log = AudioLog()
        return (try AudioCapture.open(sources, server: server.address) { log.take($0, $1) }, log)
    }

    /// Waits until three beeps are in their places.
    ///
    /// A null sink that was idle has rendered 2 s ahead and breaks audio that is played until then. The player needs as
    /// long to find its time again, and loses it repeatedly on a busy machine. Audio that is recorded at a wrong place
    /// never moves, so waiting does not hide that fault. The median is used, because a busy machine may break a beep in
    /// two, but shifts none.
    private func expectBeeps(
        of source: AudioInput, in log: AudioLog, frequency: Int = BeepSource.frequency,
        location: SourceLocation = #_sourceLocation
    ) throws {
        var start = HostTime.now + .milliseconds(2200)
        var seen: [[Int64]] = []
        for _ in 0..<Self.maxWindows {
            let end = start + Self.second * 3 + .milliseconds(200)
            try log.awaitAudio(of: source, upTo: end)
            let errors = log.beepErrors(of: source, from: start, frequency: frequency).sorted()
            if errors.count >= 2, abs(errors[errors.count / 2]) < Self.tolerance { return }
            seen.append(errors)
            start = end
        }
        Issue.record("beeps of \(source), in nanoseconds: \(seen)", sourceLocation: location)
    }

    private static let maxWindows = 8

    @Test("A microphone that is plugged out and in")
    func aMicrophoneThatIsPluggedOutAndIn() throws {
        let server = try AudioServer()
        let beeps = try BeepSource(sink: "vmic", server: server.address)
        let (capture, log) = try open([.everything, .defaultMicrophone], server)
        defer { capture.close() }
        try expectBeeps(of: .defaultMicrophone, in: log)
        try server.control("unload-module", "module-remap-source")
        let lost = try log.awaitNotices(1, of: .defaultMicrophone)
        try log.awaitAudio(of: .defaultMicrophone, upTo: lost + Self.second * 2)
        #expect(log.isSilent(.defaultMicrophone, from: lost + .milliseconds(100), to: .now))
        let returned = HostTime.now
        try server.control(["load-module"] + AudioServer.microphoneModule)
        #expect(try log.awaitNotices(2, of: .defaultMicrophone) - returned < Self.second * 2)
        try expectBeeps(of: .defaultMicrophone, in: log)
        #expect(log.notices(of: .defaultMicrophone).last == .recovered)
        #expect(log.notices(of: .defaultMicrophone).count == 2)
        #expect(log.notices(of: .everything).isEmpty)
        #expect(log.maxStep < .milliseconds(30))
        try beeps.stop()
    }

    @Test("A server that is killed and started again")
    func aServerThatIsKilledAndStartedAgain() throws {
        let server = try AudioServer()
        let sources: [AudioInput] = [.everything, .defaultMicrophone]
        let (capture, log) = try open(sources, server)
        defer { capture.close() }
        let before = try BeepSource(sink: "app", server: server.address)
        try expectBeeps(of: .everything, in: log)
        server.kill()
        for source in sources { _ = try log.awaitNotices(1, of: source) }
        try log.awaitAudio(of: .everything, upTo: .now + .milliseconds(1500))
        try server.restart()
        let returned = HostTime.now
        for source in sources {
            #expect(try log.awaitNotices(2, of: source) - returned < Self.second * 2)
            #expect(log.notices(of: source) == [.lost(.audioLost), .recovered])
        }
        #expect(throws: SceneError.self) { try before.stop() }
        let app = try BeepSource(sink: "app", server: server.address)
        let microphone = try BeepSource(
            sink: "vmic", frequency: BeepSource.microphoneFrequency, server: server.address)
        try expectBeeps(of: .everything, in: log)
        try expectBeeps(of: .defaultMicrophone, in: log, frequency: BeepSource.microphoneFrequency)
        #expect(log.maxStep < .milliseconds(30))
        try app.stop()
        try microphone.stop()
    }

    @Test("The default sink is followed")
    func theDefaultSinkIsFollowed() throws {
        let server = try AudioServer()
        let app = try BeepSource(sink: "app", server: server.address)
        let other = try BeepSource(
            sink: "vmic", frequency: BeepSource.microphoneFrequency, server: server.address)
        try server.control("set-default-sink", "app")
        let (capture, log) = try open([.everything], server)
        defer { capture.close() }
        try expectBeeps(of: .everything, in: log)
        try server.control("set-default-sink", "vmic")
        try log.awaitAudio(of: .everything, upTo: .now + .milliseconds(500))
        try expectBeeps(of: .everything, in: log, frequency: BeepSource.microphoneFrequency)
        #expect(log.notices(of: .everything).isEmpty)
        #expect(log.maxStep < .milliseconds(30))
        try app.stop()
        try other.stop()
    }

    @Test("A sink that is suspended is silent and goes on")
    func aSinkThatIsSuspendedIsSilentAndGoesOn() throws {
        let server = try AudioServer()
        let beeps = try BeepSource(sink: "app", server: server.address)
        let (capture, log) = try open([.everything], server)
        defer { capture.close() }
        try server.control("suspend-sink", "app", "1")
        try server.control("suspend-source", "app.monitor", "1")
        let suspended = HostTime.now
        try log.awaitAudio(of: .everything, upTo: suspended + Self.second * 2)
        #expect(log.isSilent(.everything, from: suspended + .milliseconds(200), to: suspended + Self.second * 2))
        try server.control("suspend-source", "app.monitor", "0")
        try server.control("suspend-sink", "app", "0")
        try expectBeeps(of: .everything, in: log)
        #expect(log.notices(of: .everything).isEmpty)
        try beeps.stop()
    }

    @Test("A stream that is moved by hand stays there")
    func aStreamThatIsMovedByHandStaysThere() throws {
        let server = try AudioServer()
        let beeps = try BeepSource(sink: "app", server: server.address)
        let (capture, log) = try open([.defaultMicrophone], server)
        defer { capture.close() }
        let number = try #require(server.control("list", "short", "source-outputs").split(separator: "\n").last)
        let outputs = try server.control("list", "source-outputs").split(separator: "Source Output #")
        let ours = try #require(outputs.first { $0.contains("Screen recording") }?.prefix { $0.isNumber })
        #expect(!number.isEmpty)
        try server.control("move-source-output", String(ours), "app.monitor")
        try log.awaitAudio(of: .defaultMicrophone, upTo: .now + .milliseconds(2500))
        try expectBeeps(of: .defaultMicrophone, in: log)
        #expect(log.notices(of: .defaultMicrophone).isEmpty)
        try beeps.stop()
    }

    /// Returns the number of record streams of the server.
    private func streams(_ server: AudioServer) throws -> Int {
        try server.control("list", "short", "source-outputs").split(separator: "\n")
            .filter { !$0.contains("module-remap-source") }.count
    }

    @Test("Reconnections leave nothing behind")
    func reconnectionsLeaveNothingBehind() async {
        await #expect(processExitsWith: .success) { try AudioSourceLossTests().reconnectOften() }
    }

    private func reconnectOften() throws {
        let server = try AudioServer()
        let (capture, log) = try open([.everything, .defaultMicrophone], server)
        defer { capture.close() }
        let (descriptors, count) = (try openDescriptorCount(), try streams(server))
        for round in 0..<50 {
            try server.control("unload-module", "module-remap-source")
            _ = try log.awaitNotices(2 * round + 1, of: .defaultMicrophone)
            try server.control(["load-module"] + AudioServer.microphoneModule)
            _ = try log.awaitNotices(2 * round + 2, of: .defaultMicrophone)
        }
        for round in 0..<10 {
            server.kill()
            _ = try log.awaitNotices(2 * round + 1, of: .everything)
            try server.restart()
            _ = try log.awaitNotices(2 * round + 2, of: .everything)
            _ = try log.awaitNotices(100 + 2 * round + 2, of: .defaultMicrophone)
        }
        #expect(try openDescriptorCount() <= descriptors)
        #expect(try streams(server) == count)
    }

    @Test("It can be closed at any time")
    func itCanBeClosedAtAnyTime() async {
        await #expect(processExitsWith: .success) { try AudioSourceLossTests().closeAtAnyTime() }
    }

    private func closeAtAnyTime() throws {
        let server = try AudioServer()
        let descriptors = try openDescriptorCount()
        for milliseconds in 0..<8 {
            let (capture, log) = try open([.everything, .defaultMicrophone], server)
            server.kill()
            _ = try log.awaitNotices(1, of: .everything)
            // The capture is closed at different instants of a reconnection.
            try log.awaitAudio(of: .everything, upTo: .now - .milliseconds(150) + .milliseconds(70 * milliseconds))
            if milliseconds.isMultiple(of: 2) { try server.restart() }
            capture.close()
            if !milliseconds.isMultiple(of: 2) { try server.restart() }
        }
        #expect(try openDescriptorCount() <= descriptors)
        #expect(try streams(server) == 0)
    }

    @Test("A server that does not answer is not waited for at the end")
    func aServerThatDoesNotAnswerIsNotWaitedForAtTheEnd() throws {
        let server = try AudioServer()
        let (capture, log) = try open([.everything, .defaultMicrophone], server)
        server.hang()
        try log.awaitAudio(of: .everything, upTo: .now + .milliseconds(300))
        let closing = HostTime.now
        capture.close()
        #expect(HostTime.now - closing < .milliseconds(QuietMachine.isPromised ? 500 : 10_000))
        server.resume()
        #expect(try streams(server) == 0)
    }

    @Test("A server that hangs is silent meanwhile")
    func aServerThatHangsIsSilentMeanwhile() throws {
        let server = try AudioServer()
        let beeps = try BeepSource(sink: "app", server: server.address)
        let (capture, log) = try open([.everything], server)
        defer { capture.close() }
        try expectBeeps(of: .everything, in: log)
        server.hang()
        try log.awaitAudio(of: .everything, upTo: .now + Self.second * 3)
        server.resume()
        try beeps.stop()
        let again = try BeepSource(sink: "app", server: server.address)
        try expectBeeps(of: .everything, in: log)
        #expect(log.notices(of: .everything).isEmpty)
        try again.stop()
    }
}
