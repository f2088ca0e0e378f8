import Descriptors
import FFmpeg
import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing
import Threads

@testable import ReplayExporter
@testable import ReplayRendering

/// Compares a smart export with the full renderer's output, decoded by ffmpeg's command line.
@Suite(.timeLimit(.minutes(60))) struct SmartRendererTests {
    /// The number of random edits per recording. REPLAY_TORTURE multiplies it.
    private static let rounds =
        2 * max(1, ProcessInfo.processInfo.environment["REPLAY_TORTURE"].flatMap { Int($0) } ?? 1)

    private enum Rate: CaseIterable { case constant, variable }

    private func recording(_ rate: Rate, _ random: inout SplitMix64) throws -> CodedRecording {
        let seconds: Int64 = 15
        let times =
            rate == .constant
            ? Array(stride(from: Int64(0), to: seconds * 90_000, by: 3000))
            : CodedRecording.changing(seconds: seconds, using: &random)
        return try CodedRecording(times: times, duration: seconds * 90_000, seed: random.next())
    }

    /// Returns up to eight ranges of random length, from a few ticks to seconds, which begin and end anywhere.
    private func ranges(_ recording: CodedRecording, _ random: inout SplitMix64) -> [Range<Int64>] {
        let count = Int.random(in: 1...8, using: &random)
        var bounds = Set(
            (0..<2 * count).map { _ in
                // Half of the bounds are at a frame, or one tick beside it.
                Bool.random(using: &random)
                    ? Int64.random(in: 0...recording.duration, using: &random)
                    : (recording.times.randomElement(using: &random) ?? 0) + Int64.random(in: -1...1, using: &random)
            }.filter { (0...recording.duration).contains($0) })
        if Bool.random(using: &random) { bounds.insert(0) }
        let sorted = bounds.sorted()
        return stride(from: 0, to: sorted.count - 1, by: 2).map { sorted[$0]..<sorted[$0 + 1] }
    }

    private func export(
        _ recording: CodedRecording, _ edit: Edit, _ method: RenderMethod, _ name: String
    ) async throws -> (DecodedExport, ExportPlan) {
        var exporter = Exporter(recording.recording, edit: edit, preset: try .named("original"))
        exporter.render = method
        exporter.wantsReceipt = method == .smart
        for try await progress in exporter.export(to: recording.path(name), overwriting: true) {
            if case .finished(let result) = progress, let receipt = result.receipt { expectGood(receipt) }
        }
        return (try DecodedExport(recording.path(name)), try exporter.plan())
    }

    /// Expects that encoded frames look as before (at least 40 dB), and that audio is shifted as planned.
    private func expectGood(_ receipt: ExportReceipt) {
        for span in receipt.frames { #expect(span.isCopied ? span.hash != nil : span.worstFrame ?? 0 >= 40) }
        for seam in receipt.audio?.seams ?? [] {
            if let measured = seam.measured { #expect(abs(measured - Int(seam.planned)) <= 1, "\(seam)") }
        }
    }

    @Test(
        "Random cuts: the frames of smart and full are those of the edit, audio is in its place",
        arguments: Rate.allCases)
    private func random(rate: Rate) async throws {
        var random = SplitMix64.seeded()
        let recording = try recording(rate, &random)
        let source = try MediaProbe(path: recording.recording.path + "/movie.mp4").audio().samples
        for round in 0..<Self.rounds {
            let ranges = ranges(recording, &random)
            let edit = try recording.edit(keeping: ranges)
            let (smart, plan) = try await export(recording, edit, .smart, "smart.mp4")
            let (full, _) = try await export(recording, edit, .full, "full.mp4")
            #expect(plan.rendering == .smart)
            #expect(smart.frames == recording.frames(of: edit), "round \(round), \(ranges)")
            #expect(full.frames == recording.frames(of: edit), "round \(round), \(ranges)")
            try expectCopies(recording, plan, "smart.mp4")
            for (decoded, shift) in [(smart, 512), (full, 1)] {
                try expectLengths(decoded, edit)
                expectAudio(of: decoded, edit, in: source, within: shift, "round \(round), \(ranges)")
            }
            #expect(maxStep(smart.audio) <= maxStep(source) * 1.05, "round \(round), \(ranges)")
        }
    }

    private func expectLengths(_ export: DecodedExport, _ edit: Edit) throws {
        let video = try #require(export.streams.first { $0.kind == "video" })
        let audio = try #require(export.streams.first { $0.kind == "audio" })
        #expect(video.start == .zero)
        #expect(audio.start == .zero)
        #expect(video.duration?.converted(to: 90_000, rounding: .nearest) == edit.editedDuration)
        let samples = edit.editedDuration.converted(to: 48_000, rounding: .nearest)
        #expect(audio.duration?.converted(to: 48_000, rounding: .nearest) == samples)
    }

    /// Expects that all frames are copied that the plan copies, packet by packet, by the hashes from ffprobe.
    private func expectCopies(_ recording: CodedRecording, _ plan: ExportPlan, _ name: String) throws {
        let source = try MediaProbe(path: recording.recording.path + "/movie.mp4").packetHashes(of: "v:0")
        let output = try MediaProbe(path: recording.path(name)).packetHashes(of: "v:0")
        var expected: [String?] = []
        for span in plan.frames {
            switch span.action {
            case .copy(let samples): expected += samples.map { source[$0] }
            case .splice, .encode: expected += Array(repeating: nil, count: span.frames)
            }
        }
        try #require(output.count == expected.count)
        #expect(zip(output, expected).allSatisfy { $1 == nil || $0 == $1 })
    }

    /// Expects the recording's audio at the start, in the middle and at the end of each clip.
    private func expectAudio(
        of export: DecodedExport, _ edit: Edit, in source: [Float], within limit: Int, _ comment: String
    ) {
        let window = 1024
        for clip in edit.clips {
            let start = Int(clip.start.converted(to: 48_000, rounding: .nearest).value)
            let from = Int(clip.source.start.converted(to: 48_000, rounding: .nearest).value)
            let count = Int(clip.duration.converted(to: 48_000, rounding: .nearest).value)
            // Near a seam, the audio is faded or belongs to the adjacent clip.
            let clear = limit > 1 ? 1300 : 0
            for offset in [clear, count / 2, count - clear - window]
            where offset >= clear && offset + window + clear <= count {
                let found = AudioMatch(
                    of: export.audio, at: start + offset, count: window, in: source, near: from + offset)
                // The first frame of a recording is silent.
                guard from + offset >= 2048, let found else { continue }
                #expect(abs(found.shift) <= limit && found.likeness > 0.97, "\(found) at \(start + offset), \(comment)")
            }
        }
    }

    private func maxStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    @Test("A span that is shifted by one frame is found by the tests above")
    func mutation() async throws {
        let recording = try CodedRecording(
            times: Array(stride(from: Int64(0), to: 900_000, by: 3000)), duration: 900_000, audio: [])
        let edit = try recording.edit(keeping: [100_000..<500_000, 600_000..<800_000])
        let (smart, plan) = try await export(recording, edit, .smart, "smart.mp4")
        #expect(smart.frames == recording.frames(of: edit))
        let copied = plan.frames.indices.filter { if case .copy = plan.frames[$0].action { true } else { false } }
        #expect(copied.count == 2)
        for number in copied {
            var mutant = plan
            guard case .copy(let samples) = plan.frames[number].action else { continue }
            mutant.frames[number].action = .copy(samples: samples.lowerBound..<samples.upperBound - 1)
            #expect(try run(mutant, recording).frames != recording.frames(of: edit))
        }
        for number in plan.frames.indices where !copied.contains(number) {
            var mutant = plan
            let span = plan.frames[number]
            let frame = MediaTime(value: 3000, timescale: 90_000)
            mutant.frames[number].source = TimeRange(start: span.source.start + frame, end: span.source.end)
            // The first frame comes at the time of the second one, which the muxer may refuse.
            let frames = try? run(mutant, recording).frames
            #expect(frames != recording.frames(of: edit))
        }
    }

    private func run(_ plan: ExportPlan, _ recording: CodedRecording) throws -> DecodedExport {
        let path = recording.path("mutant.mp4")
        let movie = try recording.recording.openMovie()
        let video = try CopyableVideo(movie, track: 0)
        let encoder = try SpliceEncoder.open(for: video, movie.streams[0].parameters)
        let renderer = SmartRenderer(plan: plan, movie: movie, videoTrack: 0, video: video, encoder: encoder)
        let file = try OwnedDescriptor(
            opening: path, mode: .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
        let muxer = try Muxer.open(IOContext(file, mode: .write), name: path)
        _ = try renderer.render(to: ExportOutput(muxer, audio: nil) { _ in true })
        return try DecodedExport(path)
    }
}
