import MediaTime
import ReplayTestSupport
import ReplayTimeline

extension Edit {
    /// Returns an edit of a recording of up to ten seconds, with up to ten cuts of any length.
    static func random(timescale: Int32, using random: inout SplitMix64) throws -> Edit {
        let length = Int64.random(in: 1...Int64(timescale) * 10, using: &random)
        func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }
        var edit = try Edit(duration: time(length))
        for _ in 0..<Int.random(in: 0...10, using: &random) {
            let start = Int64.random(in: 0..<length, using: &random)
            let most = Bool.random(using: &random) ? length / 4 : Int64(timescale) / 500
            let range = TimeRange(
                start: time(start), end: time(min(length, start + .random(in: 1...max(1, most), using: &random))))
            // A cut or trim that would keep nothing is left out.
            try? edit.apply(Int.random(in: 0...9, using: &random) == 0 ? .trim(range) : .cut(range))
        }
        return edit
    }

    /// Returns the exact instant of the recording that an instant of the edit shows.
    func source(at instant: MediaTime) -> MediaTime? {
        clips.first { $0.edited.contains(instant) }.map { instant - $0.start + $0.source.start }
    }

    /// Returns instants of the edit in whole milliseconds: some at random, and those around the cuts.
    func milliseconds(using random: inout SplitMix64) -> [MediaTime] {
        let end = editedDuration.converted(to: 1000, rounding: .up).value
        let cuts = clips.flatMap { clip in
            (-1...2).map { clip.start.converted(to: 1000, rounding: .down).value + $0 }
        }
        let others = (0..<50).map { _ in Int64.random(in: 0..<end, using: &random) }
        return (cuts + others).filter { (0..<end).contains($0) }.map { .milliseconds($0) }
    }
}
