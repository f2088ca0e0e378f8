import FoundationEssentials
import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

@testable import ReplayRendering

/// Fuzzes edits. The input is an `edit.json` if its first byte is "{"; otherwise its numbers make an edit and a movie.
func fuzzEdit(_ bytes: [UInt8]) {
    if bytes.first == UInt8(ascii: "{") {
        guard let document = try? JSONDecoder().decode(EditDocument.self, from: Data(bytes)) else { return }
        var numbers = NumberSource(bytes)
        plan(document.history.edit, &numbers)
    } else {
        var numbers = NumberSource(bytes)
        guard let edit = edit(&numbers) else { return }
        plan(edit, &numbers)
    }
}

private func edit(_ numbers: inout NumberSource) -> Edit? {
    guard let duration = numbers.time(), var history = try? EditHistory(duration: duration) else { return nil }
    for _ in 0..<(numbers.next(bytes: 1) & 15) {
        guard let start = numbers.time(), let end = numbers.time(),
            let range = TimeRange(validatingStart: start, end: end)
        else { break }
        try? history.perform(numbers.next(bytes: 1) & 1 == 0 ? .trim(range) : .cut(range))
        if numbers.next(bytes: 1) & 7 == 0 { try? history.undo() }
    }
    guard let limit = numbers.time(), let limited = try? history.limited(to: limit) else { return history.edit }
    return limited.edit
}

private func plan(_ edit: Edit, _ numbers: inout NumberSource) {
    let preset = Preset.builtIn[Int(numbers.next(bytes: 1)) % Preset.builtIn.count]
    guard edit.clips.count < 1000 else { return }
    // An edit counts in its movie's ticks; see EditSession.
    let timescale = edit.timescale
    let end = edit.duration.converted(to: timescale, rounding: .up).value
    // The reader accepts no sample later than ten days.
    guard end < Int64(timescale) * 864_000 else { return }
    let samples = samples(&numbers, end: end)
    let keyframes = samples.indices.filter { samples[$0].isKeyframe }
    guard
        let index = GOPIndex(
            samples: SampleTable(samples), idrs: keyframes.map { (sample: $0, id: UInt32($0 & 1)) })
    else { return }
    let source = RecordedVideo(
        width: 640, height: 360, rotation: 0, pixelAspect: 1, timescale: timescale, times: samples.map(\.pts).sorted(),
        keyframes: keyframes.map { MediaTime(value: samples[$0].pts, timescale: timescale) })
    let plan = ExportPlan(edit: edit, source: source, preset: preset, copied: .groups(index))
    // The spans cover everything that the edit keeps, from the first instant to the last, without gaps.
    var kept: [TimeRange] = []
    for span in plan.frames {
        if let last = kept.last, last.end == span.source.start {
            kept[kept.count - 1] = TimeRange(start: last.start, end: span.source.end)
        } else {
            kept.append(span.source)
        }
    }
    precondition(kept == edit.clips.map(\.source).filter { !$0.isEmpty }, "\(kept) is not \(edit.clips)")
}

private func samples(_ numbers: inout NumberSource, end: Int64) -> [MovieIndex.Sample] {
    var (time, samples) = (Int64(0), [MovieIndex.Sample]())
    while time < end, samples.count < 64 {
        let duration = 1 + Int64(numbers.next(bytes: 2))
        let isKeyframe = samples.isEmpty || numbers.next(bytes: 1) & 3 == 0
        samples.append(
            MovieIndex.Sample(dts: time, pts: time, duration: duration, offset: 0, size: 1, isKeyframe: isKeyframe))
        time += duration
    }
    return samples
}
