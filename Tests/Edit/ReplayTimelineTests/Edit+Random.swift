import MediaTime
import ReplayTestSupport
import ReplayTimeline

extension TimeRange {
    /// Returns a range in tenths of a second, the unit of these tests.
    static func tenths(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: .tenths(start), end: .tenths(end))
    }
}

extension MediaTime {
    static func tenths(_ count: Int64) -> MediaTime {
        MediaTime(value: count, timescale: 10)
    }
}

extension EditOperation {
    /// Returns a random operation on a recording: usually a short cut, sometimes one that cannot be applied.
    static func random(duration: MediaTime, using random: inout SplitMix64) -> EditOperation {
        let start = Int64.random(in: -1...duration.value, using: &random)
        let length = Int64.random(in: 0...max(1, duration.value / 8), using: &random)
        let timescale = duration.timescale
        let range = TimeRange(
            start: MediaTime(value: start, timescale: timescale),
            end: MediaTime(value: start + length, timescale: timescale))
        guard Int.random(in: 0..<8, using: &random) == 0 else { return .cut(range) }
        let wide = TimeRange(
            start: range.start, end: max(range.end, duration - MediaTime(value: length, timescale: timescale))
        )
        return .trim(wide)
    }
}

extension EditHistory {
    /// Returns a history of random operations. Operations that cannot be applied are left out.
    static func random(using random: inout SplitMix64) throws -> EditHistory {
        var history = try EditHistory(
            duration: MediaTime(value: .random(in: 1...400, using: &random), timescale: 10))
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            try? history.perform(.random(duration: history.edit.duration, using: &random))
        }
        return history
    }
}

extension EditOperation {
    /// Returns `count` cuts of a tenth of a second. A tenth of a second is kept before each.
    static func cutsOfTenths(_ count: Int) -> [EditOperation] {
        (0..<Int64(count)).map { place in
            let start = place * 2 + 1
            return .cut(.tenths(start, start + 1))
        }
    }
}
