import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks recording, trimming and exporting on a real screen with real audio, with an independent decoder.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RecordTrimExportTests {
    @Test("What is exported is what was kept, each frame at its time, audio with its frame")
    func mainJob() throws {
        let place = try Workplace(screen: (1280, 720), hasAudio: true)
        let audio = try #require(place.audio)
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let application = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        let recorded = try place.replay("record", "--audio", "both", "--duration", "9s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        let drawn = try scene.stop()
        try application.stop()
        try microphone.stop()

        #expect(try place.replay("trim", "--from", "1", "--to", "-0.5").status == 0)
        #expect(try place.replay("cut", "4..5.25").status == 0)
        let output = place.path("out.mp4")
        let exported = try place.replay("export", "--preset", "original", "-o", output)
        try #require(exported.status == 0, "\(exported.errors)")

        let kept = [1.0..<4.0, 5.25..<8.5]
        let probe = MediaProbe(path: output)
        let barcode = SceneLayout(width: 1280, height: 720).barcode
        let clocks = try probe.clocks(at: barcode)
        let movie = MediaProbe(path: place.home.appending(path: "recordings/\(recorded.line)/movie.mp4").path)
        judgeExport(clocks, of: try movie.clocks(at: barcode), kept: kept)
        if QuietMachine.isPromised { try judgeFigures(clocks, drawn: drawn.map { Double($0.time) / 1e6 }, kept: kept) }
        let video = try #require(try probe.streams().first { $0.kind == "video" })
        #expect(video.duration == MediaTime(value: 6250, timescale: 1000))
        try judgeAudio(probe, clocks)
    }

    /// Expects in the export, for each kept range, the frame shown at its start, then each recorded frame in the range,
    /// at its time.
    private func judgeExport(_ exported: [FrameClock], of recorded: [FrameClock], kept: [Range<Double>]) {
        var start = 0.0
        let expected = kept.flatMap { range in
            defer { start += range.upperBound - range.lowerBound }
            let first = recorded.last { $0.time.seconds <= range.lowerBound }
            let others = recorded.filter { range.lowerBound < $0.time.seconds && $0.time.seconds < range.upperBound }
            return [(start, first?.clock)] + others.map { (start + $0.time.seconds - range.lowerBound, $0.clock) }
        }
        #expect(exported.allSatisfy { $0.clock != nil })
        #expect(exported.map(\.clock) == expected.map(\.1))
        #expect(zip(exported, expected).allSatisfy { abs($0.time.seconds - $1.0) < 0.001 })
    }

    /// Checks the delay of frames and the number of missing ones, against the drawn frames.
    private func judgeFigures(_ frames: [FrameClock], drawn: [Double], kept: [Range<Double>]) throws {
        let clocks = try frames.map { Double(try #require($0.clock)) / 1e6 }
        // The time of each exported frame in the recording, computed only from the edit.
        let places = frames.map { frame in
            let time = frame.time.seconds
            let first = kept[0].upperBound - kept[0].lowerBound
            return time < first ? kept[0].lowerBound + time : kept[1].lowerBound + time - first
        }
        let epoch = zip(clocks, places).map { $0 - $1 }.sorted()[clocks.count / 2]
        // The first frame after a cut was drawn earlier, and is shown from the cut on.
        let isFirst = places.map { place in
            kept.contains { (range: Range<Double>) in abs(place - range.lowerBound) < 1e-4 }
        }
        let errors: [Double] = clocks.indices.filter { !isFirst[$0] }
            .map { index in abs(clocks[index] - places[index] - epoch) }.sorted()
        let p95 = errors[errors.count * 95 / 100]
        let wanted = drawn.filter { time in kept.contains { $0.contains(time - epoch) } }
        let seen = Set(clocks)
        let missing = wanted.filter { !seen.contains($0) }
        print("frames \(frames.count), missing \(missing.count) of \(wanted.count), error p95 \(p95 * 1000) ms")
        // The frame on the screen at a cut may have been drawn a frame before it.
        let shown = kept.map { ($0.lowerBound - 0.04)..<($0.upperBound + 0.01) }
        #expect(clocks.allSatisfy { clock in shown.contains { $0.contains(clock - epoch) } })
        #expect(Double(missing.count) <= Double(wanted.count) * 0.01)
        #expect(p95 <= 0.005)
    }

    private func judgeAudio(_ probe: MediaProbe, _ frames: [FrameClock]) throws {
        let audio = try probe.audio()
        #expect(audio.start == .zero)
        #expect(abs(Double(audio.samples.count) / 48_000 - 6.25) < 0.03)
        for frequency in [BeepSource.frequency, BeepSource.microphoneFrequency] {
            let beeps = audio.beeps(frequency: frequency)
            let offsets = AudioOffset.microseconds(beeps: beeps, frames: frames).sorted()
            try #require(offsets.count >= 3, "\(frequency) Hz: \(beeps.count) beeps")
            let median = offsets[offsets.count / 2]
            print("audio of \(frequency) Hz: offsets \(offsets) µs")
            #expect(abs(median) <= AudioOffset.limit, "\(offsets)")
        }
    }

    @Test("The recorder's own mix holds both audio tracks where they are, and is what an export of both copies")
    func mix() throws {
        let place = try Workplace(screen: (640, 360), hasAudio: true)
        let audio = try #require(place.audio)
        let application = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address)
        let recorded = try place.replay("record", "--audio", "both", "--duration", "5s")
        try #require(recorded.status == 0, "\(recorded.errors)")
        try application.stop()
        try microphone.stop()
        let movie = MediaProbe(
            path: try RecordingLibrary.open(home: place.home.path).recording(matching: nil).path + "/movie.mp4")
        let output = place.path("out.mp4")
        #expect(try place.replay("export", "--explain").output.contains("packets copied"))
        try #require(try place.replay("export", "-o", output).status == 0)
        let tracks = try [BeepSource.frequency, BeepSource.microphoneFrequency].enumerated().map { track, frequency in
            let alone = try movie.audio(track: track)
            #expect(alone.beeps(frequency: frequency).count >= 3)
            return alone.samples
        }
        // ffmpeg's mix of two channels to one is louder than each by √2. The microphone has one channel.
        let sum = zip(tracks[0], tracks[1]).map { $0 + $1 * Float(2).squareRoot() }
        // AAC causes a difference of 0.02. A shift of one sample would cause 0.17.
        for mixed in [try movie.audio(track: 2), try MediaProbe(path: output).audio()] {
            #expect(abs(mixed.samples.count - sum.count) <= 2048)
            let difference = Self.level(zip(mixed.samples, sum).map { $0 - $1 }) / Self.level(sum)
            print("the mix differs from its tracks by \(difference)")
            #expect(difference < 0.08)
        }
    }

    /// Returns the root of the mean square.
    private static func level(_ samples: [Float]) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
    }

    @Test("A still screen costs few frames, and gives a movie of true length with a keyframe every 2 s")
    func stillScreen() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .still, display: place.screen?.display))
        let recorded = try place.replay("record", "--audio", "none", "--duration", "7s", "--json")
        try #require(recorded.status == 0, "\(recorded.errors)")
        _ = try scene.stop()
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        #expect(recording.facts.ending?.duration == .seconds(7))
        let movie = MediaProbe(path: recording.path + "/movie.mp4")
        let times = try movie.frameTimes(of: "v:0").map(\.seconds)
        #expect((4...6).contains(times.count), "\(times)")
        // A busy machine sends a frame late, and the next one 2 s after it.
        let longest = QuietMachine.isPromised ? 2.1 : 3
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < longest }, "\(times)")
        let keyframes = try #require(try recording.describeMovie().tracks.first?.keyframes)
        #expect(((QuietMachine.isPromised ? 4 : 3)...4).contains(keyframes))
    }

    @Test("The rate stays below the ceiling that is asked for")
    func ceiling() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 60, display: place.screen?.display))
        #expect(try place.replay("record", "--audio", "none", "--duration", "4s", "--fps", "10").status == 0)
        _ = try scene.stop()
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        let least = QuietMachine.isPromised ? 30 : 10
        #expect((least...42).contains(recording.facts.ending?.frames ?? 0), "\(recording.facts.ending?.frames ?? 0)")
    }
}
