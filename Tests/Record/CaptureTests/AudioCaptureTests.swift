import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// A copy of what an audio source delivered.
private enum Delivery: Sendable {
    case samples(AudioInput, [Float], HostTime)
    case lost(AudioInput, CaptureError)
    case recovered(AudioInput)
}

@Suite(.serialized, .timeLimit(.minutes(30))) struct AudioCaptureTests {
    private func open(
        _ sources: [AudioInput], _ server: AudioServer
    ) throws -> (AudioCapture, AsyncStream<Delivery>) {
        let (deliveries, continuation) = AsyncStream.makeStream(of: Delivery.self)
        let capture = try AudioCapture.open(sources, server: server.address) { source, event in
            switch event {
            case .samples(let samples, let time): continuation.yield(.samples(source, Array(samples), time))
            case .lost(let error): continuation.yield(.lost(source, error))
            case .recovered: continuation.yield(.recovered(source))
            case .awaited, .arrived: break
            }
        }
        return (capture, deliveries)
    }

    @Test("An idle sink delivers silence at once")
    func anIdleSinkDeliversSilenceAtOnce() async throws {
        let server = try AudioServer()
        let opened = HostTime.now
        let (capture, deliveries) = try open([.everything], server)
        defer { capture.close() }
        for await case .samples(_, let samples, let time) in deliveries {
            let late = QuietMachine.isPromised ? Duration.milliseconds(100) : .seconds(30)
            #expect(time - opened < late)
            #expect(samples.allSatisfy { $0 == 0 } && samples.count.isMultiple(of: 2))
            break
        }
    }

    @Test("Times run on from sleep to audio")
    func timesRunOnFromSleepToAudio() async throws {
        let server = try AudioServer()
        let (capture, deliveries) = try open([.everything, .defaultMicrophone], server)
        defer { capture.close() }
        var ends: [AudioInput: HostTime] = [:]
        var first: HostTime?
        for await case .samples(let source, let samples, let time) in deliveries {
            if let end = ends[source] {
                #expect((time - end).magnitude < .milliseconds(QuietMachine.isPromised ? 2 : 30))
            }
            ends[source] = time + SampleClock.duration(of: Int64(samples.count / source.channels))
            if time - (first ?? time) > .milliseconds(2600) { break }
            first = first ?? time
        }
        #expect(ends.count == 2)
    }

    @Test(
        "A tone is where it was played",
        arguments: [("app", AudioInput.everything), ("vmic", .defaultMicrophone)])
    func aToneIsWhereItWasPlayed(sink: String, source: AudioInput) async throws {
        let server = try AudioServer()
        let player = try TonePlayer(server.address, sink: sink)
        let (capture, deliveries) = try open([source], server)
        defer { capture.close() }
        var played: HostTime?
        var first: HostTime?
        for await case .samples(_, let samples, let time) in deliveries {
            // An idle null sink has rendered 2 s ahead. Until then, PulseAudio does not know when audio is heard.
            first = first ?? time
            if played == nil, time - (first ?? time) > .milliseconds(2200) { played = player.play() }
            guard let index = samples.firstIndex(where: { $0 > 0.25 }) else { continue }
            let found = time + SampleClock.duration(of: Int64(index / source.channels))
            let expected = try #require(played)
            // On a busy machine, the server's own estimate is less exact.
            #expect((found - expected).magnitude < .milliseconds(QuietMachine.isPromised ? 5 : 20))
            break
        }
    }

    @Test("A lost server is told")
    func aLostServerIsTold() async throws {
        let server = try AudioServer()
        let (capture, deliveries) = try open([.everything, .defaultMicrophone], server)
        defer { capture.close() }
        var lost: Set<AudioInput> = []
        for await delivery in deliveries {
            if lost.isEmpty { server.kill() }
            guard case .lost(let source, let error) = delivery else { continue }
            #expect(error.code == .audioLost)
            lost.insert(source)
            if lost.count == 2 { break }
        }
    }

    @Test("No server is a sentence")
    func noServerIsASentence() throws {
        let error = #expect(throws: CaptureError.self) {
            try AudioCapture.open([.everything], server: "unix:/nowhere/pulse.sock") { _, _ in }
        }
        #expect(error?.code == .noAudioServer)
        #expect(error?.description.contains("unix:/nowhere/pulse.sock") == true)
    }

    @Test("A monitor is no microphone")
    func aMonitorIsNoMicrophone() throws {
        let server = try AudioServer(hasMicrophone: false)
        let error = #expect(throws: CaptureError.self) { try open([.defaultMicrophone], server) }
        #expect(error?.code == .noAudioSource)
    }

    @Test("A source that is not there is named")
    func aSourceThatIsNotThereIsNamed() throws {
        let server = try AudioServer()
        let error = #expect(throws: CaptureError.self) { try open([.microphone(named: "gone")], server) }
        #expect(error?.code == .noAudioSource)
        #expect(error?.description.contains("“gone”") == true)
    }
}
