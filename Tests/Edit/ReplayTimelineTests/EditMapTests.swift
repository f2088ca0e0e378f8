import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// An edit with the answers of its map, from `EditMapCases.json`. The tests of the page's `editmap.js` read the same file.
private struct EditMapCase: Decodable, CustomTestStringConvertible {
    let name: String
    let timescale: Int32
    let duration: Int64
    let operations: [Operation]
    /// The start and end in the recording, and the start and duration in the edit.
    let clips: [[Int64]]
    let editedDuration: Int64
    let recordingTimes: [RecordingTime]
    let editedTimes: [[Int64]]

    /// An operation without its range, and the range.
    struct Operation: Decodable {
        let text: String
        let start: Int64
        let end: Int64

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            text = try values.decode(String.self)
            start = try values.decode(Int64.self)
            end = try values.decode(Int64.self)
        }
    }

    /// A time of the recording, the edited time of the next kept instant, and whether the time itself is kept.
    struct RecordingTime: Decodable {
        let time: Int64
        let edited: Int64
        let isKept: Bool

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            time = try values.decode(Int64.self)
            edited = try values.decode(Int64.self)
            isKept = try values.decode(Bool.self)
        }
    }

    var testDescription: String { name }

    static let all: [EditMapCase] = {
        let file = ProjectFolder.url.appending(path: "Tests/Edit/ReplayTimelineTests/EditMapCases.json")
        // Without the file there are no cases, and a test says so.
        return (try? JSONDecoder().decode([EditMapCase].self, from: Data(contentsOf: file))) ?? []
    }()

    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: timescale) }

    func map() throws -> EditMap {
        let whole = try Edit(duration: time(duration))
        return EditMap(
            try whole.applying(
                try operations.map {
                    let range = TimeRange(start: time($0.start), end: time($0.end))
                    return try WrittenOperation.operation(parsing: $0.text, on: range)
                }))
    }
}

@Suite struct EditMapTests {
    private let map: EditMap

    init() throws {
        let whole = try Edit(duration: .tenths(100))
        map = EditMap(try whole.applying([.trim(.tenths(10, 90)), .cut(.tenths(30, 50))]))
    }

    @Test("Removed instants have no place, but a next kept one")
    func removedInstantsHaveNoPlace() {
        #expect(map.editedTime(at: .tenths(9)) == nil)
        #expect(map.editedTime(at: .tenths(10)) == .tenths(0))
        #expect(map.editedTime(at: .tenths(30)) == nil)
        #expect(map.nextEditedTime(from: .tenths(30)) == .tenths(20))
        #expect(map.nextEditedTime(from: .tenths(0)) == .tenths(0))
        #expect(map.nextEditedTime(from: .tenths(90)) == nil)
    }

    @Test("A finer instant never moves across a cut")
    func finerInstantNeverMovesAcrossACut() {
        let justBefore = MediaTime(value: 2_999_999_999, timescale: 1_000_000_000)
        #expect(map.editedTime(at: justBefore) == .tenths(19))
        let justKept = MediaTime(value: 4_999_999_999, timescale: 1_000_000_000)
        #expect(map.editedTime(at: justKept) == nil)
    }

    @Test("Outside the edit there is no recording time")
    func outsideTheEditThereIsNoRecordingTime() {
        #expect(map.recordingTime(at: .tenths(-1)) == nil)
        #expect(map.recordingTime(at: .tenths(60)) == nil)
        #expect(map.recordingTime(at: .tenths(59)) == .tenths(89))
        #expect(map.recordingTime(at: .tenths(20)) == .tenths(50))
    }

    @Test("The cases shared with the page are there")
    func sharedCases() {
        #expect(EditMapCase.all.count >= 7)
    }

    @Test("The map gives the answers of the cases shared with the page", arguments: EditMapCase.all)
    fileprivate func answers(of each: EditMapCase) throws {
        let map = try each.map()
        let clips = map.clips.map {
            [$0.source.start.value, $0.source.end.value, $0.start.value, $0.duration.value]
        }
        #expect(clips == each.clips)
        #expect(map.editedDuration.value == each.editedDuration)
        for expected in each.recordingTimes {
            let time = each.time(expected.time)
            let edited = map.nextEditedTime(from: time)?.value ?? each.editedDuration - 1
            #expect(edited == expected.edited, "at \(expected.time)")
            #expect((map.editedTime(at: time) != nil) == expected.isKept, "at \(expected.time)")
        }
        for pair in each.editedTimes {
            #expect(map.recordingTime(at: each.time(pair[0]))?.value == pair[1], "at \(pair[0])")
        }
    }
}
