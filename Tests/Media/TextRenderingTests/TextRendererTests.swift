import ReplayTestSupport
import Testing
import TextRendering

@Suite struct TextRendererTests {
    private static let width = 640
    private static let height = 360

    private func layers(_ texts: PlacedText...) throws -> [DrawnLayer] {
        try TextRenderer(width: Self.width, height: Self.height).layers(of: texts)
    }

    /// Returns the number of pixels that letters cover, weighted by coverage.
    private func letters(_ text: String) throws -> Int {
        try layers(PlacedText(text, at: .bottom)).filter { $0.colour == .white }.flatMap(\.opacity).reduce(0) {
            $0 + Int($1)
        }
    }

    @Test("No character of any text is lost in its escape, and none of them can begin markup")
    func escape() {
        var random = SplitMix64.seeded()
        let hard = ["{", "}", "\\", "N", "n", "h", "\n", "<", "%", "&", ":", "'", "fs200"]
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random)) ?? "x"
                text += Bool.random(using: &random) ? hard.randomElement(using: &random) ?? "" : String(scalar)
            }
            let escaped = EventText.escaped(text)
            #expect(Array(Self.shown(escaped)) == Array(text.unicodeScalars), "\(text.debugDescription)")
        }
    }

    /// Returns the characters that libass shows for an event's text, according to its documentation: `\{` and `\}` are
    /// braces, and `\N` begins a line.
    private static func shown(_ escaped: String) -> [Unicode.Scalar] {
        var shown: [Unicode.Scalar] = []
        var rest = escaped.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch (scalar, rest.first) {
            case ("\\", "{"), ("\\", "}"): rest.popFirst().map { shown.append($0) }
            case ("\\", "N"):
                rest.removeFirst()
                shown.append("\n")
            case ("\\", "\u{2060}"):
                rest.removeFirst()
                shown.append("\\")
            // This would be markup, or another escape.
            case ("\\", _), ("{", _), ("}", _): return []
            default: shown.append(scalar)
            }
        }
        return shown
    }

    @Test("Markup is drawn as it is written: each of its characters adds to what is seen")
    func literal() throws {
        let plain = try letters("Hello")
        #expect(plain > 0)
        for markup in ["{\\fs2}", "{\\alpha&HFF&}", "{}", "\\N", "\\h", "\\", "{\\p1}", "{comment}"] {
            #expect(try letters(markup + "Hello") > plain, "\(markup)")
        }
        // A word of its own, as high as any other: no override enlarges it.
        let large = try layers(PlacedText("{\\fs200}", at: .bottom)).filter { $0.colour == .white }
        #expect(!large.isEmpty && large.allSatisfy { $0.height < 45 })
    }

    @Test("Each place is where it says, and texts of one place stand below each other")
    func places() throws {
        func middle(_ place: PlacedText.Place) throws -> Int {
            let all = try layers(PlacedText("Hello", at: place))
            let (top, bottom) = (all.map(\.y).min() ?? 0, all.map { $0.y + $0.height }.max() ?? 0)
            #expect(top >= 0 && bottom <= Self.height && bottom - top < 60)
            return (top + bottom) / 2
        }
        #expect(try middle(.top) < 60)
        #expect(abs(try middle(.middle) - Self.height / 2) < 6)
        #expect(try middle(.bottom) > Self.height - 60)
        let (one, two) = (
            try layers(PlacedText("Hello", at: .bottom)),
            try layers(PlacedText("Hello", at: .bottom), PlacedText("there", at: .bottom))
        )
        let heights = [one, two].map { all in (all.map { $0.y + $0.height }.max() ?? 0) - (all.map(\.y).min() ?? 0) }
        #expect(heights[1] > heights[0] + 12)
    }

    @Test("A word that is wider than the frame is broken, and none of its letters is lost")
    func longWords() throws {
        let (one, sixty) = (try letters("W"), try letters(String(repeating: "W", count: 60)))
        #expect(abs(sixty - 60 * one) < 3 * one, "\(sixty) \(one)")
        let widest =
            try layers(PlacedText(String(repeating: "W", count: 60), at: .bottom)).map { $0.x + $0.width }.max() ?? 0
        #expect(widest < Self.width)
        // Text that fits stays on its line.
        let heights = try ["WWWWWWWWWWWWWWWW", "W"].map { try layers(PlacedText($0, at: .bottom)).map(\.y).min() }
        #expect(heights[0] == heights[1])
    }

    @Test("Words are broken into as few parts as fit, and spaces and lines stay as they are")
    func brokenWords() {
        func broken(_ text: String, _ limit: Int) -> String { LongWords.broken(text) { $0.count <= limit } }
        #expect(broken("a bb ccc  dddd\neeeee ", 2) == "a bb cc\nc  dd\ndd\nee\nee\ne ")
        #expect(broken("abc", 3) == "abc" && broken("", 3).isEmpty && broken(" \n ", 3) == " \n ")
        #expect(broken("abc", 0) == "a\nb\nc")
    }

    @Test("Any text is drawn without a crash, and within the frame")
    func anything() throws {
        var random = SplitMix64.seeded()
        for (width, height) in [(2, 2), (64, 36), (640, 360), (360, 640)] {
            let renderer = try? TextRenderer(width: width, height: height)
            for _ in 0..<40 {
                var text = String.UnicodeScalarView()
                for _ in 0..<Int.random(in: 0...80, using: &random) {
                    let limit: UInt32 = Bool.random(using: &random) ? 0x700 : 0x1FFFF
                    if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) { text.append(scalar) }
                }
                for layer in try renderer?.layers(of: [PlacedText(String(text), at: .middle)]) ?? [] {
                    #expect(layer.x >= 0 && layer.y >= 0 && layer.x + layer.width <= width)
                    #expect(layer.y + layer.height <= height && layer.opacity.count == layer.width * layer.height)
                }
            }
        }
        let long = PlacedText(String(repeating: "word ", count: 200_000), at: .bottom)
        #expect(try !layers(long).isEmpty)
    }
}
