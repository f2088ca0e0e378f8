import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks an application that records its own drawing, edits and exports it, all with the library.
@Suite(.serialized, .timeLimit(.minutes(30))) struct SampleBufferRecorderTests {
    private let place: Workplace
    private let library: RecordingLibrary

    init() throws {
        place = try Workplace()
        library = try .open(home: place.home.path)
    }

    /// Returns a grey frame.
    private func frame(_ level: UInt8, at time: HostTime, width: Int = 64, height: Int = 48) -> VideoSampleBuffer {
        let pixels = [UInt8](repeating: level, count: width * height * 4)
        return VideoSampleBuffer(pixels: pixels, bytesPerRow: width * 4, time: time)
    }

    private func time(_ milliseconds: Int64) -> HostTime {
        HostTime(nanoseconds: 5_000_000_000 + milliseconds * 1_000_000)
    }

    private func push(_ recorder: SampleBufferRecorder, _ buffer: VideoSampleBuffer) {
        while recorder.append(buffer) == .encoderIsBehind {}
    }

    @Test("Video and audio that are pushed come out at their own times, at irregular ones too")
    func push() async throws {
        var configuration = SampleBufferRecorder.Configuration(width: 64, height: 48)
        configuration.audio = [.application, .microphone]
        let recorder = try SampleBufferRecorder(configuration, library: library)
        let starts: [Int64] = [0, 100, 150, 900, 1000]
        for (index, start) in starts.enumerated() { push(recorder, frame(UInt8(40 * index + 20), at: time(start))) }
        let tone = (0..<24_000).map { Float(sin(Double($0) * 2 * .pi * 440 / 48_000)) * 0.5 }
        recorder.append(AudioSampleBuffer(samples: tone, time: time(500)), to: .microphone)
        let recording = try await recorder.stop(at: time(1500))
        #expect(recording.facts.ending?.duration == .milliseconds(1500))
        #expect(recording.facts.origin == .application)

        let output = place.path("out.mp4")
        let exporter = Exporter(recording, preset: try .named("original"))
        for try await _ in exporter.export(to: output) {}
        let probe = MediaProbe(path: output)
        var levels: [(Double, Int)] = []
        try probe.readFrames { frame in levels.append((frame.time.seconds, Int(frame.pixels[1000]))) }
        for (index, start) in starts.enumerated() {
            let shown = try #require(levels.last { $0.0 <= Double(start) / 1000 + 0.001 })
            #expect(abs(shown.0 - Double(start) / 1000) < 0.001)
            #expect(abs(shown.1 - (40 * index + 20)) <= 3)
        }
        let audio = try probe.audio().samples
        let loud = audio.indices.filter { abs(audio[$0]) > 0.1 }
        #expect(abs(Double(try #require(loud.first)) / 48_000 - 0.5) < 0.01)
        #expect(abs(Double(try #require(loud.last)) / 48_000 - 1.0) < 0.03)
    }

    @Test(
        "A frame of a device that is held on its side is recorded upright",
        arguments: [VideoSampleBuffer.Rotation.none, .quarter, .half, .threeQuarters])
    func rotation(_ rotation: VideoSampleBuffer.Rotation) async throws {
        let recorder = try SampleBufferRecorder(.init(width: 64, height: 48), library: library)
        // In the upright frame, the top left corner of 16 by 12 pixels is white.
        let (width, height) = rotation.rawValue % 2 == 0 ? (64, 48) : (48, 64)
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let upright =
                    switch rotation {
                    case .none: (x, y)
                    case .quarter: (height - 1 - y, x)
                    case .half: (width - 1 - x, height - 1 - y)
                    case .threeQuarters: (y, width - 1 - x)
                    }
                guard upright.0 < 16, upright.1 < 12 else { continue }
                for byte in 0..<4 { pixels[(y * width + x) * 4 + byte] = 255 }
            }
        }
        push(recorder, VideoSampleBuffer(pixels: pixels, bytesPerRow: width * 4, time: time(0), rotation: rotation))
        let recording = try await recorder.stop(at: time(500))
        try MediaProbe(path: recording.path + "/movie.mp4").readFrames { frame in
            for (x, y) in [(4, 4), (12, 8), (20, 4), (4, 16), (60, 4), (4, 44), (60, 44)] {
                #expect((frame.pixels[y * 64 + x] > 128) == (x < 16 && y < 12), "\(x),\(y)")
            }
        }
    }

    @Test("A recording that has ended cannot be ended again, and stays as it is")
    func endedTwice() async throws {
        let recorder = try SampleBufferRecorder(.init(width: 64, height: 48), library: library)
        push(recorder, frame(30, at: time(0)))
        push(recorder, frame(200, at: time(500)))
        for milliseconds: Int64 in [499, 500] {
            #expect(recorder.append(frame(90, at: time(milliseconds))) == .notAfterPrevious)
        }
        let recording = try await recorder.stop(at: time(1000))
        #expect(recorder.append(frame(90, at: time(1500))) == .ended)
        let error = await #expect(throws: RecorderError.self) { try await recorder.stop(at: time(2000)) }
        #expect(error?.kind == .notRecording)
        let ending = try library.recording(recording.id).facts.ending
        #expect(ending?.reason == .requested && ending?.duration.seconds == 1)
    }

    @Test("A still stretch of any length keeps a keyframe every two seconds")
    func still() async throws {
        let recorder = try SampleBufferRecorder(.init(width: 64, height: 48), library: library)
        push(recorder, frame(30, at: time(0)))
        push(recorder, frame(200, at: time(9000)))
        let recording = try await recorder.stop(at: time(10_000))
        let track = try #require(try recording.describeMovie().tracks.first)
        #expect(track.keyframes == 5)
    }

    @Test("A cancelled export leaves nothing; an existing output stays")
    func cancel() async throws {
        // Large and slow to encode, so that the export is not finished when it is cancelled.
        let recorder = try SampleBufferRecorder(.init(width: 1280, height: 720), library: library)
        for index in Int64(0)..<90 {
            push(recorder, frame(UInt8(index * 2), at: time(index * 20), width: 1280, height: 720))
        }
        let recording = try await recorder.stop()
        var slow = try Preset.named("original")
        slow.video.encoderPreset = .veryslow
        var exporter = Exporter(recording, preset: slow)
        // A copy would finish too soon.
        exporter.render = .full
        for try await _ in exporter.export(to: place.path("cancelled.mp4")) { break }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: place.path("mine.mp4")))
        await #expect(throws: ExportError.self) {
            for try await _ in exporter.export(to: place.path("mine.mp4")) {}
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path("mine.mp4"))) == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: place.path("cancelled.mp4")))
    }

    @Test("What cannot be pushed is refused in a sentence, and nothing is left")
    func refused() async throws {
        for (width, height) in [(63, 48), (0, 0), (64, 20_000)] {
            #expect(throws: RecorderError.self) {
                try SampleBufferRecorder(.init(width: width, height: height), library: library)
            }
        }
        let empty = try SampleBufferRecorder(.init(width: 64, height: 48), library: library)
        #expect(empty.append(VideoSampleBuffer(pixels: [1, 2, 3], bytesPerRow: 256, time: .now)) == .bufferTooSmall)
        await #expect(throws: RecorderError.self) { try await empty.stop() }
        #expect(try library.ids().isEmpty)
    }
}
