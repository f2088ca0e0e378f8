import MediaTime
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import ReplayComposition
@testable import ReplayRendering

@Suite struct CaptionSamplesTests {
    private func cue(_ start: Int64, _ end: Int64, _ text: String) -> Captions.Cue {
        Captions.Cue(
            range: TimeRange(start: .milliseconds(start), end: .milliseconds(end)),
            lines: text.split(separator: "\n").map(String.init))
    }

    @Test("At each instant a track shows all cues of that time, in the order of their file, and nothing else")
    func overlaps() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let cues = (0..<Int.random(in: 0...12, using: &random)).map { number -> Captions.Cue in
                let start = Int64.random(in: 0..<40, using: &random)
                return cue(start, start + .random(in: 0..<20, using: &random), "cue \(number)")
            }
            let samples = try CaptionSamples(Captions(cues: cues)).samples
            #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
            for time in Int64(0)..<60 {
                let wanted = cues.filter { $0.range.contains(.milliseconds(time)) }.map(\.plainText)
                let shown = samples.first { $0.range.contains(time) }?.text
                #expect(shown ?? "" == wanted.joined(separator: "\n"), "\(time)")
            }
        }
    }

    @Test("Cues that overlap without end are refused, and very many that do not are not")
    func many() throws {
        let long = (0..<1500).map { _ in cue(0, 1_000_000, "a line that is always there") }
        let short = (0..<400_000).map { cue(Int64($0), Int64($0) + 1, "x") }
        #expect(throws: CaptionsError.self) { try CaptionSamples(Captions(cues: long + short)) }
        let time = try ContinuousClock().measure {
            let samples = try CaptionSamples(Captions(cues: short.shuffled())).samples
            #expect(samples.count == 1)
        }
        print("400,000 cues: \(time)")
    }

    @Test("Tags go, escapes are what they stand for, and what is neither stays")
    func text() {
        for (written, read) in [
            ("<b>bold</b> <v Ann>text</v> <00:01.000>on", "bold text on"),
            ("a &lt;b&gt; &amp;amp; &#65;&#x42;", "a <b> &amp; AB"),
            ("a < b", "a < b"), ("x &nothing; & y &#0;", "x &nothing; & y &#0;"), ("{\\fs200}", "{\\fs200}"),
            ("<c></c>", ""), ("one\n<c></c>\ntwo", "one\ntwo"), ("<\u{301}b>x", "x"), ("&\u{301}amp;", "&\u{301}amp;"),
        ] {
            #expect(cue(0, 1, written).plainText == read, "\(written)")
        }
        #expect(cue(0, 1, "<i>a</i> <v Ann>b</v>").subRipText == "<i>a</i> b")
    }

    @Test("A language has the three letters of ISO 639, where it has any")
    func languages() {
        for (tag, code) in [("en", "eng"), ("de-AT", "deu"), ("zh-Hant-TW", "zho"), ("gsw", "gsw"), ("xx", nil)] {
            #expect(LanguageTag(tag)?.threeLetters == code, "\(tag)")
        }
    }
}
