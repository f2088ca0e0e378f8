import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import Files
@testable import ReplayExporter
@testable import ReplayRendering

/// Checks that joined chunks equal a single pass, and that incomplete chunks are not joined.
@Suite(.timeLimit(.minutes(60))) struct ChunkedExportTests {
    /// The number of rounds. REPLAY_TORTURE multiplies it.
    private static let rounds = max(1, ProcessInfo.processInfo.environment["REPLAY_TORTURE"].flatMap { Int($0) } ?? 1)

    enum Kind: CaseIterable { case smart, full, constantRate }

    private func exporter(_ recording: CodedRecording, _ kind: Kind, _ edit: Edit) throws -> Exporter {
        var preset = try Preset.named("original")
        if kind == .constantRate { preset.video.frameRate = FrameRate("24000/1001") }
        var exporter = Exporter(recording.recording, edit: edit, preset: preset)
        exporter.render = kind == .smart ? .smart : .full
        return exporter
    }

    /// Returns an edit with one or two cuts, each shorter than half of the recording.
    private func edit(_ recording: CodedRecording, _ random: inout SplitMix64) throws -> Edit {
        let bounds = Set((0..<6).map { _ in Int64.random(in: 0...recording.duration, using: &random) }).sorted()
        let cuts = [bounds[0]..<bounds[1]] + (Bool.random(using: &random) ? [bounds[3]..<bounds[4]] : [])
        var edit = try Edit(duration: MediaTime(value: recording.duration, timescale: 90_000))
        for cut in cuts where cut.count < recording.duration / 2 {
            try edit.apply(
                .cut(
                    TimeRange(
                        start: MediaTime(value: cut.lowerBound, timescale: 90_000),
                        end: MediaTime(value: cut.upperBound, timescale: 90_000))))
        }
        return edit
    }

    private func single(_ exporter: Exporter, _ path: String) async throws {
        for try await _ in exporter.export(to: path, overwriting: true) {}
    }

    private func planned(_ recording: CodedRecording, _ length: Int64 = 2) async throws -> ChunkedExport {
        let edit = try Edit(duration: MediaTime(value: recording.duration, timescale: 90_000))
        return try await .plan(
            try exporter(recording, .smart, edit), output: recording.path("out.mp4"),
            chunkLength: MediaTime(value: length, timescale: 1))
    }

    private func still() throws -> CodedRecording {
        try CodedRecording(times: Array(stride(from: 0, to: 720_000, by: 9000)), duration: 720_000, audio: [])
    }

    @Test(
        "Random edits in chunks of random length: the same frames at the same times, the same audio",
        arguments: Kind.allCases)
    func random(kind: Kind) async throws {
        var random = SplitMix64.seeded(function: "chunks, \(kind)")
        for _ in 0..<Self.rounds {
            let times = CodedRecording.changing(seconds: 14, using: &random)
            let recording = try CodedRecording(times: times, duration: 14 * 90_000, seed: random.next())
            let exporter = try exporter(recording, kind, try edit(recording, &random))
            let length = MediaTime(value: Int64.random(in: 1000...4000, using: &random), timescale: 1000)
            let export = try await ChunkedExport.plan(
                exporter, output: recording.path("joined.mp4"), chunkLength: length)
            expectCover(export.plan)
            for chunk in export.plan.chunks.indices.shuffled(using: &random) { try await export.render(chunk) }
            let result = try await export.join(wantsReceipt: kind == .smart)
            try await single(exporter, recording.path("single.mp4"))
            try expectSame(recording, result, exporter)
            #expect(!FileManager.default.fileExists(atPath: export.path))
        }
    }

    /// Expects that the chunks cover the whole output once.
    private func expectCover(_ plan: ChunkPlan) {
        #expect(plan.chunks.first?.output.start == .zero)
        #expect(plan.chunks.last?.output.end == plan.duration.converted(to: 90_000, rounding: .nearest))
        #expect(zip(plan.chunks, plan.chunks.dropFirst()).allSatisfy { $0.output.end == $1.output.start })
        #expect(plan.chunks.dropLast().allSatisfy { $0.output.duration >= plan.chunkLength })
        #expect(plan.duration < MediaTime(value: 8, timescale: 1) || plan.chunks.count > 1)
    }

    private func expectSame(_ recording: CodedRecording, _ result: ExportResult, _ exporter: Exporter) throws {
        let (joined, single) = (recording.path("joined.mp4"), recording.path("single.mp4"))
        #expect(try PacketList(joined) == PacketList(single))
        #expect(result.frames == (try PacketList(single).frames.count))
        let (first, second) = (try DecodedExport(joined), try DecodedExport(single))
        #expect(first.frames == second.frames)
        #expect(first.audio == second.audio)
        if exporter.preset.video.frameRate == nil, let edit = exporter.edit {
            #expect(first.frames == recording.frames(of: edit))
        }
    }

    @Test("Rendered twice at once, or once more, a chunk is there once, and whole")
    func twice() async throws {
        let recording = try still()
        let export = try await planned(recording)
        async let first = export.render(1)
        async let second = export.render(1)
        #expect(try await first == second)
        #expect(try export.missing() == export.plan.chunks.indices.filter { $0 != 1 })
        let file = recording.path("out.mp4.chunks/\(try await first.file)")
        let made = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        #expect(try await export.render(1) == first)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int == made)
    }

    @Test("The same plan once more keeps what was rendered; another one does not")
    func replanned() async throws {
        let recording = try still()
        try await planned(recording).render(0)
        #expect(try await planned(recording).missing().first == 1)
        let other = try await planned(recording, 3)
        #expect(try other.missing() == Array(other.plan.chunks.indices))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["plan.json"])
    }

    @Test("A plan that cannot be read is not taken for another one: what was rendered for it is kept")
    func unreadablePlan() async throws {
        let recording = try still()
        let export = try await planned(recording)
        let chunk = try await export.render(0)
        let plan = export.path + "/plan.json"
        try FileManager.default.moveItem(atPath: plan, toPath: recording.path("plan.json"))
        // A link is not followed.
        try FileManager.default.createSymbolicLink(
            atPath: plan, withDestinationPath: recording.path("plan.json"))
        await #expect(throws: FileSystemError.self) { try await planned(recording) }
        #expect(FileManager.default.fileExists(atPath: export.path + "/" + chunk.file))
    }

    @Test("An output that cannot be made is refused when the export is planned, not when it is joined")
    func unreachableOutput() async throws {
        let recording = try still()
        try FileManager.default.createSymbolicLink(
            atPath: recording.path("loop"), withDestinationPath: recording.path("loop"))
        try Data().write(to: URL(filePath: recording.path("file")))
        let exporter = Exporter(recording.recording, preset: try .named("original"))
        await #expect(throws: FileSystemError.self) {
            try await ChunkedExport.plan(
                exporter, output: recording.path("loop/out.mp4"), in: recording.path("chunks"))
        }
        await #expect(throws: ExportError.self) {
            try await ChunkedExport.plan(
                exporter, output: recording.path("file/out.mp4"), in: recording.path("chunks"))
        }
    }

    @Test("A cancelled chunk leaves nothing")
    func cancelled() async throws {
        let recording = try still()
        let export = try await planned(recording)
        let cancellation = ExportCancellation()
        cancellation.cancel()
        await #expect(throws: ExportError.self) { try await export.render(0, cancellation: cancellation) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: export.path) == ["plan.json"])
    }

    @Test("What cannot be planned is refused")
    func refused() async throws {
        let recording = try still()
        let output = recording.path("out.mp4")
        let folder = Exporter(recording.recording, preset: try .named("hls"))
        await #expect(throws: ChunkError.self) { try await ChunkedExport.plan(folder, output: output) }
        let exporter = Exporter(recording.recording, preset: try .named("original"))
        for length in [MediaTime.zero, .milliseconds(999), MediaTime(value: 86_401, timescale: 1)] {
            await #expect(throws: ChunkError.self) {
                try await ChunkedExport.plan(exporter, output: output, chunkLength: length)
            }
        }
        await #expect(throws: ExportError.self) {
            try await ChunkedExport.plan(exporter, output: recording.path("none/out.mp4"))
        }
        #expect(!FileManager.default.fileExists(atPath: output + ".chunks"))
    }

    @Test("A damaged frame is found when it is planned: all is encoded, as in a single pass")
    func damaged() async throws {
        let recording = try still()
        let movie = recording.recording.path + "/movie.mp4"
        let place = try recording.recording.openMovie().index.tracks[0].samples[45]
        let file = try FileHandle(forUpdating: URL(filePath: movie))
        try file.seek(toOffset: UInt64(place.offset))
        try file.write(contentsOf: Data([0xFF, 0xFF, 0xFF, 0xFF]))
        try file.close()
        var exporter = Exporter(recording.recording, preset: try .named("original"))
        exporter.render = .auto
        let export = try await ChunkedExport.plan(
            exporter, output: recording.path("out.mp4"), chunkLength: MediaTime(value: 2, timescale: 1))
        #expect(!export.plan.isSmart && export.plan.isDamaged)
        await #expect {
            for chunk in export.plan.chunks.indices { try await export.render(chunk) }
        } throws: { error in
            "\(error)".contains("damaged")
        }
    }
}
