import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks titles of an edit with ffmpeg's command line.
@Suite(.timeLimit(.minutes(30))) struct TitleTests {
    /// A grey movie, in which all bright and dark pixels belong to text.
    static let gray = SourceMovie(
        "gray", "gray.mp4", "-f lavfi -i color=gray:s=640x360:r=25:d=3 \(SourceMovie.x264)")
    static let (width, height) = (640, 360)

    private func place(_ movie: SourceMovie = gray) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(movie)
        return place
    }

    /// Returns the luma of each frame of an export.
    static func luma(_ place: Workplace, _ name: String) throws -> [Data] {
        let movie = try ExportedMovie(place.path(name))
        let bytes = try movie.decode(["-map", "0:v:0", "-f", "rawvideo", "-pix_fmt", "gray"])
        let size = (movie.video?.width ?? 0) * (movie.video?.height ?? 0)
        return stride(from: 0, to: bytes.count, by: size).map { Data(bytes[$0..<$0 + size]) }
    }

    static func text(_ frame: Data) -> TextPixels { TextPixels(frame, width: width) }

    private func export(_ place: Workplace, _ name: String = "out.mp4", _ options: String...) throws {
        let made = try place.start(
            ["export", "--preset", "original", "-o", place.path(name), "--force"] + options
        ).wait()
        try #require(made.status == 0, "\(made.errors)")
    }

    @Test("A title is seen in each frame of its range, in its band, and the GOPs beside it are copies")
    func title() throws {
        let place = try place()
        for (position, band) in [("top", 0..<120), ("middle", 120..<240), ("bottom", 240..<360)] {
            #expect(try place.replay("edit", "title", "1.2..1.8", position, "Chapter one").status == 0)
            try export(place, "out.mp4", "--render", "smart")
            let frames = try Self.luma(place, "out.mp4")
            try #require(frames.count == 75)
            for (number, frame) in frames.enumerated() {
                let text = Self.text(frame)
                guard (30..<45).contains(number) else {
                    #expect(text.rows == nil, "\(position) \(number)")
                    continue
                }
                #expect(text.bright > 120 && text.dark > 1000, "\(position) \(number): \(text)")
                let rows = try #require(text.rows)
                #expect(band.contains(rows.lowerBound) && band.contains(rows.upperBound), "\(position): \(rows)")
            }
            let recorded = try PacketFacts.frames(of: place.path("gray.mp4")).map(\.hash)
            let made = try PacketFacts.frames(of: place.path("out.mp4")).map(\.hash)
            for number in Array(0..<25) + Array(50..<75) { #expect(made[number] == recorded[number]) }
            #expect(made[30] != recorded[30])
            #expect(try place.replay("undo").status == 0)
        }
    }

    @Test("Another text is another image, and what is hidden below a title is not seen through it")
    func texts() throws {
        var images: [Data] = []
        for text in ["one", "two", "{\\fs200}one", "<b>one</b>", "%{localtime}", "textfile=/etc/passwd", "../../etc"] {
            let place = try place()
            #expect(try place.replay("edit", "title", "1..2", text).status == 0)
            try export(place)
            let frame = try Self.luma(place, "out.mp4")[30]
            let rows = try #require(Self.text(frame).rows)
            // The text has one line, whatever its characters.
            #expect(rows.count < 60, "\(text): \(rows)")
            #expect(!images.contains(frame), "\(text)")
            images.append(frame)
        }
        let place = try place()
        #expect(try place.replay("edit", "cover", "1..2").status == 0)
        #expect(try place.replay("edit", "title", "1..2", "Not for you").status == 0)
        try export(place)
        #expect(Self.text(try Self.luma(place, "out.mp4")[30]).bright > 120)
    }

    @Test("A title stays in its place of the output where the frame is turned or scaled, and is in a GIF too")
    func shapes() throws {
        let place = try place()
        #expect(try place.replay("edit", "title", "..", "top", "Chapter one").status == 0)
        #expect(try place.replay("edit", "rotate", "90").status == 0)
        try export(place)
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect([movie.video?.width, movie.video?.height] == [360, 640])
        let frame = try Self.luma(place, "out.mp4")[10]
        let bright = frame.indices.filter { frame[$0] > 200 }.map { ($0 - frame.startIndex) / 360 }
        #expect(bright.count > 120 && bright.allSatisfy { $0 < 160 })
        let made = try place.replay("export", "--preset", "gif", "-o", place.path("out.gif"))
        #expect(made.status == 0, "\(made.errors)")
        let image = try Self.luma(place, "out.gif")[3]
        #expect(image.count { $0 > 200 } > 120)
    }

    @Test("Titles are listed, changed, turned off and on, and applied as any operation")
    func listed() throws {
        let place = try place()
        #expect(try place.replay("edit", "title", "1..2", "top", "He said \"hi\" \\ bye\nthere").status == 0)
        let line = "title 0:01.000..0:02.000 top \"He said \\\"hi\\\" \\\\ bye\\nthere\""
        #expect(try place.replay("edits").output.contains(line))
        try Data("[\(String(reflecting: line))]".utf8).write(to: URL(filePath: place.path("edit.json5")))
        #expect(try place.replay("edit", "--apply", place.path("edit.json5")).status == 0)
        #expect(try place.replay("edit", "--remove", "1").status == 0)
        #expect(try place.replay("edits").output.contains(line))
        #expect(try place.replay("edit", "title 0..1  \"two  spaces\"").status == 0)
        #expect(try place.replay("edits").output.contains("title 0:00.000..0:01.000 \"two  spaces\""))
        #expect(try place.replay("edit", "--change", "3", "title", "0..1", "of", "some", "words").status == 0)
        #expect(try place.replay("edits").output.contains("\"of some words\""))
        #expect(try place.replay("edit", "--off", "2", "--off", "3").status == 0)
        try export(place)
        #expect(try Self.luma(place, "out.mp4").allSatisfy { Self.text($0).rows == nil })
        #expect(try place.replay("title", "1..2", "x").status == 0)
        #expect(try place.replay("edits").output.contains("title 0:01.000..0:02.000 \"x\""))
    }

    @Test("Where there is no font an export says so, and makes nothing")
    func noFont() throws {
        let place = try place()
        #expect(try place.replay("edit", "title", "1..2", "Hello").status == 0)
        try Data("<fontconfig/>".utf8).write(to: URL(filePath: place.path("none.conf")))
        let made = try place.shell(#"FONTCONFIG_FILE=$PWD/none.conf "$REPLAY" export -o none.mp4"#)
        made.expectComplaint(69, "there is no font")
        #expect(!FileManager.default.fileExists(atPath: place.path("none.mp4")))
    }

    @Test(
        "A title that cannot be is refused in a sentence, and nothing changes",
        arguments: [
            (["title"], "requires a text"), (["title", "1..2"], "requires a text"),
            (["title", "1..2", " \n "], "requires a text"), (["title", "1..99", "x"], "after the end"),
            (["title", "1..2", String(repeating: "x", count: 501)], "at most 500 characters, but this one has 501"),
            (["title", "1..2", "a\tb"], "this one has U+0009"),
            (["title", "1..2", "a\u{1B}[31mb"], "this one has U+001B"),
            (["title", "1..2", String(repeating: "x\n", count: 20)], "at most 10 lines"),
            (["title 1..2 \"x"], "begins with a quotation mark"),
            (["title 1..2 \"x\\q\""], "begins with a quotation mark"),
        ])
    func complaints(words: [String], complaint: String) throws {
        let place = try place()
        let made = try place.start(["edit"] + words).wait()
        made.expectComplaint(65, complaint)
        #expect(!(try place.replay("edits").output.contains("title")))
    }
}
