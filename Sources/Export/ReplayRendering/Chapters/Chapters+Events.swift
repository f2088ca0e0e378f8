import FoundationEssentials
package import MediaTime
import ReplayEditor
import ReplayInterchange
package import ReplayLibrary
package import ReplayTimeline

extension Chapters {
    /// Creates the chapters that begin at the marks in `events`.
    /// - Parameters:
    ///   - clips: The clips of the edit, in the order of the recording.
    ///   - duration: The duration of the edit.
    package init(events: [RecordingEvent], clips: [Clip], duration: MediaTime) {
        self.init(marks: events.marks, clips: clips, duration: duration)
    }
}

extension Chapters {
    /// The chapters in Apple's format of the session data `com.apple.hls.chapters`. The same chapters always give the
    /// same bytes.
    package var json: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let entries = list.enumerated().map { Entry($1, number: $0 + 1) }
            return [UInt8](try encoder.encode(entries)) + [UInt8(ascii: "\n")]
        }
    }

    private struct Entry: Encodable {
        struct Title: Encodable {
            /// The language of marks is not known.
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

        /// Returns the seconds, exact to the millisecond. A floating-point number might print other digits.
        private static func seconds(_ time: MediaTime) -> Decimal {
            Decimal(time.converted(to: 1000, rounding: .up).value) / 1000
        }
    }
}
