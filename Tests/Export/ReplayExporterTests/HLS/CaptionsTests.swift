import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import Files
@testable import ReplayComposition

@Suite struct CaptionsTests {
    private func captions(_ text: String) throws(CaptionsError) -> Captions {
        try Captions(Array(text.utf8), path: "talk.vtt")
    }

    private func cue(_ start: Int64, _ end: Int64, _ lines: String...) -> Captions.Cue {
        Captions.Cue(range: TimeRange(start: .milliseconds(start), end: .milliseconds(end)), lines: lines)
    }

    /// Returns consecutive clips of the recording, in milliseconds.
    private func clips(_ ranges: Range<Int64>...) -> [Clip] {
        var start: Int64 = 0
        return ranges.map { range in
            defer { start += Int64(range.count) }
            return Clip(
                source: TimeRange(start: .milliseconds(range.lowerBound), end: .milliseconds(range.upperBound)),
                start: .milliseconds(start))
        }
    }

    private func cut(_ cues: [Captions.Cue], _ clips: [Clip]) throws -> [Captions.Cue] {
        Captions(cues: cues).cut(to: clips, duration: try #require(clips.last).edited.end).cues
    }

    @Test("Arrows, ampersands and tags are found before a combining mark, as a player finds them")
    func combiningMarks() throws {
        let mark = "\u{301}"
        let cue = try #require(
            try captions("1\n00:00:01,000 --> 00:00:02,000\n&\(mark) <\(mark) <b>x</b>").cues.first)
        #expect(cue.lines == ["&amp;\(mark) &lt;\(mark) <b>x</b>"])
        #expect(throws: CaptionsError.self) {
            try captions("WEBVTT\n\n00:01.000 --> 00:02.000\ntext\n00:05.000 -->\(mark) 00:06.000\nhidden")
        }
    }

    @Test("A file of WebVTT is read whatever ends its lines", arguments: ["\n", "\r", "\r\n"])
    func reading(end: String) throws {
        let text = """
            \u{FEFF}WEBVTT - a talk
            Kind: captions

            NOTE made by hand

            STYLE
            ::cue(b) { color: lime }

            REGION
            id:top

            first
            00:01.000 --> 00:02.500 line:0  align:start
            Hello, <b>you</b>
            and you

            100:00:00.000\t-->\t100:00:01.000
            so late
            100:00:02.000 --> 100:00:03.000
            without an empty line

            NOTE a note
            in between
            """
        let captions = try captions(text.replacing("\n", with: end))
        #expect(
            captions.header == ["NOTE made by hand", "STYLE\n::cue(b) { color: lime }", "REGION\nid:top"])
        var first = cue(1000, 2500, "Hello, <b>you</b>", "and you")
        first.id = "first"
        first.settings = "line:0 align:start"
        #expect(
            captions.cues == [
                first, cue(360_000_000, 360_001_000, "so late"),
                cue(360_002_000, 360_003_000, "without an empty line"),
            ])
    }

    @Test("SubRip is read, and its text says in WebVTT what it said")
    func subRip() throws {
        let text = """

            1
            00:00:01,000 --> 00:00:02,500 X1:0 X2:9
            <i>R&D</i>: 1 < 2

            2
            00:00:03,000 --> 00:00:04,000
            two
            """
        #expect(
            try captions(String(text.dropFirst())).cues == [
                cue(1000, 2500, "<i>R&amp;D</i>: 1 &lt; 2"), cue(3000, 4000, "two"),
            ])
    }

    @Test("A file that begins with the byte order mark, or has nothing but its first line, is read")
    func empty() throws {
        #expect(try captions("WEBVTT") == Captions())
        #expect(try captions("\u{FEFF}WEBVTT\n\n\n") == Captions())
    }

    @Test(
        "What cannot be read is said, with its line",
        arguments: [
            ("", "line 1: it begins with neither"),
            ("WEBVTTX\n", "line 1: it begins with neither"),
            ("hello", "line 1: it begins with neither"),
            ("WEBVTT\n\n00:1.000 --> 00:02.000\nx", "line 3: “00:1.000” is not a time such as 00:01:02.500"),
            ("WEBVTT\n\n00:60.000 --> 01:02.000\nx", "line 3: “00:60.000” is not a time"),
            ("WEBVTT\n\nid\n00:01.000 --> 00:02,000\nx", "line 4: “00:02,000” is not a time"),
            ("WEBVTT\n\n00:01.000 -->\nx", "line 3: “” is not a time"),
            ("WEBVTT\n\n9999999:00:01.000 --> 9999999:00:02.000\nx", "line 3: “9999999:00:01.000” is not a time"),
            ("WEBVTT\n\n00:02.000 --> 00:01.000\nx", "line 3: the cue ends before it begins"),
            ("WEBVTT\n\n00:01.000 --> 00:02.000\nx\n\ny", "line 6: the cue “y” has no times"),
            ("1\n00:00:01.000 --> 00:00:02.000\nx", "line 2: “00:00:01.000” is not a time such as 00:01:02,500"),
        ])
    func errors(text: String, sentence: String) throws {
        let error = try #require(throws: CaptionsError.self) { try captions(text) }
        #expect(error.description.hasPrefix("talk.vtt, \(sentence)"), "\(error)")
    }

    @Test("Bytes that are no text are said, with their line")
    func notText() throws {
        let error = try #require(throws: CaptionsError.self) {
            try Captions(Array("WEBVTT\n\n".utf8) + [0xFF], path: "talk.vtt")
        }
        #expect(error.description == "talk.vtt, line 3: it is neither UTF-8 nor UTF-16 with a byte order mark")
    }

    @Test("More text at one time than anybody reads is refused, much text one after the other is not")
    func limit() throws {
        let line = String(repeating: "x", count: 1000)
        func text(_ cue: (Int) -> String) -> String {
            "WEBVTT\n" + (0..<100).map { "\n\(cue($0))\n\(line)\n" }.joined()
        }
        let error = try #require(throws: CaptionsError.self) {
            try captions(text { "00:00:00.\($0 + 100) --> 00:01:00.000" })
        }
        #expect(error.description == "talk.vtt, line 192: more than 64 KiB of text are shown at this time")
        #expect(try captions(text { "00:00:00.\($0 + 100) --> 00:00:00.\($0 + 101)" }).cues.count == 100)
        #expect(throws: CaptionsError.self) { try captions("WEBVTT\n\nNOTE\n" + text { _ in line }) }
    }

    @Test("A file is read; one that is not there or too large is not")
    func files() throws {
        let directory = try TemporaryDirectory("captions")
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path("talk.vtt")
        #expect(throws: FileSystemError.self) { try Captions.read(path) }
        try Data("WEBVTT\n\n00:01.000 --> 00:02.000\nx\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try Captions.read(path).cues == [cue(1000, 2000, "x")])
        try Data(count: 16 << 20 + 1).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: CaptionsError.self) { try Captions.read(path) }
        #expect(error.description == "\(path): it is larger than 16 MiB")
    }

    @Test("Cues are dropped, shortened, and go on over a cut")
    func cutting() throws {
        let cues = [
            cue(0, 500, "dropped"), cue(500, 1500, "shortened"), cue(1500, 3500, "goes on"), cue(2200, 2800, "gone"),
            cue(3900, 5000, "ends with it"), cue(4500, 5000, "after it"), cue(1700, 1700, "never shown"),
        ]
        #expect(
            try cut(cues, clips(1000..<2000, 3000..<4000)) == [
                cue(0, 500, "shortened"), cue(500, 1500, "goes on"), cue(1900, 2000, "ends with it"),
            ])
    }

    @Test("A cue whose parts do not touch in the edit becomes two")
    func apart() throws {
        let clips = [
            Clip(source: TimeRange(start: .seconds(0), end: .seconds(1)), start: .seconds(0)),
            Clip(source: TimeRange(start: .seconds(2), end: .seconds(3)), start: .seconds(5)),
        ]
        #expect(try cut([cue(500, 2500, "x")], clips) == [cue(500, 1000, "x"), cue(5000, 5500, "x")])
    }

    // The fuzzer found this case: the line was empty then, and the text after it belonged to no cue.
    @Test("A line of nothing but a timestamp that is taken out stays a line, and no arrow comes of one")
    func loneTimestamps() throws {
        let captions = try Captions(
            Array("WEBVTT\n\n00:01.000 --> 00:03.000\n<00:09.000>\nmore\n--<00:09.000>>\n".utf8), path: "captions")
        let whole = Clip(
            source: TimeRange(start: .zero, end: .seconds(5)), start: MediaTime(value: 0, timescale: 90_000))
        let cut = captions.cut(to: [whole], duration: .seconds(5))
        #expect(cut.cues.map(\.lines) == [["<c></c>", "more", "--<c></c>>"]])
        let texts = cut.segments([.zero, .seconds(5)])
        #expect(try texts.map { try Captions(Array($0.utf8), path: "again").cues.count } == [1])
    }

    @Test("Timestamps inside a cue move along, or are taken out where they fall outside")
    func timestamps() throws {
        let line = "<00:00.500>a <00:01.500>b <i>c</i> <00:02.200>d <00:02.800>e <00:03.100>f<b <00:03.900>g"
        #expect(
            try cut([cue(0, 3800, line)], clips(1000..<2000, 3000..<4000)) == [
                cue(0, 1800, "a <00:00:00.500>b <i>c</i> <00:00:01.000>d e <00:00:01.100>f<b <00:03.900>g")
            ])
    }

    @Test("At each time of the edit, those cues are shown that are shown at its instant of the recording")
    func cutProperty() throws {
        var random = SplitMix64.seeded()
        for timescale: Int32 in [1000, 12_800, 30_000, 48_000, 90_000, 1_000_000_000] {
            for _ in 0..<60 {
                let edit = try Edit.random(timescale: timescale, using: &random)
                let cues = (0..<Int.random(in: 0...20, using: &random)).map { number in
                    let start = Int64.random(in: 0...10_000, using: &random)
                    let most: Int64 = Bool.random(using: &random) ? 10 : 5000
                    return cue(start, start + .random(in: 0...most, using: &random), "\(number)")
                }
                let cut = Captions(cues: cues).cut(to: edit.clips, duration: edit.editedDuration).cues
                for instant in edit.milliseconds(using: &random) {
                    let source = try #require(edit.source(at: instant))
                    let expected = cues.filter { $0.range.contains(source) }.flatMap(\.lines)
                    let shown = cut.filter { $0.range.contains(instant) }.flatMap(\.lines)
                    #expect(shown.sorted() == expected.sorted(), "at \(instant) of \(edit)")
                }
                expectTidy(cut, edit)
            }
        }
    }

    private func expectTidy(_ cut: [Captions.Cue], _ edit: Edit) {
        let end = edit.editedDuration.converted(to: 1000, rounding: .up)
        #expect(cut.allSatisfy { !$0.range.isEmpty && $0.range.start >= .zero && $0.range.end <= end })
        #expect(zip(cut, cut.dropFirst()).allSatisfy { $0.range.start <= $1.range.start })
        // The clips of an edit touch, so no cue becomes two.
        #expect(Set(cut.flatMap(\.lines)).count == cut.count)
    }

    @Test("Each segment is a whole file with the styles and with what is shown in it")
    func segments() throws {
        let source = try captions(
            """
            WEBVTT

            NOTE for me alone

            STYLE
            ::cue { color: red }

            one
            00:01.000 --> 00:07.000 line:0
            over two

            01:00:00.000 --> 01:00:01.000
            behind the last
            """)
        let boundaries: [MediaTime] = [.seconds(0), .seconds(6), .seconds(7), .seconds(8)]
        let header = """
            WEBVTT
            X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0

            STYLE
            ::cue { color: red }

            """
        let cue = "\none\n00:00:01.000 --> 00:00:07.000 line:0\nover two\n"
        #expect(source.segments(boundaries) == [header + cue, header + cue, header])
        #expect(source.segments([]).isEmpty && source.segments([.seconds(1)]).isEmpty)
    }

    @Test("Segments, read again, hold exactly the cues that are shown in them")
    func segmentsProperty() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let cues = (0..<Int.random(in: 0...20, using: &random)).map { number in
                let start = Int64.random(in: 0...20_000, using: &random)
                return cue(start, start + .random(in: 1...8000, using: &random), "\(number)")
            }
            .sorted { $0.range.start < $1.range.start }
            let ticks = Set((0..<6).map { _ in Int64.random(in: 0...1_800_000, using: &random) }).sorted()
            let boundaries = ticks.map { MediaTime(value: $0, timescale: 90_000) }
            let texts = Captions(cues: cues).segments(boundaries)
            #expect(texts.count == boundaries.count - 1)
            for (text, range) in zip(texts, zip(boundaries, boundaries.dropFirst())) {
                let segment = TimeRange(start: range.0, end: range.1)
                #expect(try captions(text).cues == cues.filter { $0.range.overlaps(segment) })
            }
        }
    }
}
