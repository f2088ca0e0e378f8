package import MediaTime
package import ReplayTimeline

/// A named part of an edit.
package struct Chapter: Sendable, Equatable {
    /// The title, or nil if the chapter has none.
    package var title: String?
    /// The range in edited time, in milliseconds; never empty.
    package var range: TimeRange

    package init(title: String?, range: TimeRange) { (self.title, self.range) = (title, range) }

    /// Returns the title, or a default for formats that require one.
    /// - Parameter index: The index among the chapters, from 0.
    package func title(at index: Int) -> String { title ?? "Chapter \(index + 1)" }
}

/// The chapters of an edit, contiguous from 0 to its end. Empty if there are no marks.
///
/// At each kept instant, the chapter has the name of the last mark at or before that instant of the recording.
package struct Chapters: Sendable, Equatable {
    package private(set) var list: [Chapter] = []

    /// No chapters.
    package init() {}

    /// Creates the chapters that marks begin.
    /// - Parameters:
    ///   - clips: The edit's clips, in the order of the recording.
    ///   - duration: The duration of the edit.
    package init(marks: [TimelineMark], clips: [Clip], duration: MediaTime) {
        let marks = marks.sorted { $0.time < $1.time }
        let end = Self.milliseconds(duration)
        var beginnings: [(start: MediaTime, title: String?)] = []
        for (index, mark) in marks.enumerated() {
            let next = index + 1 < marks.count ? marks[index + 1].time : nil
            guard let start = Self.start(of: mark.time, before: next, in: clips), start < end else { continue }
            // If several marks lie within one millisecond, the last one names the chapter.
            if beginnings.last?.start == start { beginnings.removeLast() }
            beginnings.append((start, mark.name))
        }
        if let first = beginnings.first, first.start > .zero { beginnings.insert((.milliseconds(0), nil), at: 0) }
        let ends = beginnings.dropFirst().map(\.start) + [end]
        list = zip(beginnings, ends).map { Chapter(title: $0.title, range: TimeRange(start: $0.start, end: $1)) }
    }

    /// Returns the start of a mark's chapter in edited time: the next kept instant, if it comes before the next mark.
    private static func start(of mark: MediaTime, before next: MediaTime?, in clips: [Clip]) -> MediaTime? {
        let index = clips.partitioningIndex { $0.source.end > mark }
        guard index < clips.endIndex else { return nil }
        let clip = clips[index]
        let kept = max(mark, clip.source.start)
        if let next, next <= kept { return nil }
        guard clip.isAsRecorded else {
            return milliseconds(clip.editedTime(at: kept.converted(to: clip.start.timescale, rounding: .down)))
        }
        let shift = clip.start - clip.source.start
        // If no timescale can hold the sum, the mark is rounded down to a tick, so that it never moves across a cut.
        return milliseconds(
            kept.adding(shift) ?? kept.converted(to: shift.timescale, rounding: .down) + shift)
    }

    /// Rounds up to milliseconds, so that a player that seeks there never shows the frame before.
    private static func milliseconds(_ time: MediaTime) -> MediaTime { time.converted(to: 1000, rounding: .up) }
}
