import MediaTime
import ReplayTestSupport
import ReplayTimeline

extension MediaTime {
    /// Returns a length of up to three hours, in ticks of one of the usual timescales.
    static func random(using random: inout SplitMix64) -> MediaTime {
        let timescale = [10, 1000, 15_360, 90_000].randomElement(using: &random) ?? 1000
        return MediaTime(value: .random(in: 1...Int64(timescale) * 3600, using: &random), timescale: Int32(timescale))
    }
}

extension EditOperation {
    /// Returns a trim or a cut of a recording. Some ranges exceed the recording or keep nothing.
    static func random(duration: MediaTime, using random: inout SplitMix64) -> EditOperation {
        let start = Int64.random(in: -1...duration.value, using: &random)
        let end = start + Int64.random(in: 0...max(1, duration.value / 6), using: &random)
        let range = TimeRange(
            start: MediaTime(value: start, timescale: duration.timescale),
            end: MediaTime(value: end, timescale: duration.timescale))
        return Int.random(in: 0..<8, using: &random) == 0 ? .trim(range) : .cut(range)
    }
}

extension EditHistory {
    /// Returns a history of random operations, some of which are undone. Operations that cannot be applied are left
    /// out.
    static func random(duration: MediaTime, using random: inout SplitMix64) throws -> EditHistory {
        var history = try EditHistory(duration: duration)
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let step = EditStep.random(duration: duration, using: &random)
            try? step.apply(to: &history)
        }
        return history
    }
}

/// A step that a user may take in an edit.
enum EditStep {
    case perform([EditOperation])
    case undo
    case redo

    static func random(duration: MediaTime, using random: inout SplitMix64) -> EditStep {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .undo
        case 1: return .redo
        default:
            let count = Int.random(in: 1...3, using: &random)
            return .perform((0..<count).map { _ in .random(duration: duration, using: &random) })
        }
    }

    /// Applies the whole step, or nothing.
    func apply(to history: inout EditHistory) throws {
        var changed = history
        switch self {
        case .perform(let operations):
            let changes = operations.map { EditChange.perform($0) }
            try changed.change(changes.count == 1 ? changes[0] : .all(changes))
        case .undo: try changed.undo()
        case .redo: try changed.redo()
        }
        history = changed
    }
}
