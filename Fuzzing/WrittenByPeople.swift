import MediaTime
import ReplayTimeline

@testable import ReplayBatch
@testable import ReplayExporter

func fuzzPreset(_ bytes: [UInt8]) {
    guard let preset = try? Preset(json: bytes, source: "preset") else { return }
    // What was taken is within the bounds that the exporter relies on.
    precondition((0...51).contains(preset.video.crf) && preset.version == 1)
}

func fuzzJobs(_ bytes: [UInt8]) {
    guard let file = try? JobFile(bytes, path: "jobs.json") else { return }
    precondition(!file.entries.isEmpty)
}

func fuzzCaptions(_ bytes: [UInt8]) {
    guard let captions = try? Captions(bytes, path: "captions") else { return }
    let whole = Clip(
        source: TimeRange(start: .seconds(1), end: .seconds(5)), start: MediaTime(value: 0, timescale: 90_000))
    let cut = captions.cut(to: [whole], duration: .seconds(4))
    let texts = cut.segments([.zero, .seconds(2), .seconds(4)])
    // What is written can be read again.
    for text in texts where !cut.cues.isEmpty {
        precondition((try? Captions(Array(text.utf8), path: "again")) != nil)
    }
}
