import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

@Suite struct ChaptersTests {
    private func mark(_ milliseconds: Int64, _ name: String? = nil) -> RecordingEvent {
        RecordingEvent(time: .milliseconds(milliseconds), kind: .mark, detail: name)
    }

    /// Returns an edit of a ten-second recording with these cuts, in seconds.
    private func edit(cutting cuts: Range<Int64>...) throws -> Edit {
        var edit = try Edit(duration: MediaTime(value: 900_000, timescale: 90_000))
        for cut in cuts {
            try edit.apply(.cut(TimeRange(start: .seconds(cut.lowerBound), end: .seconds(cut.upperBound))))
        }
        return edit
    }

    private func chapters(_ events: [RecordingEvent], _ edit: Edit) -> [String] {
        Chapters(events: events, clips: edit.clips, duration: edit.editedDuration).list
            .map { "\($0.range) \($0.title ?? "-")" }
    }

    @Test("Chapters go from mark to mark, the first one from the beginning")
    func marks() throws {
        let events = [
            RecordingEvent(time: .zero, kind: .started), mark(2000, "two"), mark(500, ""), mark(4000),
            RecordingEvent(time: .seconds(3), kind: .paused),
        ]
        #expect(
            chapters(events, try edit()) == [
                "0:00.000..0:00.500 -", "0:00.500..0:02.000 -", "0:02.000..0:04.000 two", "0:04.000..0:10.000 -",
            ])
        #expect(chapters([mark(0, "zero")], try edit()) == ["0:00.000..0:10.000 zero"])
        #expect(chapters([], try edit()).isEmpty)
    }

    @Test("A mark in what is removed moves on, unless the next one comes first")
    func removed() throws {
        let edit = try edit(cutting: 0..<1, 3..<5, 9..<10)
        let events = [
            mark(500, "a"), mark(3500, "b"), mark(4000, "c"), mark(4500, "d"), mark(5000, "e"), mark(9000, "f"),
        ]
        #expect(chapters(events, edit) == ["0:00.000..0:02.000 a", "0:02.000..0:06.000 e"])
        #expect(chapters([mark(3500, "b")], edit) == ["0:00.000..0:02.000 -", "0:02.000..0:06.000 b"])
        #expect(chapters([mark(9500, "f")], edit).isEmpty)
    }

    @Test("At each time of the edit, the chapter is named by the last mark up to its instant of the recording")
    func property() throws {
        var random = SplitMix64.seeded()
        for timescale: Int32 in [1000, 12_800, 30_000, 90_000, 1_000_000_000] {
            for _ in 0..<100 {
                let edit = try Edit.random(timescale: timescale, using: &random)
                let events = (0..<Int.random(in: 0...8, using: &random)).map { number in
                    mark(.random(in: 0...10_000, using: &random), "\(number)")
                }
                let chapters = Chapters(events: events, clips: edit.clips, duration: edit.editedDuration).list
                for instant in edit.milliseconds(using: &random) {
                    let source = try #require(edit.source(at: instant))
                    let last = events.sorted { $0.time < $1.time }.last { $0.time <= source }
                    let shown = chapters.filter { $0.range.contains(instant) }
                    #expect(shown.count == (chapters.isEmpty ? 0 : 1))
                    #expect(shown.first?.title == last?.detail, "at \(instant) of \(edit), \(events)")
                }
                #expect(chapters.allSatisfy { !$0.range.isEmpty })
            }
        }
    }

    @Test("The session data is Apple's, the same to the byte")
    func json() throws {
        let events = [mark(1001, "a “b” \"c\" </d>\n"), mark(9999)]
        let chapters = Chapters(
            events: events, clips: try edit().clips, duration: try edit().editedDuration)
        #expect(
            String(decoding: try chapters.json, as: UTF8.self) == #"""
                [
                  {
                    "chapter" : 1,
                    "duration" : 1.001,
                    "start-time" : 0
                  },
                  {
                    "chapter" : 2,
                    "duration" : 8.998,
                    "start-time" : 1.001,
                    "titles" : [
                      {
                        "language" : "und",
                        "title" : "a “b” \"c\" </d>\n"
                      }
                    ]
                  },
                  {
                    "chapter" : 3,
                    "duration" : 0.001,
                    "start-time" : 9.999
                  }
                ]

                """#)
        #expect(try chapters.json == chapters.json)
    }
}
