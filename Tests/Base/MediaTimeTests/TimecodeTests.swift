import MediaTime
import ReplayTestSupport
import Testing

@Suite struct TimecodeTests {
    private let duration = MediaTime(value: 90_000_000, timescale: 90_000)

    private func milliseconds(_ count: Int64) -> MediaTime {
        MediaTime(value: count, timescale: 1000)
    }

    @Test(
        "A time is read",
        arguments: [
            ("12.5", 12_500), ("0", 0), ("1:02.250", 62_250), ("1:02:03", 3_723_000), ("90s", 90_000),
            ("1500ms", 1500),
            ("90:00", 5_400_000), ("1.5s", 1500), ("0.5ms", 0), ("100000:00:00", 360_000_000_000),
            ("007", 7000), ("1m30s", 90_000), ("1min", 60_000), ("10sec", 10_000), ("2m", 120_000), ("1h", 3_600_000),
            ("1h1.5s", 3_601_500),
            ("1h2m3s", 3_723_000),
        ] as [(String, Int64)])
    func timeIsRead(text: String, expected: Int64) throws {
        guard case .time(let time) = try TimePosition(parsing: text) else {
            Issue.record("\(text) is not a time")
            return
        }
        #expect(time.converted(to: 1000, rounding: .down) == milliseconds(expected))
    }

    @Test("Frames and times from the end are read")
    func framesAndTimesFromTheEndAreRead() throws {
        #expect(try TimePosition(parsing: "f120") == .frame(120))
        #expect(try TimePosition(parsing: "f999999999") == .frame(999_999_999))
        #expect(try TimePosition(parsing: "-5") == .fromEnd(milliseconds(5000)))
        #expect(try TimePosition(parsing: "-1:02") == .fromEnd(milliseconds(62_000)))
        #expect(
            try TimePosition(parsing: "0.000000001") == .time(MediaTime(value: 1, timescale: 1_000_000_000)))
        #expect(
            try TimePosition(parsing: "0.000001ms") == .time(MediaTime(value: 1, timescale: 1_000_000_000)))
    }

    @Test(
        "What is no time is refused and quoted",
        arguments: [
            "", " ", "abc", "1:60", "1:60:00", "1:2:3:4", ":", "1:", ":1", "1..2", ".5", "5.", "--5", "-f1", "-",
            "f", "f-1",
            "f1.5", "+5", "1e3", "5 ", "٣", "1.5.5", "ms", "s", "1:02s5", "m", "1s1m", "1m1", "1m1m", "1h1h", "1m1h",
            "-1:-2", "f12ms", "\u{0}", "5\n",
        ])
    func whatIsNoTimeIsRefusedAndQuoted(text: String) {
        #expect(throws: TimecodeError.malformed(text)) { try TimePosition(parsing: text) }
        #expect(TimecodeError.malformed(text).description.contains("“\(text)”"))
    }

    @Test(
        "What is too large is refused",
        arguments: [
            "100000:00:00.1", "360000001", "f1000000000", "99999999999999999999", "f99999999999999999999",
            "100001:00:00", "6000001:00", "360000000001ms", "9999999999999999:00:00", "100001h",
            "9223372036854775807h", "6000001m", "99999h99999m",
        ])
    func whatIsTooLargeIsRefused(text: String) {
        #expect(throws: TimecodeError.tooLarge(text)) { try TimePosition(parsing: text) }
    }

    @Test(
        "What is finer than a nanosecond is refused",
        arguments: ["1.0000000001", "1.0000001ms", "360000000000.000000001ms"])
    func whatIsFinerThanANanosecondIsRefused(text: String) {
        #expect(throws: TimecodeError.tooFine(text)) { try TimePosition(parsing: text) }
    }

    @Test("Ranges may leave out a side")
    func rangesMayLeaveOutASide() throws {
        let range = try TimePositionRange(parsing: "5..-2.5")
        #expect(range.start == .time(milliseconds(5000)))
        #expect(range.end == .fromEnd(milliseconds(2500)))
        #expect(try TimePositionRange(parsing: "..f3") == TimePositionRange(start: nil, end: .frame(3)))
        #expect(try TimePositionRange(parsing: "1:00..").end == nil)
        #expect(throws: TimecodeError.notARange("5")) { try TimePositionRange(parsing: "5") }
        #expect(throws: TimecodeError.malformed("1...5")) { try TimePositionRange(parsing: "1...5") }
    }

    @Test("A range may have a dash, where neither side has one")
    func rangeMayHaveADash() throws {
        let range = try TimePositionRange(parsing: "1:00-2m")
        #expect(range == TimePositionRange(start: .time(milliseconds(60_000)), end: .time(milliseconds(120_000))))
        for text in ["-5", "5-", "-5-6", "5--6", "1-2-3", "-"] {
            #expect(throws: TimecodeError.notARange(text)) { try TimePositionRange(parsing: text) }
        }
    }

    @Test("A range is resolved in the recording's timescale")
    func rangeIsResolvedInTheRecordingsTimescale() throws {
        let rate = try #require(FrameRate("60"))
        let range = try TimePositionRange(parsing: "f60..-1.000000001").resolved(
            in: duration, frameRate: rate)
        #expect(range == TimeRange(start: milliseconds(1000), end: milliseconds(999_000)))
        #expect(range.start.timescale == 90_000 && range.end.timescale == 90_000)
        let whole = try TimePositionRange(parsing: "..").resolved(in: duration, frameRate: rate)
        #expect(whole == TimeRange(start: .zero, end: duration))
    }

    @Test("What lies outside the recording is refused in a sentence")
    func whatLiesOutsideTheRecordingIsRefused() throws {
        let rate = try #require(FrameRate("60"))
        #expect(
            throws: TimecodeError.beyondEnd(.time(milliseconds(1_000_001)), duration: duration)
        ) { try TimePosition(parsing: "1000.001").resolved(in: duration, frameRate: rate) }
        let early = #expect(throws: TimecodeError.self) {
            try TimePosition(parsing: "-20:00").resolved(in: duration, frameRate: rate)
        }
        #expect(
            early?.description == "“-20:00.000” is before the start of the recording, which lasts 16:40.000")
        let frame = #expect(throws: TimecodeError.self) {
            try TimePosition(parsing: "f7").resolved(in: duration) { _ in nil }
        }
        #expect(frame?.description == "“f7” is after the end of the recording, which lasts 16:40.000")
        let reversed = #expect(throws: TimecodeError.self) {
            try TimePositionRange(parsing: "-5..5").resolved(in: duration, frameRate: rate)
        }
        #expect(
            reversed?.description == "“-0:05.000..0:05.000” ends at 0:05.000, before it starts at 16:35.000")
    }

    @Test(
        "Times are printed as people write them",
        arguments: [
            (0, "0:00.000"), (59_999, "0:59.999"), (60_000, "1:00.000"), (3_599_999, "59:59.999"),
            (3_600_000, "1:00:00.000"), (36_061_001, "10:01:01.001"), (-5250, "-0:05.250"),
        ] as [(Int64, String)])
    func timesArePrintedAsPeopleWriteThem(count: Int64, text: String) {
        #expect(milliseconds(count).timecode() == text)
    }

    @Test("What is printed can be read again")
    func whatIsPrintedCanBeReadAgain() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<5000 {
            let time = milliseconds(.random(in: 0...360_000_000_000, using: &random))
            #expect(try TimePosition(parsing: time.timecode()) == .time(time))
        }
    }

    @Test("Parsing never traps on noise")
    func parsingNeverTrapsOnNoise() {
        var random = SplitMix64.seeded()
        let alphabet = Array("0123456789.:-fms ..e9")
        for _ in 0..<50_000 {
            let length = Int.random(in: 0...24, using: &random)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &random)! })
            _ = try? TimePositionRange(parsing: text).resolved(in: duration) { _ in nil }
            _ = try? TimePosition(parsing: text)
            _ = Rational(text)
        }
    }
}
