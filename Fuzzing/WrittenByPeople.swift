import MediaTime
import ReplayEditor
import ReplayTimeline

@testable import ReplayBatch
@testable import ReplayComposition
@testable import ReplayRendering

func fuzzPreset(_ bytes: [UInt8]) {
    guard let preset = try? Preset(json: bytes, source: "preset") else { return }
    // Accepted values are within the bounds that the exporter relies on.
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
    // Written captions can be read again.
    for text in texts where !cut.cues.isEmpty {
        precondition((try? Captions(Array(text.utf8), path: "again")) != nil)
    }
}

func fuzzTimeline(_ bytes: [UInt8]) {
    for name in ["edit", "edit.edl"] {
        guard let file = try? EditFile(bytes, path: name), let document = file.document,
            var history = try? EditHistory(duration: MediaTime(value: 5_400_000, timescale: 90_000)),
            let rate = FrameRate("30000/1001"),
            let read = try? document.edit(for: history.edit, rate: rate, marks: [])
        else { continue }
        // Operations that were read apply to the recording, unless their own check says that they do not.
        for change in read.changes(to: history) where (try? history.change(change)) == nil { return }
        precondition(!history.edit.clips.isEmpty)
        precondition(read.marks.allSatisfy { $0.time <= history.edit.duration })
    }
}
