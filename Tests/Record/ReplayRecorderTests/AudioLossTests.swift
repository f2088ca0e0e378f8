import AudioSources
import FFmpeg
import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Synchronization
import Testing

@testable import ReplayRecorder
@testable import ReplayRecording

/// Checks that audio that cannot be encoded or stored is never lost silently.
@Suite struct AudioLossTests {
    private let directory: TemporaryDirectory
    private var home: URL { directory.url.appending(path: "home") }

    init() throws { directory = try TemporaryDirectory("loss") }

    private func time(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

    private func begin(
        _ audio: [AudioSource], link: SessionLink = SessionLink(),
        onEvent: @escaping @Sendable (OutputEvent) -> Void = { _ in }
    ) throws -> sending (RecordingSession, VideoTrack) {
        let begun = try RecordingSession.begin(
            RecordingFacts(id: .generate(), name: nil, origin: .application), in: .open(home: home.path),
            format: .init(width: 64, height: 48, framesPerSecond: 30, audio: audio, hasMix: true),
            followsHostClock: false, link: link, onEvent: onEvent)
        begun.0.begin(at: time(0))
        return begun
    }

    private func push(_ samples: [Float], at time: HostTime, to kind: AudioSource, _ session: RecordingSession) {
        samples.withUnsafeBufferPointer { session.append($0, at: time, to: kind) }
    }

    @Test("An audio encoder that fails is told once, and ends the recording with a reason; the video stays whole")
    func failingEncoder() throws {
        let events = Mutex<[OutputEvent]>([])
        let (session, video) = try begin([.application, .microphone]) { event in events.withLock { $0.append(event) } }
        try video.encode(at: time(0))
        // The encoder of the mix has been ended, so it accepts no more audio.
        for kind in AudioSource.allCases { try session.audioTracks.first?.mix?.end(kind) }
        for part in 0..<4 {
            push(Array(repeating: 0.5, count: 9600), at: time(Int64(part) * 100), to: .application, session)
        }
        try video.end(at: time(400))
        let ending = session.finish(at: time(400), reason: .requested, message: nil)
        #expect(ending.reason == .failed)
        #expect(ending.message?.contains("no longer be encoded") == true, "\(ending.message ?? "")")
        let told = events.withLock { $0 }
        #expect(told.count { if case .encoderFailed = $0 { true } else { false } } >= 1)
        #expect(Set(told.map { "\($0)" }).count == told.count, "\(told)")
        var machine = RecordingMachine()
        _ = machine.handle(.started)
        let actions = machine.handle(RecordingMachine.Event(try #require(told.first)))
        #expect(actions.contains { if case .finish(.failed, _) = $0 { true } else { false } })
        #expect(try session.recording.openMovie().index.end == .milliseconds(400))
    }

    @Test("What is no number is silence, and what follows is heard")
    func notANumber() throws {
        let events = Mutex<[OutputEvent]>([])
        let (session, video) = try begin([.microphone]) { event in events.withLock { $0.append(event) } }
        try video.encode(at: time(0))
        let bad: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
        push((0..<9600).map { bad[$0 % 4] }, at: time(0), to: .microphone, session)
        push(Array(repeating: 0.5, count: 9600), at: time(200), to: .microphone, session)
        try video.end(at: time(400))
        #expect(session.finish(at: time(400), reason: .requested, message: nil).reason == .requested)
        #expect(events.withLock { $0 }.isEmpty)
        let samples = try #require(session.recording.openMovie().index.tracks.last).samples
        #expect(samples.count >= 18)
    }

    @Test("Audio for which there is no room is counted, in the ending too, and written down as an event")
    func noRoom() throws {
        let (session, video) = try begin([.microphone], link: SessionLink(maxQueueBytes: 1))
        try video.encode(at: time(0))
        while session.figures.bytes == 0 { usleep(1000) }
        let buffers: Int64 = 150
        for buffer in 0..<buffers {
            let samples = (0..<960).map { sin(Float($0) * 0.1) * 0.5 }
            push(samples, at: time(buffer * 20), to: .microphone, session)
        }
        let shown = session.figures.droppedAudio
        try video.end(at: time(buffers * 20))
        let ending = session.finish(at: time(buffers * 20), reason: .requested, message: nil)
        let dropped = try #require(ending.droppedAudio)
        #expect(try dropped >= #require(shown))
        let index = try session.recording.openMovie().index
        let kept = try #require(index.tracks.last).samples.count * 1024
        let lost = Int(dropped.converted(to: 48_000, rounding: .nearest).value)
        #expect(abs(kept + lost - Int(buffers) * 960) <= 2 * 1024, "\(kept) and \(lost)")
        let noted = try session.recording.events().filter { $0.kind == .audioDropped }
        #expect(!noted.isEmpty)
        #expect(try #require(noted.last?.detail).contains("of audio"))
        let facts = try RecordingLibrary.open(home: home.path).recording(session.recording.id).facts
        #expect(facts.ending?.droppedAudio == dropped)
    }

    @Test("The time that is noted is what was written, and a still frame, but never a display that hangs")
    func extent() throws {
        var extent = WrittenExtent(of: [
            MovieTrack(parameters: try AudioEncoder(.microphone, streamIndex: 0).parameters, timeBase: .oneOver(90_000))
        ])
        #expect(extent.length(after: .seconds(1)) == .seconds(1))
        var packet = try Packet(bytes: [])
        (packet.streamIndex, packet.pts, packet.duration) = (0, 180_000, 1500)
        extent.take(packet)
        #expect(extent.length(after: .milliseconds(4_900)) == .milliseconds(4_900))
        #expect(extent.length(after: .seconds(15)) == MediaTime(value: 181_500, timescale: 90_000))
        #expect(extent.covering(.seconds(3)) == .seconds(3))
        #expect(extent.covering(.seconds(1)) == MediaTime(value: 181_500, timescale: 90_000))
    }

    @Test("Where a resumed movie ends may be a nanosecond that no tick of its tracks is at")
    func resumedExtent() throws {
        let end = MediaTime(value: 16_799_233_334, timescale: 1_000_000_000)
        let extent = WrittenExtent(of: [], end: end)
        let soon = MediaTime(value: 1_600_000, timescale: 90_000)
        #expect(extent.length(after: soon) == soon)
        #expect(extent.length(after: .seconds(20)) == end)
    }
}
