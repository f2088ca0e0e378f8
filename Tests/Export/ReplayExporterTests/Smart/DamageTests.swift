import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import Testing

@testable import ReplayExporter
@testable import ReplayRendering

/// Checks recordings whose bytes contradict their index.
@Suite(.timeLimit(.minutes(30))) struct DamageTests {
    private func recording() throws -> CodedRecording {
        try CodedRecording(
            times: Array(stride(from: Int64(0), to: 540_000, by: 3000)), duration: 540_000, audio: [])
    }

    /// Changes a byte of a sample's data.
    private func damage(
        _ recording: CodedRecording, track: Int = 0, sample: Int, at place: Int, _ change: (UInt8) -> UInt8
    ) throws {
        let offset = try recording.recording.openMovie().index.tracks[track].samples[sample].offset + Int64(place)
        let file = try FileHandle(forUpdating: URL(filePath: recording.recording.path + "/movie.mp4"))
        try file.seek(toOffset: UInt64(offset))
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data([change(byte)]))
        try file.close()
    }

    private func export(_ recording: CodedRecording, _ method: RenderMethod) async throws -> ExportResult? {
        var exporter = Exporter(
            recording.recording, edit: try recording.edit(keeping: [100_000..<500_000]),
            preset: try .named("original"))
        exporter.render = method
        for try await progress in exporter.export(to: recording.path("out.mp4"), overwriting: true) {
            if case .finished(let result) = progress { return result }
        }
        return nil
    }

    @Test(
        "A frame in a copied span that is not as the index says: all is encoded instead, or it is an error",
        arguments: [
            // A length beyond the sample's end; a length of zero; an IDR slice that should not be one.
            (0, UInt8(0xFF)), (3, 0), (4, 0x65),
        ])
    func damaged(place: Int, value: UInt8) async throws {
        let recording = try recording()
        try damage(recording, sample: 100, at: place) { _ in value }
        await #expect(throws: MovieError.self) { try await export(recording, .smart) }
        #expect(!FileManager.default.fileExists(atPath: recording.path("out.mp4")))
        let result = try #require(try await export(recording, .auto))
        #expect(!result.isSmart)
        #expect(result.obstacle == Rendering.Obstacle.damage.text)
        // The frames that are neither damaged nor depend on damaged ones are in the output.
        let decoded = try DecodedExport(recording.path("out.mp4"))
        let wanted = recording.frames(of: try recording.edit(keeping: [100_000..<500_000]))
        #expect(decoded.frames.prefix(60) == wanted.prefix(60))
        #expect(decoded.frames.suffix(30) == wanted.suffix(30))
    }

    @Test("A bit that flipped in what is copied ends smart rendering, is reported, and nothing damaged is copied")
    func flippedBit() async throws {
        let recording = try recording()
        // Inside the slice data, only the fragment's hash reveals the damage.
        try damage(recording, sample: 100, at: 60) { $0 ^ 4 }
        await #expect(throws: MovieError.self) { try await export(recording, .smart) }
        let result = try #require(try await export(recording, .auto))
        #expect(!result.isSmart)
        #expect(result.damage?.contains("damaged from") == true)
        #expect(try await export(recording, .full)?.damage == result.damage)
    }

    @Test("A bit that flipped in audio that is copied is found as well")
    func flippedAudioBit() async throws {
        let recording = try CodedRecording(
            times: Array(stride(from: Int64(0), to: 540_000, by: 3000)), duration: 540_000)
        #expect(try await export(recording, .smart)?.damage == nil)
        let movie = try recording.recording.openMovie()
        try damage(recording, track: movie.index.audioTracks[0], sample: 140, at: 20) { $0 ^ 1 }
        await #expect(throws: MovieError.self) { try await export(recording, .smart) }
        let result = try #require(try await export(recording, .auto))
        #expect(!result.isSmart && result.damage != nil)
    }

    @Test("What the edit leaves out may be damaged")
    func flippedBitOutside() async throws {
        let recording = try recording()
        try damage(recording, sample: 175, at: 60) { $0 ^ 4 }
        let result = try #require(try await export(recording, .smart))
        #expect(result.isSmart && result.damage == nil)
    }

    @Test("Copying does not begin at a sync sample that is not an IDR")
    func keyframe() async throws {
        let recording = try recording()
        // Decoding is impossible from here on. The frames before this one, and from the next keyframe on, are
        // unchanged.
        try damage(recording, sample: 60, at: 4) { $0 & 0xE0 | 1 }
        let movie = try recording.recording.openMovie()
        #expect(try CopyableVideo(movie, track: 0).gops.gops.map(\.samples.lowerBound) == [0, 120])
    }

    @Test("A keyframe without a frame makes the index invalid")
    func emptyKeyframe() throws {
        let recording = try recording()
        let movie = try recording.recording.openMovie()
        let track = movie.index.tracks[0]
        // The keyframe's slice becomes an picture parameter set that does not exist.
        try damage(recording, sample: 60, at: 4) { $0 & 0xE0 | 8 }
        #expect(track.samples[60].isKeyframe)
        #expect(throws: Rendering.Obstacle.openGroups) { try CopyableVideo(movie, track: 0) }
    }
}
