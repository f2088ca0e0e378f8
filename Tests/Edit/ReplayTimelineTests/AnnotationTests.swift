import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayTimeline

@Suite struct AnnotationTests {
    private func written(_ line: String) throws -> Annotation {
        let operation = try WrittenOperation(parsing: line).resolved(in: .seconds(10)) { _ in nil }
        guard case .annotation(let annotation) = operation else { throw WrittenOperationError.noOperation(line) }
        return annotation
    }

    @Test("Places, properties and the range come in any order, a text or a path last")
    func reading() throws {
        let arrow = try written("arrow 3..5 100,50 400,300")
        #expect(arrow.points.map(\.description) == ["100,50", "400,300"] && arrow.range == .tenths(30, 50))
        #expect(try written("arrow 100,50 width 2% 3..5 400,300 color white").look.colour == .white)
        #expect(try written("box 20x10+1+2").range == .tenths(0, 100))
        #expect(try written("box 20x10+1+2 width 0.5 ease 0.5").look.size.hundredths == 50)
        #expect(try written("spotlight 20x10+1+2 opacity 0.75%").look.opacity.hundredths == 75)
        #expect(try written("text 3..5 100,50 \"3..5 1,2 \\\"x\\\"\"").text?.text == "3..5 1,2 \"x\"")
        #expect(try written("text 3..5 100,50 size 8% Click here").text?.text == "Click here")
        #expect(
            try written("step 7 100,50 opacity 50%").figure == .step(7, at: try #require(FramePoint(x: 100, y: 50))))
        let watermark = try WrittenOperation(parsing: "watermark top-left opacity 30% my logo.png")
        #expect(watermark.filePath == "my logo.png")
        #expect(try WrittenOperation(words: ["watermark", "my logo.png"]).filePath == "my logo.png")
        #expect(try WrittenOperation(parsing: "image 3..5 64x36+0+0 a b.png").filePath == "a b.png")
    }

    @Test(
        "In a line, a path may stand in quotation marks; from a shell, they belong to its name",
        arguments: [
            "image 3..5 64x36+0+0", "watermark top-left", "cover 3..5 image", "style calm image", "captions",
        ])
    func quotedPaths(beginning: String) throws {
        let line = beginning + #" "my \\ \"logo\".png""#
        #expect(try WrittenOperation(parsing: line).filePath == #"my \ "logo".png"#)
        #expect(throws: WrittenOperationError.wrongQuotation(#""logo.png"#)) {
            try WrittenOperation(parsing: beginning + #" "logo.png"#)
        }
        let words = beginning.split(separator: " ").map(String.init) + [#""logo.png""#]
        #expect(try WrittenOperation(words: words).filePath == #""logo.png""#)
    }

    @Test(
        "A word before the path of an image is refused by its name",
        arguments: [
            ("watermark center a.png", "“center” is not a corner: bottom-right, bottom-left, top-right or top-left;"),
            ("watermark 3..5 opacity 40% center a.png", "“center” is not a corner"),
            ("watermark top-left a.png b.png", "does not accept “b.png”"),
            ("image 3..5 100,50 a.png", "“100,50” is not a rectangle WxH+X+Y"),
            ("image 20x10+1+2 a.png b.png", "does not accept “b.png”"),
        ])
    func wordsBeforePaths(line: String, part: String) throws {
        let error = #expect(throws: WrittenOperationError.self) {
            try WrittenOperation(words: line.split(separator: " ").map(String.init))
        }
        let sentence = try #require(error).description
        #expect(sentence.contains(part), "\(sentence)")
    }

    @Test("A corner is read in any spelling", arguments: ["bottom-left", "bottomleft", "bottomLeft", "Bottom_Left"])
    func corners(word: String) throws {
        #expect(try written("watermark \(word) a.png").figure == .watermark(.placeholder, at: .bottomLeft))
    }

    @Test func `Captions in quotation marks may have a language`() throws {
        let captions = try WrittenOperation(parsing: #"captions "my talk.srt"  en"#)
        #expect(captions.filePath == "my talk.srt")
        #expect(try captions.resolved(in: .seconds(9)) { _ in nil }.text.hasSuffix(" en"))
    }

    @Test(
        "What is missing, too much or out of range is an error that says how to write it",
        arguments: [
            ("arrow 3..5 100,50", "two points"), ("arrow 3..5 1,1 2,2 3,3", "does not accept “3,3”"),
            ("arrow 3..5 100,50 400,300 width 20%", "0.1% to 10%"), ("arrow 1,1 2,2 size 5%", "does not accept “size”"),
            ("box 3..5", "a rectangle"), ("box 3..5 20x10+1+2 x", "does not accept “x”"),
            (#"text 3..5 "a""#, "a point such as 400,300"), ("text 3..5 1,1", "it is empty"),
            (#"text 3..5 1,1 "a"#, "quotation"), ("step 3..5 1,1", "a number from 1 to 99"),
            ("step 3..5 1,1 100", "a number from 1 to 99"), ("step 3..5 1,1 0", "“0” is not a number from 1 to 99;"),
            ("step 3..5 x 1", "“x” is not a point such as 400,300, and a number from 1 to 99"),
            ("image 3..5 100,50 a.png", "“image” requires a rectangle WxH+X+Y"),
            ("watermark bottomRight", "“watermark” requires a file"), ("image 20x10+1+2", "“image” requires a file"),
            ("step 1,1 5 colour reddish", "a colour such as"),
            ("spotlight 3..5 20x10+1+2 opacity 120%", "0% to 100%"), ("ellipse 1x1+0+0 ease 61s", "0s to 60s"),
            ("ellipse 1x1+0+0 ease", "requires a time"), ("image 3..5 20x10+1+2", "requires a file"),
            ("watermark bottom-left", "requires a file"),
            ("spotlight 20x10+1+2 opacity 0.75", "“opacity 0.75” requires a percent sign; write “opacity 75%”"),
            ("watermark width 0.2 a.png", "“width 0.2” requires a percent sign; write “width 20%”"),
            ("text 1,1 size 0.06 a", "write “size 6%”"),
            ("step 1,1 5 size 0.5", "“0.5” is not a percentage from 1% to 40%"),
            ("arrow 1,1 2,2 opacity 0.5", "write “opacity 50%” or “opacity 0.5%”"),
        ])
    func refusals(line: String, part: String) throws {
        let error = #expect(throws: WrittenOperationError.self) {
            try WrittenOperation(parsing: line)
        }
        let sentence = try #require(error).description
        #expect(sentence.contains(part), "\(sentence)")
    }

    @Test("The text and the JSON of any annotation are read back as the same one")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<2000 {
            let operation = EditOperation.annotation(.random(during: .tenths(10, 30), using: &random))
            let stored = try JSONDecoder().decode(EditOperation.self, from: JSONEncoder().encode(operation))
            #expect(stored == operation, "\(operation.text)")
            let words = operation.text.split(separator: " ", maxSplits: 2)
            let line = words[0] + " " + words[2]
            let read = try WrittenOperation.operation(parsing: String(line), on: .tenths(10, 30))
            #expect(read == operation, "\(operation.text)")
        }
    }

    @Test("An annotation appears and disappears smoothly, and is never drawn outside its range")
    func visibility() throws {
        let annotation = try written("box 2..4 20x10+1+2 ease 0.5s").with(.init(start: .seconds(2), end: .seconds(4)))
        let ticks = annotation.with(annotation.range.converted(to: 1000, rounding: .nearest))
        let values = (1900..<4100).map { ticks.visibility(at: Int64($0)) }
        #expect(values[..<101].allSatisfy { $0 == 0 } && values[2100...].allSatisfy { $0 == 0 })
        #expect(values[600...1600].allSatisfy { $0 == 1 } && abs(values[350] - 0.5) < 0.01)
        #expect(zip(values[100...599], values[101...600]).allSatisfy { $1 >= $0 && $1 - $0 < 0.004 })
        #expect(ticks.parts.map(\.isMoving) == [true, false, true])
        let sudden = try written("box 2..4 20x10+1+2 ease 0s")
        #expect(sudden.visibility(at: sudden.range.start.value) == 1 && sudden.parts.map(\.isMoving) == [false])
    }

    @Test("A point outside the frame is refused, one on its edge is not")
    func outside() throws {
        let arrow = EditOperation.annotation(try written("arrow 0,0 320,180"))
        try arrow.check(frameWidth: 320, height: 180)
        #expect(throws: EditError.self) { try arrow.check(frameWidth: 318, height: 180) }
        #expect(FramePoint("16385,0") == nil && FramePoint("-1,0") == nil && FramePoint("1,2,3") == nil)
    }
}

extension Annotation {
    /// Returns any annotation, for tests of properties.
    static func random(during range: TimeRange, using random: inout SplitMix64) -> Annotation {
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        let points = ["0,0", "100,50", "319,179"].compactMap { FramePoint($0) }
        let rectangles = ["20x10+4+2", "1x1+0+0"].compactMap { FrameRectangle($0) }
        let images = ["0123456789abcdef0123456789abcdef", "ffffffffffffffffffffffffffffffff"]
            .compactMap { VideoEffect.Image("cover-" + $0) }
        let texts = ["a", "colour red", "1,2 \"x\" \\ 3..5", "two\nlines", "  שלום "].compactMap {
            try? TitleText(validating: $0)
        }
        let figures: [Figure] = [
            .arrow(from: pick(points), to: pick(points)), .box(pick(rectangles)), .ellipse(pick(rectangles)),
            .text(pick(texts), at: pick(points)), .step(.random(in: Self.numbers, using: &random), at: pick(points)),
            .spotlight(pick(rectangles)), .image(pick(images), in: pick(rectangles)),
            .watermark(pick(images), at: pick(CameraPlacement.Corner.allCases)),
        ]
        let figure = pick(figures)
        let words: [Annotation.Kind: [String]] = [
            .arrow: [" width 2.5%", " colour 00ff0080"], .box: [" width 0.1%"], .ellipse: [" colour black ease 0s"],
            .text: [" size 12%"], .step: [" size 3% opacity 12.5%"], .spotlight: [" opacity 10%"],
            .image: [" ease 2.25s"], .watermark: [" width 100% opacity 0% ease 1s"],
        ]
        // The look is read as a user writes it.
        let places: [Annotation.Kind: String] = [
            .arrow: "1,1 2,2", .box: "2x2+0+0", .ellipse: "2x2+0+0", .text: "1,1", .step: "1,1 1",
            .spotlight: "2x2+0+0", .image: "2x2+0+0", .watermark: "top-left",
        ]
        let look = Bool.random(using: &random) ? pick(words[figure.kind] ?? [""]) : ""
        let last = [.text, .image, .watermark].contains(figure.kind) ? " x" : ""
        let line = "\(figure.kind.rawValue) \(places[figure.kind] ?? "")\(look)\(last)"
        guard let read = try? WrittenOperation(parsing: line).resolved(in: .seconds(9), frameTime: { _ in nil }),
            case .annotation(let annotation) = read
        else {
            Issue.record("“\(line)” is not read")
            return Annotation(figure, during: range)
        }
        return Annotation(figure, during: range, look: annotation.look)
    }
}
