import Foundation
import MediaTime
import ReplayBroadcast
import ReplayLibrary
import Testing

@testable import ReplayComments

@Suite struct CommentIntakeTests {
    private let start = Date(timeIntervalSince1970: 1_777_897_800)
    private let now = HostTime(nanoseconds: 0)

    private func intake(at elapsed: MediaTime = .seconds(10)) -> CommentIntake {
        var intake = CommentIntake(CommentSummary(source: "test"), recordingStart: start)
        intake.observe(elapsed, at: now, date: start + 10)
        return intake
    }

    private func line(_ text: String) -> CommentInput { .line(Array(text.utf8)) }

    @Test("A comment without a time belongs to its arrival, others to their time")
    func places() {
        var intake = intake()
        let kept = intake.take(
            [
                line(#"{"text": "now"}"#), line(#"{"text": "then", "time": 3.5}"#),
                line(#"{"text": "date", "time": "2026-05-04T12:30:04Z"}"#),
            ], at: now)
        #expect(kept.map(\.time.wholeMilliseconds) == [10_000, 3500, 4000])
        intake.note(kept: kept, at: now)
        #expect(intake.summary.kept == 3 && intake.summary.latest?.text == "now")
    }

    @Test("What was in the file before counts only with a time of the recording")
    func old() {
        var intake = intake()
        let lines = [
            #"{"text": "a"}"#, #"{"text": "b", "time": 1}"#, #"{"text": "c", "time": "2020-01-01T00:00:00Z"}"#,
        ]
        let kept = intake.take(lines.map { .oldLine(Array($0.utf8)) }, at: now)
        #expect(kept.map(\.text) == ["b"] && intake.summary.refused == 0)
        #expect(intake.take([line(lines[2])], at: now).isEmpty && intake.summary.refused == 1)
        #expect(intake.summary.faults == [CommentFault.tooOld.reason])
    }

    @Test("A burst of 100 is kept, then 25 per second; the rest is counted as dropped")
    func rate() {
        var intake = intake()
        let lines = (0..<200).map { line(#"{"text": "\#($0)"}"#) }
        #expect(intake.take(lines, at: now).count == 100)
        #expect(intake.summary.dropped == 100 && intake.summary.refused == 0)
        #expect(intake.take(lines, at: now + .seconds(2)).count == 50)
        #expect(intake.take(lines, at: now + .seconds(100)).count == 100)
    }

    @Test("A comment of the future is shown when its time has come")
    func upcoming() {
        var intake = intake()
        let kept = intake.take([line(#"{"text": "later", "time": 12}"#), line(#"{"text": "now"}"#)], at: now)
        intake.note(kept: kept, at: now)
        #expect(intake.summary.latest?.text == "now" && intake.summary.kept == 2)
        intake.observe(.seconds(12), at: now + .seconds(2), date: start + 12)
        #expect(intake.summary.latest?.text == "later")
    }
}
