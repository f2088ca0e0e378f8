import AudioSources
import Foundation
import Geometry
import MediaTime
import PointerShapes
import ReplayEditor
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayComposition
@testable import ReplayExporter
@testable import ReplayInterchange

/// Checks the media of the player, decoded by ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct PlaybackTests {
    /// Makes a recording of at most 30 frames per second, with a proxy.
    private func recording(
        seconds: Int64 = 10, _ random: inout SplitMix64, audio: [AudioSource] = [], scale: Int = 1
    ) throws -> CodedRecording {
        var times = CodedRecording.changing(seconds: seconds, using: &random)
        times = times.reduce(into: []) { kept, time in if time - (kept.last ?? -3000) >= 3000 { kept.append(time) } }
        let recording = try CodedRecording(
            times: times, duration: (seconds + 1) * 90_000, audio: audio, scale: scale)
        #expect(try ProxyMaker.make(for: try EditSession(recording.recording)) { false })
        return recording
    }

    private func video(_ recording: CodedRecording) throws -> PlaybackVideo {
        try PlaybackVideo(
            try EditSession(recording.recording), proxy: try #require(recording.recording.openProxy()))
    }

    @Test("An edit's fragments show the frames that it keeps, each at its time", arguments: 0..<2)
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

    @Test(
        "Each effect looks in the preview as in the export, alone and with others",
        arguments: [
            "cover 100x60+60+40", "blur 200x100+20+20", "pixelate 200x100+20+20", "title top \"Chapter one\"",
            "crop 160x120+40+30", "rotate 90", "speed 2x", "zoom 160x90+80+30 1s", "camera top-left:40 circle",
            "camera full", "camera side-left rounded",
            "camera stacked:45 border | zoom 160x90+80+30 1s | cover 60x40+100+60",
            "highlight", "clicks", "cover 100x60+60+40 image IMAGE", "arrow 40,40 250,140 width 2%", "box 100x60+60+40",
            "ellipse 100x60+60+40 width 3%", "text 60,60 size 10% \"Click here\"", "step 160,90 3 size 20%",
            "spotlight 160x90+60+40", "image 100x60+60+40 IMAGE", "watermark top-left IMAGE",
            "zoom 160x90+0+0 0.5s follow", "camera bottom-left:40 rounded mirrored border",
            "zoom 160x90+80+30 1s | arrow 40,40 250,140 width 2% | cover 60x40+100+60 | title top \"One\"",
            "pointer size 300% smooth 0.5 click ring", "keys top size 12%",
            "camera top-left:40 circle shrink | zoom 160x90+80+30 1s | step 160,90 3 size 20% | watermark top-right IMAGE",
        ])
    func effects(words: String) async throws {
        var random = SplitMix64.seeded(function: "effects \(words)")
        let recording = try recording(seconds: 5, &random)
        try addCamera(to: recording)
        try addPointer(to: recording, &random)
        if words.contains("pointer ") { try addShapes(to: recording) }
        if words.contains("keys ") { try addKeys(to: recording) }
        var session = try EditSession(recording.recording)
        let plain = try await images(of: session, recording.path("plain.mp4"))
        for operation in words.split(separator: " | ").map(String.init) {
            let isWhole = ["crop", "rotate", "pointer", "keys"].contains { operation.hasPrefix($0) }
            try session.perform(
                try session.resolve(try written(operation, range: isWhole ? "" : "1..4", recording)))
        }
        let made = try await images(of: session, recording.path("made.mp4"))
        let played = try play(session, recording)
        var hasChanged = false
        var different: [Int] = []
        for number in (0..<min(played.count, made.count)).shuffled(using: &random).prefix(100) {
            let similarity = FrameLikeness.structuralSimilarity(played[number], made[number], width: Self.width)
            if similarity < 0.95 { different.append(number) }
            if number < plain.count, zip(made[number], plain[number]).contains(where: { abs(Int($0) - Int($1)) > 20 }) {
                hasChanged = true
            }
        }
        // At the end of the range, the export may leave out a frame that is shown for some milliseconds.
        #expect(different.count <= 1, "\(different)")
        // That filter ignores the length of the last frame that a fragment states, so the counts are only lower bounds.
        #expect(played.count > 60 && made.count > 60)
        #expect(hasChanged)
    }

    /// Returns an operation with its range after its name.
    private func written(_ words: String, range: String, _ recording: CodedRecording) throws -> WrittenOperation {
        let image = recording.path("an image.png")
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=200x120:r=1:d=1", "-frames:v",
            "1",
            image,
        ])
        let parts = words.replacing("IMAGE", with: image).split(separator: " ", maxSplits: 1)
        return try WrittenOperation(parsing: "\(parts[0]) \(range) \(parts.dropFirst().joined())")
    }

    /// Adds a camera track. The frames do not change.
    private func addCamera(to recording: CodedRecording) throws {
        let (movie, both) = (recording.recording.path + "/movie.mp4", recording.path("both.mp4"))
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-i", movie, "-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=6",
            "-map", "0",
            "-map", "1", "-c", "copy", "-c:v:1", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "20",
            "-metadata:s:v:0", "handler_name=Screen", "-metadata:s:v:1", "handler_name=Camera", "-movflags",
            "frag_keyframe+delay_moov", "-video_track_timescale", "90000", both,
        ])
        try Data(contentsOf: URL(filePath: both)).write(to: URL(filePath: movie))
    }

    private func addPointer(to recording: CodedRecording, _ random: inout SplitMix64) throws {
        var entries: [PointerEntry] = []
        for tick in stride(from: Int64(0), to: recording.duration, by: 9_000) {
            let (x, y) = (UInt16.random(in: 0..<320, using: &random), UInt16.random(in: 0..<180, using: &random))
            entries.append(PointerEntry(time: tick, kind: .moved, x: x, y: y))
            if tick % 45_000 == 0 { entries.append(PointerEntry(time: tick, kind: .pressed, button: 1, x: x, y: y)) }
        }
        try Data(entries.flatMap(\.bytes)).write(to: URL(filePath: recording.recording.path + "/pointer.bin"))
    }

    /// Makes the pointer one that was recorded apart: a square with a frame.
    private func addShapes(to recording: CodedRecording) throws {
        let side = 16
        let pixels = (0..<side * side).map { place -> UInt32 in
            let (x, y) = (place % side, place / side)
            return [x, y].contains { $0 < 2 || $0 >= side - 2 } ? 0xff00_0000 : 0xffff_ffff
        }
        let shape = PointerShape(pixels: pixels, size: .init(width: side, height: side), hotspot: .init(x: 0, y: 0))
        try Data(shape.bytes).write(to: URL(filePath: recording.recording.path + "/shapes.bin"))
        let path = recording.recording.path + "/pointer.bin"
        let first = PointerEntry(time: 0, kind: .shaped, x: 1, y: 1000)
        try Data(first.bytes + Data(contentsOf: URL(filePath: path))).write(to: URL(filePath: path))
    }

    private func addKeys(to recording: CodedRecording) throws {
        let entries = [(90_000, "S"), (140_000, "F5"), (300_000, "Esc")].map {
            KeyEntry(time: $0.0, modifiers: [.control], key: $0.1)
        }
        try Data(entries.flatMap(\.bytes)).write(to: URL(filePath: recording.recording.path + "/keys.bin"))
    }

    @Test(
        "Each style looks in the preview as in the export, with the sizes of a proxy and of a screen",
        arguments: [
            ("style calm", 0.95), ("style glass aspect 9:16", 0.95),
            ("style dusk | arrow .. 160,160 1000,560 width 2% | cover .. 240x160+400+240", 0.94),
            // A proxy has half of the screen's detail, which is enlarged.
            ("style dusk | zoom 0.5..1.5 640x360+320+120 | arrow .. 160,160 1000,560 width 2%", 0.88),
        ])
    func styles(words: String, least: Double) async throws {
        var random = SplitMix64.seeded(function: "styles \(words)")
        let recording = try recording(seconds: 2, &random, scale: 4)
        var session = try EditSession(recording.recording)
        for operation in words.split(separator: " | ") {
            try session.perform(try session.resolve(try WrittenOperation(parsing: String(operation))))
        }
        let made = try await images(of: session, recording.path("made.mp4"), scale: 2)
        let played = try play(session, recording, scale: 2)
        let similarities = zip(played, made).map {
            FrameLikeness.structuralSimilarity($0, $1, width: 2 * Self.width)
        }
        #expect(similarities.count > 5 && similarities.count { $0 < least } <= 1, "\(similarities)")
    }

    /// Returns the frames of the preview.
    private func play(_ session: EditSession, _ recording: CodedRecording, scale: Int = 1) throws -> [Data] {
        let path = recording.path("played.mp4")
        let video = try PlaybackVideo(session, proxy: try #require(recording.recording.openProxy()))
        let frames = video.frames(of: session.edit)
        try Data(video.initialization + video.fragments(0..<frames.count, of: frames)).write(to: URL(filePath: path))
        return try Self.images(of: path, scale: scale)
    }

    /// Returns the frames of the export.
    private func images(of session: EditSession, _ path: String, scale: Int = 1) async throws -> [Data] {
        for try await _ in Exporter(session, preset: try .named("original")).export(to: path) {}
        return try Self.images(of: path, scale: scale)
    }

    private static let (width, height) = (320, 180)

    /// Returns the luma of the frames shown, 20 frames per second.
    private static func images(of path: String, scale: Int = 1) throws -> [Data] {
        let (width, height) = (width * scale, height * scale)
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-vf",
            "fps=20:round=down,scale=\(width):\(height)", "-f", "rawvideo", "-pix_fmt", "gray", "pipe:1",
        ])
        let size = width * height
        return stride(from: 0, to: bytes.count - size + 1, by: size).map { Data(bytes[$0..<$0 + size]) }
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
        // AAC changes the samples, but not their place: with a shift of one sample, they differ more.
        let off = try (-1...1).map { shift in
            try distance(Array(whole.dropFirst(100 + shift)), Array(exported.dropFirst(100)))
        }
        #expect(off[1] < 0.2 && off[1] < off[0] && off[1] < off[2], "\(off)")
    }

    /// Returns the decoded samples, both channels as one.
    private func samples(
        of fragments: [UInt8], _ player: PlaybackAudio, _ recording: CodedRecording
    ) throws -> [Float] {
        let path = recording.path("\(UUID()).mp4")
        try Data(player.initialization + fragments).write(to: URL(filePath: path))
        return try MediaProbe(path: path).audio().samples
    }

    /// Returns how much two signals differ, relative to the power of the first.
    private func distance(_ samples: [Float], _ others: [Float]) throws -> Double {
        let pairs = zip(samples, others)
        let power = samples.reduce(0) { $0 + Double($1 * $1) }
        return (pairs.reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) } / max(power, 1e-9)).squareRoot()
    }
}
