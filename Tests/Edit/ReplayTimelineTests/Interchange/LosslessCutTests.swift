import Foundation
import MediaTime
import ReplayJSON
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks projects of LosslessCut, written and read.
@Suite struct LosslessCutTests {
    private static func document(_ text: String) throws -> InterchangeDocument {
        .losslessCut(try JSON5Text(Array(text.utf8)).parse().decode(LosslessCutProject.self))
    }

    @Test("Cuts come back to the tick, and marks with their names")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let (content, written) = try InterchangeContent.random(using: &random)
            let document = try Self.document(try content.file(as: .llc).text)
            let whole = try EditHistory(duration: written.edit.duration)
            #expect(try whole.applying(document).edit.kept == written.edit.kept)
            let read = try document.edit(for: whole.edit, rate: try #require(FrameRate(10)), marks: [])
            #expect(read.marks == content.marks)
        }
        let odd = MediaTime(value: 90_000 * 7200 + 1, timescale: 90_000)
        var history = try EditHistory(duration: odd)
        try history.perform(.trim(TimeRange(start: MediaTime(value: 7, timescale: 90_000), end: odd)))
        let text = try InterchangeContent(history).file(as: .llc).text
        #expect(try EditHistory(duration: odd).applying(try Self.document(text)).edit == history.edit)
    }

    @Test("A project as people have it is read: version 1, ends that are missing, segments that are turned off")
    func otherProjects() throws {
        let first = """
            {
              version: 1,
              mediaFileName: '4K9A0217.mp4',
              cutSegments: [
                { end: 1.370253, name: '1', },
                { start: 6.120231, end: 8.870245, name: 'it\\'s', tags: { a: 'b' } },
                { start: 9 },
              ],
            }
            """
        let history = try EditHistory(duration: MediaTime(value: 100_000, timescale: 10_000))
        let read = try history.applying(try Self.document(first))
        #expect(read.edit.kept.map(\.start.value) == [0, 61_202, 90_000])
        #expect(read.edit.kept.map(\.end.value) == [13_703, 88_702, 100_000])
        let second = """
            {version: 2, cutSegments: [{start: 5, end: 7, name: '', selected: true}, {start: 3, name: 'here'},
            {start: 0, end: 1.0, name: ''}, {start: 8, end: 9, selected: false}, {start: 6, end: 10.05}]}
            """
        let other = try Self.document(second)
        #expect(try history.applying(other).edit.kept.map(\.end.seconds) == [1, 10])
        #expect(try history.applying(other).edit.kept.map(\.start.seconds) == [0, 5])
    }

    @Test(
        "What cannot be is refused",
        arguments: [
            ("{version: 9, cutSegments: []}", "is newer than"),
            ("{cutSegments: [{start: 3, end: 2}]}", "segment 1 ends before"),
            ("{cutSegments: [{start: -3, end: 2}]}", "an invalid time"),
            ("{cutSegments: [{start: 1e300, end: 2}]}", "an invalid time"),
            ("{cutSegments: [{start: 20, end: 30}]}", "extends beyond the recording"),
            ("{cutSegments: [{start: 2, end: 2}]}", "keeps nothing"),
        ])
    func refused(text: String, complaint: String) throws {
        let history = try EditHistory(duration: .tenths(100))
        let error = #expect(throws: InterchangeError.self) { try history.applying(try Self.document(text)) }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
    }
}
