import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks edit-decision lists of CMX3600, written and read.
@Suite struct CMX3600Tests {
    private static func document(_ text: String) throws -> InterchangeDocument {
        .cmx3600(try CMX3600List(Array(text.utf8)))
    }

    @Test("Cuts between frames come back exactly, and effects that there are stay")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let written = try EditHistory.random(using: &random)
            let text = try InterchangeContent(written).file(as: .edl).text
            let read = try EditHistory(duration: written.edit.duration).applying(try Self.document(text))
            #expect(read.edit.kept == written.edit.kept, "\(text)")
            #expect(text.split(separator: "\n").allSatisfy { $0.utf8.allSatisfy { $0 >= 32 } })
        }
    }

    @Test("Speeds come back, those too that a rate of one decimal says inexactly")
    func speeds() throws {
        let duration = MediaTime(value: 60 * 90_000, timescale: 90_000)
        for text in ["2x", "0.5x", "1/3", "4/3", "1.25x", "16x", "0.1x"] {
            var history = try EditHistory(duration: duration)
            let speed = try #require(Speed(text))
            try history.perform(.speed(TimeRange(start: .seconds(12), end: .seconds(24)), speed))
            let list = try InterchangeContent(history, rate: "25").file(as: .edl).text
            let read = try EditHistory(duration: duration).applying(try Self.document(list), rate: "25")
            #expect(read.edit.clips == history.edit.clips, "\(text)")
        }
    }

    @Test("What is between frames goes to the nearest, and that is said")
    func rounding() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.cut(.tenths(34, 57)))
        try history.perform(.rotate(.half))
        try history.perform(.audio(AudioEffect(.mute, during: .tenths(1, 2))))
        let marks = [TimelineMark(time: .tenths(5), name: nil)]
        let content = try InterchangeContent(history, marks: marks, rate: "4", audioTrackCount: 2)
        let file = try content.file(as: .edl)
        #expect(
            file.loss
                == "CMX3600 leaves out 1 effect, the rotation and 1 mark, and moves 2 clips to whole frames of 4 per second"
        )
        #expect(file.text.contains("00:00:00:00 00:00:03:02 00:00:00:00 00:00:03:02"))
        #expect(file.text.contains("AA/V"))
    }

    @Test("Lists of other programs are read: comments, columns, dropped frames, a length written where the source ends")
    func otherPrograms() throws {
        let text = """
            TITLE:   Test SEQ \r
            FCM: DROP FRAME\r
            \r
            001  ACC112   V     C        00:00:01:02 00:00:03:36 01:00:00:00 01:00:02:34 \r
            * FROM CLIP NAME:  ACC112 WARBIRDS.NEW.01 \r
            002  ACC112   A     C        00:00:01:02 00:00:03:36 01:00:00:00 01:00:02:34 \r
            >>> SOURCE ACC112 WARBIRDS\r
            003  ACC112   V     C        00:00:05;00 00:00:06;00 01:00:02;34 01:00:03;34 \r
            M2   ACC112         119.9                00:00:05:00 \r
            """
        let history = try EditHistory(duration: MediaTime(value: 60 * 60_000, timescale: 60_000))
        let read = try history.applying(try Self.document(text), rate: "60000/1001")
        #expect(read.edit.kept.map { $0.start.value / 1001 } == [62, 300])
        #expect(read.edit.kept.map { $0.end.value / 1001 } == [216, 420])
        #expect(read.edit.clips.map(\.speed.description) == ["1x", "2x"])
    }

    @Test("A thousandth event, a day and other times that an EDL has not are refused")
    func limits() throws {
        var history = try EditHistory(duration: .tenths(100_000))
        try history.perform(.keep((0..<1000).map { .tenths($0 * 20, $0 * 20 + 10) }))
        let error = #expect(throws: InterchangeError.self) { try InterchangeContent(history).file(as: .edl) }
        #expect(error?.description.contains("at most 999 events") == true)
        let day = try EditHistory(duration: .seconds(90_000))
        #expect(throws: InterchangeError.self) { try InterchangeContent(day).file(as: .edl) }
    }

    @Test(
        "What is no list of cuts is refused with its line",
        arguments: [
            ("001 AX V D 024 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "line 1: it is not a cut"),
            ("001 AX V W001 024 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "line 1: it is not a cut"),
            ("001 BL V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "line 1: it is black"),
            ("001 AX V C 00:00:01:00 00:00:01:00 00:00:00:00 00:00:01:00", "ends before it begins"),
            ("001 AX V C 00:00:00:11 00:00:01:00 00:00:00:00 00:00:01:00", "is not a timecode at 10 frames"),
            ("001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:05:00", "10 frames cannot be shown in 50"),
            ("001 AX V C 00:00:00:00 00:00:01:00", "line 1: an event requires"),
            ("001 AX V C 01:00:00:00 01:00:01:00 00:00:00:00 00:00:01:00", "extends beyond the recording"),
            ("M2 AX 050.0 00:00:00:00", "requires a rate, and an event before it"), ("hello", "it has no events"),
            ("", "it has no events"),
            (
                "001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\nM2 AX -10.0 00:00:00:00",
                "line 2: “-10.0” is not a speed"
            ),
            (
                "001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n"
                    + "002 AX V C 00:00:02:00 00:00:03:00 00:00:02:00 00:00:03:00", "line 2: it does not begin where"
            ),
            (
                "001 AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n"
                    + "002 BX V C 00:00:02:00 00:00:03:00 00:00:01:00 00:00:02:00", "its reel is not"
            ),
            (
                "001 AX V C 00:00:05:00 00:00:06:00 00:00:00:00 00:00:01:00\n"
                    + "002 AX V C 00:00:02:00 00:00:03:00 00:00:01:00 00:00:02:00", "keeps the recording’s order"
            ),
        ])
    func refused(text: String, complaint: String) throws {
        let history = try EditHistory(duration: .tenths(100))
        let error = #expect(throws: InterchangeError.self) { try history.applying(try Self.document(text)) }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
    }
}
