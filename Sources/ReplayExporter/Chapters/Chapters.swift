import FoundationEssentials
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// A named part of an edit.
struct Chapter: Sendable, Equatable {
    /// What it is called, where somebody named it.
    var title: String?
    /// Where it stands in the edit, in milliseconds; never empty.
    var range: TimeRange
}

/// The chapters of an edit, end to end from 0 to its end; none where nothing was marked.
///
/// At each instant that the edit keeps, the chapter is named by the last mark that the recording has up to there.
struct Chapters: Sendable, Equatable {
    private(set) var list: [Chapter] = []

    /// No chapters.
    init() {}

    /// The chapters that the marks among `events` begin.
    /// - Parameters:
    ///   - clips: the edit's, in the order of the recording.
    ///   - duration: how long the edit is.
    init(events: [RecordingEvent], clips: [Clip], duration: MediaTime) {
        let marks = events.filter { $0.kind == .mark }.sorted { $0.time < $1.time }
        let end = Self.milliseconds(duration)
        var beginnings: [(start: MediaTime, title: String?)] = []
        for (index, mark) in marks.enumerated() {
            let next = index + 1 < marks.count ? marks[index + 1].time : nil
            guard let start = Self.start(of: mark.time, before: next, in: clips), start < end else { continue }
            // Of marks within one millisecond the last one names the chapter.
            if beginnings.last?.start == start { beginnings.removeLast() }
            beginnings.append((start, mark.detail.flatMap { $0.isEmpty ? nil : $0 }))
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

extension Chapters {
    /// The chapters in Apple's format for the session data `com.apple.hls.chapters`: the same bytes for the same
    /// chapters.
    var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let entries = list.enumerated().map { Entry($1, number: $0 + 1) }
            return [UInt8](try encoder.encode(entries)) + [UInt8(ascii: "\n")]
        }
    }

    private struct Entry: Encodable {
        struct Title: Encodable {
            /// Nobody says in which language marks are named.
            let language = "und"
            let title: String
        }

        let chapter: Int
        let start: Decimal
        let duration: Decimal
        let titles: [Title]?

        enum CodingKeys: String, CodingKey {
            case chapter, duration, titles
            case start = "start-time"
        }

        init(_ entry: Chapter, number: Int) {
            chapter = number
            start = Self.seconds(entry.range.start)
            duration = Self.seconds(entry.range.duration)
            titles = entry.title.map { [Title(title: $0)] }
        }

        /// Exact, where a floating-point number might print otherwise.
        private static func seconds(_ time: MediaTime) -> Decimal {
            Decimal(time.converted(to: 1000, rounding: .up).value) / 1000
        }
    }
}
