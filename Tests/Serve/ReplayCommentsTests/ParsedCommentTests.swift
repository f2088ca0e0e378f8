import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayComments

@Suite struct ParsedCommentTests {
    private func parsed(_ line: String) throws -> ParsedComment { try ParsedComment(Array(line.utf8)) }

    private func fault(_ line: String) -> CommentFault? { fault(Array(line.utf8)) }

    private func fault(_ line: [UInt8]) -> CommentFault? {
        do throws(CommentFault) {
            _ = try ParsedComment(line)
            return nil
        } catch { return error }
    }

    @Test("Text, author and time are read, and other keys are ignored")
    func keys() throws {
        let comment = try parsed(#"{"text": "Hi", "author": "Ann", "time": 1.2345, "badge": [1, {"a": null}]}"#)
        #expect(comment.text == "Hi" && comment.author == "Ann")
        #expect(comment.instant == .recording(.milliseconds(1235)))
        #expect(try parsed(#"{"text": "Hi", "author": null}"#).instant == .arrival)
    }

    @Test(
        "Dates are those of RFC 3339, with or without a fraction and an offset",
        arguments: [
            ("2026-05-04T12:30:00Z", 0), ("2026-05-04T12:30:00.250Z", 0.25), ("2026-05-04T14:30:00+02:00", 0),
            ("2026-05-04T14:30:00.5+02:00", 0.5),
        ])
    func dates(text: String, fraction: Double) throws {
        let date = Date(timeIntervalSince1970: 1_777_897_800 + fraction)
        guard case .date(let found) = try parsed(#"{"text": "Hi", "time": "\#(text)"}"#).instant else {
            Issue.record("no date")
            return
        }
        #expect(abs(found.timeIntervalSince(date)) < 0.001, "\(found)")
    }

    @Test("Each fault has its reason")
    func faults() {
        #expect(fault([0x7B, 0xFF, 0x7D]) == .notUTF8)
        #expect(fault("hello") == .notJSON)
        #expect(fault(#"{"text": "Hi""#) == .notJSON)
        #expect(fault("[1]") == .notObject)
        #expect(fault(#"{"author": "Ann"}"#) == .noText)
        #expect(fault(#"{"text": 3}"#) == .notText)
        #expect(fault(#"{"text": "Hi", "author": {}}"#) == .notText)
        for time in ["-1", "1e300", "10000001", "true", #""yesterday""#, "{}"] {
            #expect(fault(#"{"text": "Hi", "time": \#(time)}"#) == .invalidTime, "\(time)")
        }
    }

    @Test("Random changes of a comment are parsed or refused, and never crash")
    func random() {
        var random = SplitMix64.seeded()
        let valid = Array(#"{"text": "Hi \u00e9 😀", "author": "Ann", "time": "2026-05-04T12:30:00Z", "x": 1e9}"#.utf8)
        var counts = (parsed: 0, refused: 0)
        for _ in 0..<5000 {
            var line = valid
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                line[Int.random(in: line.indices, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            if fault(line) == nil { counts.parsed += 1 } else { counts.refused += 1 }
        }
        #expect(counts.parsed > 500 && counts.refused > 500, "\(counts)")
    }
}
