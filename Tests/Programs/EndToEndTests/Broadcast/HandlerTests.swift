import Foundation
import MediaTime
import Replay
import ReplayTestSupport
import Testing

/// Checks broadcasts to handler programs.
@Suite struct HandlerTests {
    @Test("A handler gets set-up values, frames and both kinds of audio with the movie’s exact times, and they match")
    func samples() throws {
        let live = try HandlerPlace(hasAudio: true)
        let server = try #require(live.place.audio).address
        let app = try BeepSource(sink: AudioServer.sink, server: server)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: server)
        // Nothing is left out, however slow the machine is.
        let run = try live.broadcast(
            "--setup", "room=7", "--setup", "note=a=b", "--name", "Talk", "--max-delay", "60s")
        try live.awaitFrames(150)
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try app.stop()
        try microphone.stop()
        let events = try live.events()
        let setup = try #require(events.first?.setup)
        #expect(setup.values == ["room": "7", "note": "a=b"] && setup.name == "Talk")
        #expect(setup.tracks.map(\.kind) == ["video", "applicationAudio", "microphone"])
        #expect(setup.tracks.map(\.channels) == [nil, 2, 1] && setup.tracks.map(\.width) == [320, nil, nil])
        #expect(events.last?.event == "finished" && events.last?.reason == "recordingEnded")
        try expectTimes(of: events, at: live)
        try expectSynchrony(at: live)
    }

    /// Expects that each frame is a frame of the movie, and that audio has no gap.
    private func expectTimes(of events: [HandlerPlace.Event], at live: HandlerPlace) throws {
        let layout = SceneLayout(width: HandlerPlace.size.width, height: HandlerPlace.size.height)
        let recorded = Dictionary(
            try live.movie().clocks(at: layout.barcode).map { ($0.time, $0.clock) }, uniquingKeysWith: { $1 })
        let clocks = try live.clocks()
        #expect(clocks.count >= 150)
        #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0.time < $1.time })
        for frame in clocks {
            #expect(frame.clock != nil && recorded[frame.time] == frame.clock, "\(frame)")
        }
        #expect(clocks.first?.time == .zero)
        if QuietMachine.isPromised { #expect(clocks.last?.time == recorded.keys.max()) }
        for kind in ["applicationAudio", "microphone"] {
            var next = MediaTime.zero
            for event in events where event.kind == kind {
                #expect(event.mediaTime == next)
                next = next + MediaTime(value: Int64(event.audio?.count ?? 0), timescale: 48_000)
            }
            #expect(next > .seconds(3))
        }
    }

    /// Expects that beeps are heard when the frames show full seconds.
    private func expectSynchrony(at live: HandlerPlace) throws {
        let clocks = try live.clocks()
        let tracks = [
            ("applicationAudio", BeepSource.frequency), ("microphone", BeepSource.microphoneFrequency),
        ]
        for (kind, frequency) in tracks {
            let heard = try live.beeps(kind, frequency: frequency)
            let track = kind == "microphone" ? 1 : 0
            let recorded = try live.movie().audio(track: track).beeps(frequency: frequency)
            // The judge is another decoder, whose samples differ a little.
            #expect(heard.count == recorded.count)
            #expect(zip(heard, recorded).allSatisfy { abs(($0 - $1).seconds) < 0.001 }, "\(heard), \(recorded)")
            let offsets = AudioOffset.microseconds(beeps: heard, frames: clocks).sorted()
            #expect(offsets.count >= 2, "\(kind)")
            let median = try #require(offsets.isEmpty ? nil : offsets[offsets.count / 2])
            print("handler, \(kind) against frames: median \(median) µs of \(offsets.count)")
            #expect(abs(median) <= AudioOffset.limit, "\(kind): \(offsets)")
        }
    }

    @Test("Pauses of the recorder and of the broadcast, and marks, are told in order; --to and stop work")
    func changes() throws {
        let live = try HandlerPlace()
        let options = ["--consent", "--audio", "none", "--detach"]
        #expect(try live.place.start(["broadcast", "--to", live.place.path("handler")] + options).wait().status == 0)
        try live.awaitFrames(5)
        func change(_ words: String..., event: String) throws {
            let count = try live.events().count { $0.event == event }
            let outcome = try live.place.start(words).wait()
            #expect(outcome.status == 0, "\(outcome.errors)")
            try live.place.await(event) { try live.events().count { $0.event == event } > count }
        }
        try change("mark", "a “name”", event: "annotated")
        try change("broadcast", "pause", event: "paused")
        try change("broadcast", "resume", event: "resumed")
        try change("pause", event: "paused")
        try change("resume", event: "resumed")
        try live.awaitFrames(20)
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        let events = try live.events()
        let changes = events.filter { $0.event != "sample" }
        #expect(changes.map(\.event) == ["started", "annotated", "paused", "resumed", "paused", "resumed", "finished"])
        #expect(changes.compactMap(\.cause) == ["broadcast", "broadcast", "recording", "recording"])
        #expect(changes[1].text == "a “name”" && changes.last?.reason == "stopped")
        // Samples before a mark come before it, and others after it, unless the machine is too slow.
        let mark = try #require(events.firstIndex { $0.event == "annotated" })
        let time = try #require(events[mark].mediaTime)
        if QuietMachine.isPromised {
            #expect(events[..<mark].compactMap(\.mediaTime).allSatisfy { $0 <= time })
            #expect(events[mark...].compactMap(\.mediaTime).allSatisfy { $0 >= time })
        }
        // Nothing is sent during the pause of the broadcast.
        let pause = try #require(events.firstIndex { $0.event == "paused" })
        #expect(events[pause + 1].event == "resumed")
        #expect(try live.place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try live.place.replay("stop").status == 0)
    }

    @Test("A slow handler gets fewer frames, and the newest ones; the others are counted")
    func slow() throws {
        let live = try HandlerPlace(hasAudio: true)
        let run = try live.broadcast("--setup", "slow=0.3", "--max-delay", "60s")
        try live.awaitFrames(12)
        let status = try #require(try live.status())
        #expect(status.state == .live && status.droppedFrames > 12, "\(status)")
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0 && outcome.errors.contains("frames left out"), "\(outcome.errors)")
        let events = try live.events()
        let recorded = try live.movie().frameTimes(of: "v:0")
        let frames = events.filter { $0.kind == "video" }.compactMap(\.mediaTime)
        #expect(frames.count < recorded.count / 2)
        if QuietMachine.isPromised { #expect(frames.last == recorded.last) }
        #expect(Set(frames).isSubset(of: Set(recorded)))
        // All audio is sent.
        let audio = events.filter { $0.kind == "applicationAudio" }.compactMap(\.audio?.count).reduce(0, +)
        let packets = try live.movie().packetHashes(of: "a:0").count
        #expect(audio == packets * 1024)
    }

    @Test("A handler gets three standard descriptors, its socket, and no key")
    func isolation() throws {
        struct Process: Decodable {
            var descriptors: [String]
            var count: Int
            var environment: [String: String]
        }
        let live = try HandlerPlace()
        live.place.variables["REPLAY_STREAM_KEY"] = "secret-key-1"
        let run = try live.broadcast()
        try live.awaitFrames(2)
        #expect(try live.place.replay("stop").status == 0)
        #expect(try run.wait().status == 0)
        let data = try Data(contentsOf: live.place.folder.appending(path: "process.json"))
        let process = try JSONDecoder().decode(Process.self, from: data)
        // The others are the three open files of the handler and the listed folder.
        #expect(process.descriptors == ["0", "1", "2", "3"] && process.count == 8)
        #expect(process.environment["REPLAY_HANDLER_SOCKET"] == "3")
        #expect(!process.environment.values.contains { $0.contains("secret-key") })
    }
}
