import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import ReplayComposition

@Suite struct CommentCaptionsTests {
    private func comments(_ all: [(Int64, String)]) throws -> [RecordingComment] {
        try all.map { try #require(RecordingComment(time: .milliseconds($0.0), author: "A", text: $0.1)) }
    }

    private func shown(_ cues: [Captions.Cue]) -> [String] {
        cues.map { cue in
            let times = [cue.range.start, cue.range.end].map { "\($0.converted(to: 1000, rounding: .down).value)" }
            return times.joined(separator: "-") + " " + cue.lines.joined(separator: "|")
        }
    }

    @Test("A comment is shown for four seconds and the time to read it, and three at once")
    func layout() throws {
        let cues = CommentCaptions(try comments([(1000, "one"), (2000, "two"), (3000, "three"), (4000, "four")])).cues
        #expect(
            shown(cues) == [
                "1000-2000 A: one", "2000-3000 A: one|A: two", "3000-4000 A: one|A: two|A: three",
                "4000-6240 A: two|A: three|A: four", "6240-7320 A: three|A: four", "7320-8280 A: four",
            ])
    }

    @Test("Markup of a comment is text, and a long comment is cut")
    func markup() throws {
        let cues = CommentCaptions(try comments([(0, "<b>&amp; --> x"), (9000, String(repeating: "y", count: 400))]))
            .cues
        #expect(cues.first?.lines == ["A: &lt;b&gt;&amp;amp; --&gt; x"])
        #expect(cues.first?.plainText == "A: <b>&amp; --> x")
        #expect(cues.last?.lines.first?.count == ShownComment.maxLength)
    }

    @Test("Cues of random comments follow each other, are valid WebVTT, and show three comments at most")
    func random() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<100 {
            let times = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                Int64.random(in: 0...90_000, using: &random)
            }
            let captions = Captions(try comments(times.sorted().map { ($0, "<\($0)> & -->") }))
            for (first, second) in zip(captions.cues, captions.cues.dropFirst()) {
                #expect(first.range.end <= second.range.start)
            }
            #expect(captions.cues.allSatisfy { (1...ShownComment.maxShown).contains($0.lines.count) })
            #expect(captions.cues.allSatisfy { !$0.range.isEmpty })
            #expect(try Captions(Array(captions.webVTT.utf8), path: "x") == captions)
        }
    }
}
