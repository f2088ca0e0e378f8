package import MediaTime
package import ReplayTimeline

/// A named part of an edit.
package struct Chapter: Sendable, Equatable {
    /// What it is called, where somebody named it.
    package var title: String?
    /// Where it stands in the edit, in milliseconds; never empty.
    package var range: TimeRange

    package init(title: String?, range: TimeRange) { (self.title, self.range) = (title, range) }

    /// What files call it that must have a title.
    /// - Parameter index: among the chapters, from 0.
    package func title(at index: Int) -> String { title ?? "Chapter \(index + 1)" }
}

/// The chapters of an edit, end to end from 0 to its end; none where nothing was marked.
///
/// At each instant that the edit keeps, the chapter is named by the last mark that the recording has up to there.
package struct Chapters: Sendable, Equatable {
    package private(set) var list: [Chapter] = []

    /// No chapters.
    package init() {}

    /// The chapters that marks begin.
    /// - Parameters:
    ///   - clips: the edit's, in the order of the recording.
    ///   - duration: how long the edit is.
    package init(marks: [TimelineMark], clips: [Clip], duration: MediaTime) {
        let marks = marks.sorted { $0.time < $1.time }
        let end = Self.milliseconds(duration)
        var beginnings: [(start: MediaTime, title: String?)] = []
        for (index, mark) in marks.enumerated() {
            let next = index + 1 < marks.count ? marks[index + 1].time : nil
            guard let start = Self.start(of: mark.time, before: next, in: clips), start < end else { continue }
            // Of marks within one millisecond the last one names the chapter.
            if beginnings.last?.start == start { beginnings.removeLast() }
            beginnings.append((start, mark.name))
        }
        if let first = beginnings.first, first.start > .zero { beginnings.insert((.milliseconds(0), nil), at: 0) }
        let ends = beginnings.dropFirst().map(\.start) + [end]
        list = zip(beginnings, ends).map { Chapter(title: $0.title, range: TimeRange(start: $0.start, end: $1)) }
    }

    /// Where a mark's chapter begins in the edit: at the next instant that is kept, if that comes before the next mark.
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
        // Where no timescale holds the sum, the tick in which the mark lies: that never moves it across a cut.
        return milliseconds(
            kept.adding(shift) ?? kept.converted(to: shift.timescale, rounding: .down) + shift)
    }

    /// Rounded up: a player that seeks there never shows the frame before.
    private static func milliseconds(_ time: MediaTime) -> MediaTime { time.converted(to: 1000, rounding: .up) }
}
