import Foundation
import MediaTime
import ReplayEditor
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayExporter

/// What a player is given, decoded by ffmpeg's command line.
@Suite(.timeLimit(.minutes(10))) struct PlaybackTests {
    /// A recording of at most 30 frames a second, with a proxy.
    private func recording(_ random: inout SplitMix64, audio: [AudioSource] = []) throws -> CodedRecording {
        var times = CodedRecording.changing(seconds: 10, using: &random)
        times = times.reduce(into: []) { kept, time in if time - (kept.last ?? -3000) >= 3000 { kept.append(time) } }
        let recording = try CodedRecording(times: times, duration: 11 * 90_000, audio: audio)
        #expect(try ProxyMaker.make(for: try EditSession(recording.recording)) { false })
        return recording
    }

    private func video(_ recording: CodedRecording) throws -> PlaybackVideo {
        try PlaybackVideo(
            try EditSession(recording.recording), proxy: try #require(recording.recording.openProxy()))
    }

    @Test("An edit's fragments show the frames that it keeps, each at its time", arguments: 0..<4)
    func frames(round: Int) throws {
        var random = SplitMix64.seeded(function: "frames \(round)")
        let recording = try recording(&random)
        let video = try video(recording)
        let edit = try recording.edit(keeping: [90_000..<200_000, 230_000..<231_000, 300_000..<700_001])
        let frames = video.frames(of: edit)
        let path = recording.path("played.mp4")
        try Data(video.initialization + video.fragments(0..<frames.count, of: frames)).write(to: URL(filePath: path))
        let shown = try DecodedExport(path).frames
        #expect(shown == recording.frames(of: edit))
        #expect(shown.count == frames.count)
    }

    @Test("Each frame can be decoded by itself")
    func alone() throws {
        var random = SplitMix64.seeded()
        let recording = try recording(&random)
        let video = try video(recording)
        let edit = try recording.edit(keeping: [45_000..<400_000, 500_000..<900_000])
        let (frames, kept) = (video.frames(of: edit), recording.frames(of: edit))
        for number in (0..<8).map({ _ in Int.random(in: 0..<frames.count, using: &random) }) {
            let path = recording.path("\(number).mp4")
            try Data(video.initialization + video.fragments(number..<number + 1, of: frames))
                .write(to: URL(filePath: path))
            #expect(try DecodedExport(path).frames == [kept[number]])
        }
    }

    @Test("A title looks in the preview as in the export, when it does there")
    func title() async throws {
        var random = SplitMix64.seeded()
        let recording = try recording(&random)
        var session = try EditSession(recording.recording)
        let (played, made, plain) = (
            recording.path("played.mp4"), recording.path("made.mp4"), recording.path("plain.mp4")
        )
        for try await _ in Exporter(session, preset: try .named("original")).export(to: plain) {}
        let range = TimeRange(start: .seconds(2), end: .seconds(4))
        try session.perform(.title(Title(try TitleText(validating: "Chapter one"), range, .middle)))
        let video = try PlaybackVideo(session, proxy: try #require(recording.recording.openProxy()))
        let frames = video.frames(of: session.edit)
        try Data(video.initialization + video.fragments(0..<frames.count, of: frames)).write(to: URL(filePath: played))
        for try await _ in Exporter(session, preset: try .named("original")).export(to: made) {}
        for (time, hasTitle) in [(1.9, false), (2.1, true), (3.9, true), (4.1, false)] {
            let (withTitle, preview) = (try Self.image(of: made, at: time), try Self.image(of: played, at: time))
            #expect(Self.difference(withTitle, preview) < 8, "\(time)")
            let box = (86..<94).flatMap { row in (130..<190).map { row * Self.width + $0 } }
            for image in [withTitle, preview] {
                let change = Self.difference(image, try Self.image(of: plain, at: time), at: box)
                #expect(hasTitle ? change > 30 : change < 15, "\(time): \(change)")
            }
        }
    }

    private static let (width, height) = (320, 180)

    /// By how much pixels differ on average.
    private static func difference(_ image: Data, _ other: Data, at pixels: [Int]? = nil) -> Double {
        let pixels = pixels ?? Array(0..<width * height)
        return pixels.reduce(0) { $0 + abs(Double(image[$1]) - Double(other[$1])) } / Double(pixels.count)
    }

    /// The brightness of what is shown at an instant: of all frames until then the last.
    private static func image(of path: String, at time: Double) throws -> Data {
        let bytes = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-i", path, "-vf", "select=lte(t\\,\(time)),scale=\(width):\(height)",
            "-fps_mode", "passthrough", "-enc_time_base", "-1", "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
        ])
        try #require(bytes.count >= width * height)
        return Data(bytes.suffix(width * height))
    }

    @Test(
        "Audio is the export's mix, from any sample on",
        arguments: [[AudioSource.application], [.application, .microphone]])
    func audio(sources: [AudioSource]) async throws {
        var random = SplitMix64.seeded()
        let recording = try recording(&random, audio: sources)
        let session = try EditSession(recording.recording)
        let edit = try recording.edit(keeping: [45_003..<400_000, 500_000..<700_011])
        let player = try #require(try PlaybackAudio(session))
        let length = edit.editedDuration.converted(to: 48_000, rounding: .nearest).value
        let whole = try samples(of: player.fragments(0..<length, of: edit), player, recording)
        #expect(whole.count == Int(length))
        for _ in 0..<6 {
            let start = Int64.random(in: 0..<length - 1, using: &random)
            let end = Int64.random(in: start + 1...length, using: &random)
            let part = try samples(of: player.fragments(start..<end, of: edit), player, recording)
            #expect(part == Array(whole[Int(start)..<Int(end)]), "\(start)..<\(end)")
        }
        var exporter = Exporter(session, edit: edit, preset: try .named("original"))
        exporter.render = .full
        for try await _ in exporter.export(to: recording.path("export.mp4")) {}
        let exported = try DecodedExport(recording.path("export.mp4")).audio
        // What AAC makes of it is some way off, but at its place: a sample earlier or later is further off.
        let off = try (-1...1).map { shift in
            try distance(Array(whole.dropFirst(100 + shift)), Array(exported.dropFirst(100)))
        }
        #expect(off[1] < 0.2 && off[1] < off[0] && off[1] < off[2], "\(off)")
    }

    /// Decoded, both channels as one.
    private func samples(
        of fragments: [UInt8], _ player: PlaybackAudio, _ recording: CodedRecording
    ) throws -> [Float] {
        let path = recording.path("\(UUID()).mp4")
        try Data(player.initialization + fragments).write(to: URL(filePath: path))
        return try MediaProbe(path: path).audio().samples
    }

    /// By how much samples differ, as a part of how loud they are.
    private func distance(_ samples: [Float], _ others: [Float]) throws -> Double {
        let pairs = zip(samples, others)
        let power = samples.reduce(0) { $0 + Double($1 * $1) }
        return (pairs.reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) } / max(power, 1e-9)).squareRoot()
    }
}
