import FoundationEssentials
import MediaTime
import ReplayEditor
import ReplayInterchange
import ReplayLibrary
import ReplayTimeline

extension Chapters {
    /// The chapters that the marks among `events` begin.
    /// - Parameters:
    ///   - clips: the edit's, in the order of the recording.
    ///   - duration: how long the edit is.
    init(events: [RecordingEvent], clips: [Clip], duration: MediaTime) {
        self.init(marks: events.marks, clips: clips, duration: duration)
    }
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
