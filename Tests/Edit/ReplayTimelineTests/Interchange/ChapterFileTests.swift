import Foundation
import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks chapters in WebVTT and in FFmpeg's metadata, written and read.
@Suite(.serialized) struct ChapterFileTests {
    @Test("Chapters come back where they were, with their names, and those that are there are not added again")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let (content, history) = try InterchangeContent.random(using: &random)
            for format in [InterchangeFormat.vtt, .ffmetadata] {
                guard let file = try? content.file(as: format) else { continue }
                #expect(file.loss == nil)
                let chapters = try WrittenChapter.read(Array(file.text.utf8), as: format)
                let document = InterchangeDocument.chapters(chapters, format)
                let rate = try #require(FrameRate(10))
                let read = try document.edit(for: history.edit, rate: rate, marks: [])
                // The file holds only marks.
                #expect(read.changes(to: history).count == read.marks.count)
                let known = try document.edit(for: history.edit, rate: rate, marks: content.marks)
                #expect(known.marks == [])
                // In ticks of a tenth of a second, a place in a clip with a speed is too coarse to survive.
                guard history.edit.clips.allSatisfy(\.isAsRecorded) else { continue }
                // Written again, the file is the same: marks that are not kept are not reported.
                var again = content
                again.marks = read.marks
                #expect(try again.file(as: format).text == file.text)
            }
        }
    }

    @Test("Files of other programs are read")
    func otherPrograms() throws {
        let vtt = """
            \u{FEFF}WEBVTT - chapters\r
            \r
            NOTE hello\r
            \r
            intro\r
            00:00.000 --> 00:02.000 line:0\r
            <b>Intro</b> &amp;\r
            more\r
            \r
            00:00:02.000 --> 00:00:09.000\r
            """
        let read = try WrittenChapter.read(Array(vtt.utf8), as: .vtt)
        #expect(
            try marks(read, .vtt) == [
                .init(time: .seconds(0), name: "Intro & more"), .init(time: .seconds(2), name: nil),
            ])
        let metadata = """
            ;FFMETADATA1
            title=all
            [CHAPTER]
            TIMEBASE=1/10
            START=10
            END=20
            title=a \\=\\
            b
            [CHAPTER]
            START=3000000000
            [STREAM]
            title=no
            """
        let other = try WrittenChapter.read(Array(metadata.utf8), as: .ffmetadata)
        #expect(
            try marks(other, .ffmetadata) == [
                .init(time: .seconds(1), name: "a = b"), .init(time: .seconds(3), name: nil),
            ])
    }

    private func marks(_ chapters: [WrittenChapter], _ format: InterchangeFormat) throws -> [TimelineMark] {
        let edit = try Edit(duration: .tenths(100))
        return try InterchangeDocument.chapters(chapters, format)
            .edit(for: edit, rate: try #require(FrameRate(10)), marks: []).marks
    }

    @Test(
        "What is no file of chapters is refused with its line",
        arguments: [
            (InterchangeFormat.vtt, "WEBVTT\n", "it has no chapters"),
            (.vtt, "WEBVTT\n\n99 --> 1\na", "line 3: a cue does not"),
            (
                .vtt, "WEBVTT\n\n00:11.000 --> 00:12.000\na",
                "line 3: a chapter begins at 0:11.000; the edit lasts 0:10.000"
            ),
            (.ffmetadata, ";FFMETADATA1\ntitle=a", "it has no chapters"),
            (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=0/0", "line 3: “0/0” is not a time base"),
            (.ffmetadata, ";FFMETADATA1\n[CHAPTER]\nSTART=x", "line 3: “x” is not a time"),
        ])
    func refused(format: InterchangeFormat, text: String, complaint: String) throws {
        let error = #expect(throws: InterchangeError.self) {
            try marks(try WrittenChapter.read(Array(text.utf8), as: format), format)
        }
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
    }

    @Test("What is not UTF-8, and more chapters than anybody names, are refused")
    func limits() {
        #expect(throws: InterchangeError.self) { try WrittenChapter.read(Array("WEBVTT".utf8) + [10, 0xFF], as: .vtt) }
        let many = "WEBVTT\n\n" + String(repeating: "00:01.000 --> 00:02.000\n", count: 10_001)
        #expect(throws: InterchangeError.self) { try WrittenChapter.read(Array(many.utf8), as: .vtt) }
    }
}
