import Foundation
import ReplayEditor
import ReplayTestSupport
import Testing

@testable import ReplayExporter
@testable import ReplayRendering

/// Checks the estimate of an export against the export.
@Suite(.timeLimit(.minutes(30))) struct ExportEstimateTests {
    @Test(
        "The size is within 15 % of what the export has",
        arguments: [
            ("original", false), ("original", true), ("share-720p", false), ("gif", true), ("webm", false),
            ("hls-single", false), ("hls", true),
        ])
    func size(name: String, isEdited: Bool) async throws {
        var random = SplitMix64.seeded(function: "\(name) \(isEdited)")
        let times = CodedRecording.changing(seconds: 30, using: &random)
        let recording = try CodedRecording(times: times, duration: 30 * 90_000)
        let session = try EditSession(recording.recording)
        let edit =
            isEdited
            ? try recording.edit(keeping: [90_000..<900_500, 1_000_000..<1_090_000, 1_350_000..<2_500_000])
            : session.edit
        var exporter = Exporter(session, edit: edit, preset: try .named(name))
        // The size of copied frames is known, so this case encodes them too.
        if name == "share-720p" { exporter.render = .full }
        let estimate = try exporter.estimate(ExportCancellation())
        #expect(estimate.seconds > 0)
        var bytes: Int64?
        for try await step in exporter.export(to: recording.path("export" + exporter.preset.defaultSuffix)) {
            if case .finished(let result) = step { bytes = result.bytes }
        }
        let ratio = Double(estimate.bytes) / Double(try #require(bytes))
        print("\(name): \(estimate.bytes) bytes estimated, ratio \(ratio)")
        #expect((0.85...1.15).contains(ratio))
    }

    @Test("A trial that is cancelled ends")
    func cancelling() throws {
        let recording = try CodedRecording(times: [0, 90_000], duration: 180_000)
        let cancellation = ExportCancellation()
        cancellation.cancel()
        let exporter = Exporter(try EditSession(recording.recording), preset: try .named("webm"))
        #expect(throws: ExportError.self) { try exporter.estimate(cancellation) }
    }
}
