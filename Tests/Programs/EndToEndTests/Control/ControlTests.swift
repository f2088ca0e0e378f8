import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a running recording that another terminal controls.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ControlTests {
    private static let layout = SceneLayout(width: 640, height: 360)

    private struct Change: Decodable {
        let isChanged: Bool
        let time: String

        var seconds: Double {
            let parts = time.split(separator: "/").compactMap { Double($0) }
            return parts[0] / parts[1]
        }
    }

    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    /// Repeats a request if the machine is too busy for the recorder to answer in time. The first request may have had
    /// its effect by then.
    private func change(_ place: Workplace, _ command: String) throws -> (Change, isFirst: Bool) {
        for attempt in 0..<Self.maxAttempts {
            let outcome = try place.replay(command, "--json")
            if outcome.status != 75 { return (try outcome.json(), attempt == 0) }
        }
        throw Unanswered(command: command)
    }

    private static let maxAttempts = 10

    private struct Unanswered: Error { let command: String }

    private func movie(_ place: Workplace) throws -> MediaProbe {
        MediaProbe(path: try library(place).recording(matching: nil).path + "/movie.mp4")
    }

    @Test("After 50 pauses the movie is one, and video and audio are in time")
    func pauses() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let application = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        let run = try place.start("record", "--audio", "both")
        _ = try place.awaitStatus { $0.frames > 5 }
        for _ in 0..<50 {
            for command in ["pause", "resume"] {
                let (change, isFirst) = try change(place, command)
                #expect(change.isChanged || !isFirst)
            }
        }
        let resumed = try place.awaitStatus { _ in true }.seconds
        // Waits until each audio track has had four beeps.
        _ = try place.awaitStatus { $0.seconds > resumed + 4.5 }
        #expect(try place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        _ = try scene.stop()
        try application.stop()
        try microphone.stop()

        let recording = try library(place).recording(matching: nil)
        #expect(try recording.events().filter { $0.kind == .resumed }.count == 50)
        let probe = try movie(place)
        let frames = try probe.clocks(at: Self.layout.barcode)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
        let length = try #require(recording.facts.ending?.duration).seconds
        #expect(try abs(#require(probe.streams().first?.duration).seconds - length) < 0.05)
        for (track, frequency) in [BeepSource.frequency, BeepSource.microphoneFrequency].enumerated() {
            let beeps = try probe.audio(track: track).beeps(frequency: frequency).filter { $0.seconds > resumed }
            let offsets = AudioOffset.microseconds(beeps: beeps, frames: frames).sorted()
            try #require(offsets.count >= 3, "\(beeps) after \(resumed)")
            #expect(abs(offsets[offsets.count / 2]) <= AudioOffset.limit, "\(offsets)")
        }
    }

    @Test("While it is covered nothing of the screen is in the movie, nor of application audio; the microphone is")
    func cover() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 60, display: place.screen?.display))
        let application = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        _ = try place.replay("record", "--audio", "both", "--detach")
        _ = try place.awaitStatus { $0.seconds > 2.2 }
        let covered = try change(place, "cover").0.seconds
        #expect(try place.awaitStatus { $0.seconds > covered + 2.2 }.coverReasons == ["request"])
        let uncovered = try change(place, "uncover").0.seconds
        _ = try place.awaitStatus { $0.seconds > uncovered + 2.2 }
        #expect(try place.replay("stop").status == 0)
        let drawn = try scene.stop().map { Double($0.time) / 1e6 }
        try application.stop()
        try microphone.stop()

        let probe = try movie(place)
        let frames = try probe.clocks(at: Self.layout.barcode)
        let within = frames.filter { covered <= $0.time.seconds && $0.time.seconds < uncovered - 0.1 }
        #expect(within.count >= 1)
        #expect(within.allSatisfy { $0.clock == nil })
        let readable = frames.compactMap { frame in frame.clock.map { (Double($0) / 1e6, frame.time.seconds) } }
        // The largest offset is that of the frame that was captured soonest after it was drawn.
        let epoch = try #require(readable.map { $0.0 - $0.1 }.max())
        #expect(readable.count > 5)
        // No frame may show a drawing made while the screen was covered, except the last ones. They are still on the
        // screen at the end, because the X server of a busy machine is late by some of them.
        let shown = try #require(drawn.last { $0 - epoch < uncovered - 1 })
        #expect(!readable.contains { covered + 0.005 < $0.0 - epoch && $0.0 < shown })
        #expect(try beeps(probe, 0, BeepSource.frequency, covered..<(uncovered - 0.1)).isEmpty)
        #expect(try beeps(probe, 0, BeepSource.frequency, 0..<covered).count >= 1)
        #expect(try beeps(probe, 1, BeepSource.microphoneFrequency, covered..<uncovered).count >= 1)
    }

    @Test("A muted microphone is silent, and nothing else is")
    func mute() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let application = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        _ = try place.replay("record", "--audio", "both", "--detach")
        _ = try place.awaitStatus { $0.seconds > 1.5 }
        let muted = try change(place, "mute").0.seconds
        #expect(try place.awaitStatus { $0.seconds > muted + 2.2 }.isMuted)
        let unmuted = try change(place, "unmute").0.seconds
        _ = try place.awaitStatus { $0.seconds > unmuted + 2.2 }
        #expect(try place.replay("stop").status == 0)
        try application.stop()
        try microphone.stop()
        let probe = try movie(place)
        #expect(try beeps(probe, 1, BeepSource.microphoneFrequency, muted..<(unmuted - 0.1)).isEmpty)
        #expect(try beeps(probe, 0, BeepSource.frequency, muted..<unmuted).count >= 1)
        #expect(try beeps(probe, 1, BeepSource.microphoneFrequency, unmuted..<100).count >= 1)
    }

    /// Returns the times of the beeps in a range. A truncated beep counts from where it is audible; a request has its
    /// effect a moment before its answer.
    private func beeps(
        _ probe: MediaProbe, _ track: Int, _ frequency: Int, _ range: Range<Double>
    ) throws -> [Double] {
        try probe.audio(track: track).beeps(frequency: frequency).map(\.seconds).filter { range.contains($0) }
    }

    @Test("Marks are kept with their names, and a capture is told of to other programs")
    func marksAndBeacon() throws {
        let place = try Workplace(screen: (640, 360))
        let beacon = place.runtimeFolder.appending(path: "replay/capture.json")
        #expect(try place.replay("status", "--quiet").status == 1)
        let id = try place.replay("record", "--audio", "none", "--detach").line
        #expect(try place.replay("status", "--quiet").status == 0)
        #expect(try String(contentsOf: beacon, encoding: .utf8).contains("\"isCaptured\" : true"))
        #expect(try place.replay("mark", "the “bug”", "--json").output.contains("\"number\" : 1"))
        #expect(try place.replay("mark", "a\nb").status == 64)
        #expect(try place.replay("mute").status == 64)
        #expect(try place.replay("pause", id).status == 0)
        #expect(try String(contentsOf: beacon, encoding: .utf8).contains("\"state\" : \"paused\""))
        #expect(try place.replay("stop").status == 0)
        #expect(try String(contentsOf: beacon, encoding: .utf8).contains("\"isCaptured\" : false"))
        let recording = try library(place).recording(matching: nil)
        #expect(try recording.events().first { $0.kind == .mark }?.detail == "the “bug”")
        #expect(try place.replay("info").output.contains("the “bug”"))
        for command in ["pause", "resume", "mute", "cover", "mark"] {
            let refused = try place.replay(command)
            #expect(refused.status == 66, "\(command)")
            #expect(refused.errors == "replay: nothing is being recorded\n")
        }
        #expect(try place.replay("pause", id).errors.contains("is not being recorded"))
        #expect(try place.replay("pause", "nonsense").status == 66)
    }

    @Test("“status --watch” writes a line into a pipe for each change, and one for the end")
    func watch() throws {
        let place = try Workplace(screen: (640, 360))
        let id = try place.replay("record", "--audio", "none", "--detach").line
        let watch = try place.start("status", "--watch")
        let first = try watch.nextLine()
        #expect(first.hasPrefix("\(id)  ● 0:") && first.contains("  screen  "), "\(first)")
        #expect(try place.replay("pause").status == 0)
        #expect(try watch.nextLine().hasPrefix("\(id)  ‖ paused 0:"))
        #expect(try place.replay("resume").status == 0)
        #expect(try watch.nextLine().hasPrefix("\(id)  ● 0:"))
        #expect(try place.replay("stop").status == 0)
        #expect(try watch.nextLine().hasPrefix("\(id)  ended  0:"))
        #expect(try watch.wait().status == 0)
        #expect(throws: ServerError.self) { try watch.nextLine() }
    }

    @Test("A clip has the end of what is being recorded, as long as it was asked for, and the recording goes on")
    func clip() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try place.replay("record", "--audio", "none", "--detach").line
        _ = try place.awaitStatus { $0.seconds > 4.5 }
        let clip = try place.replay("clip", "1.5s", "--name", "goal")
        #expect(clip.status == 0, "\(clip.errors)")
        let partial = try place.replay("export", id, "--preset", "original", "-o", place.path("partial.mp4"))
        #expect(partial.status == 0, "\(partial.errors)")
        #expect(try place.awaitStatus { _ in true }.state == "recording")
        #expect(try place.replay("stop", id).status == 0)
        _ = try scene.stop()
        #expect(try place.replay("export", clip.line, "--preset", "original", "-o", place.path("c.mp4")).status == 0)
        let video = try #require(try MediaProbe(path: place.path("c.mp4")).streams().first)
        #expect(video.duration == MediaTime(value: 1500, timescale: 1000))
        let date = try library(place).recording(matching: clip.line).facts.createdAt.formatted(.iso8601)
        #expect(video.tags["creation_time"]?.prefix(19) == date.prefix(19))
        let whole = try MediaProbe(path: place.path("partial.mp4")).clocks(at: Self.layout.barcode)
        let frames = try MediaProbe(path: place.path("c.mp4")).clocks(at: Self.layout.barcode)
        // Both end with the last written frame at the time of their making, a moment apart.
        let gap = Double(try #require(whole.last?.clock)) - Double(try #require(frames.last?.clock))
        #expect(gap >= 0 && gap < (QuietMachine.isPromised ? 2_000_000 : 60_000_000))
        #expect(frames.allSatisfy { $0.clock != nil })
        #expect(try place.replay("clip", "0s").status == 64)
    }

    @Test("A clip is itself as long as it was asked for, and with --fast begins at the keyframe before")
    func clipLength() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try place.replay("record", "--audio", "both", "--detach").line
        // A keyframe comes every two seconds. The clip begins between two keyframes.
        _ = try place.awaitStatus { $0.seconds > 5 }
        let outcomes = try [["1.5s"], ["1.5s", "--fast"]].map { try place.start(["clip"] + $0).wait() }
        #expect(try place.replay("stop", id).status == 0)
        _ = try scene.stop()
        let clips = try outcomes.map { try library(place).recording(matching: $0.line) }
        let lengths = clips.compactMap { $0.facts.ending?.duration.seconds }
        try #require(lengths.count == 2, "\(outcomes.map(\.errors))")
        #expect(
            abs(lengths[0] - 1.5) < 0.0001 && lengths[1] >= 1.5 && lengths[1] < (QuietMachine.isPromised ? 3.6 : 5),
            "\(lengths)")
        #expect(try library(place).recordings().count == 3)
        for clip in clips {
            let probe = MediaProbe(path: clip.path + "/movie.mp4")
            let frames = try probe.clocks(at: Self.layout.barcode)
            #expect(frames.first?.time == .zero)
            #expect(frames.allSatisfy { $0.clock != nil })
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
            // The clock continues with time, also across the seam. A busy machine delays single frames.
            let clocks = frames.compactMap(\.clock).map { Double($0) }
            #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0 <= $1 })
            let late = zip(frames, clocks).map { abs(($1 - clocks[0]) / 1_000_000 - $0.time.seconds) }.sorted()
            #expect(late[late.count / 2] < (QuietMachine.isPromised ? 0.2 : 1))
            let streams = try probe.streams()
            #expect(streams.map(\.kind) == ["video", "audio", "audio", "audio"])
            #expect(try clip.describeMovie().duration.seconds > 1.4)
        }
    }

    @Test("A buffer of a still screen that is stopped was not interrupted")
    func stoppedBuffer() throws {
        let place = try Workplace(screen: (640, 360))
        for _ in 0..<3 {
            let id = try place.replay("record", "--audio", "none", "--buffer", "5s", "--detach").line
            _ = try place.awaitStatus { $0.seconds > 1 }
            #expect(try place.replay("stop", id).status == 0)
            #expect(try library(place).recording(matching: id).events().map(\.kind) == [.started, .stopped])
            #expect(try !place.replay("info", id).output.contains("interrupted"))
        }
    }

    @Test("A buffer keeps no more than its length on the disk, and clips of it are saved")
    func buffer() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try place.replay("record", "--audio", "none", "--buffer", "2s", "--detach").line
        var largest: Int64 = 0
        let end = try place.awaitStatus { status in
            largest = max(largest, status.bytes)
            return status.seconds > 12
        }
        let clip = try place.replay("clip", "1s")
        #expect(clip.status == 0, "\(clip.errors)")
        #expect(try place.replay("stop", id).status == 0)
        _ = try scene.stop()
        let recording = try library(place).recording(matching: id)
        let kept = try #require(recording.facts.ending).duration.seconds
        #expect((2...(QuietMachine.isPromised ? 7 : 10)).contains(kept), "\(kept)")
        #expect(try recording.describeMovie().duration.seconds == kept)
        #expect(try recording.events().last?.kind == .stopped)
        #expect(try !place.replay("info", id).output.contains("interrupted"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: recording.path).sorted() == [
                "events.jsonl", "lock", "log.txt", "movie.mp4", "recording.json",
            ])
        // The buffer has six seconds and an unfinished part, of twelve seconds.
        #expect(Double(largest) / Double(recording.movieSize()) < 12 / kept, "\(largest) at \(end.seconds) s")
        let frames = try MediaProbe(path: recording.path + "/movie.mp4").clocks(at: Self.layout.barcode)
        #expect(frames.first?.time == .zero)
        #expect(frames.allSatisfy { $0.clock != nil })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(try place.replay("record", "--buffer", "0s").status == 64)
    }
}
