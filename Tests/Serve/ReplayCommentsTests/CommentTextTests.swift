import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

@Suite struct CommentTextTests {
    @Test("Controls of terminals, of lines and of the direction are removed; scripts and emoji stay")
    func controls() {
        #expect(CommentText.line("\u{1B}[31mred\u{7}", limit: 500) == "[31mred")
        #expect(CommentText.line(" a\r\n\tb\u{2028}c\u{85} ", limit: 500) == "a b c")
        #expect(CommentText.line("x\u{202E}y\u{2066}z\u{200F}", limit: 500) == "xyz")
        #expect(CommentText.line("👩‍👩‍👧 نص עברית", limit: 500) == "👩‍👩‍👧 نص עברית")
        #expect(CommentText.line("\u{0}\u{9B}", limit: 500).isEmpty)
    }

    @Test("Long texts are cut by characters, and by bytes if a character has a thousand marks")
    func limits() {
        let cut = CommentText.line(String(repeating: "é", count: 700), limit: 500)
        #expect(cut.count == 500 && cut.hasSuffix("…"))
        #expect(CommentText.line(String(repeating: "é", count: 500), limit: 500).count == 500)
        let marks = "a" + String(repeating: "\u{301}", count: 30_000)
        #expect(CommentText.line("b" + marks, limit: 500).utf8.count <= 2010)
    }

    @Test("A comment without any shown character is none")
    func empty() {
        #expect(RecordingComment(time: .zero, author: "Ann", text: " \u{202E} ") == nil)
        #expect(RecordingComment(time: .zero, author: "\u{7}", text: "x")?.author == nil)
    }

    @Test("Random characters become one line of limited size")
    func random() {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...200, using: &random) {
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &random) % 0x3000) {
                    text.append(scalar)
                }
            }
            let line = CommentText.line(String(text), limit: 60)
            #expect(line.count <= 60 && line.utf8.count <= 250)
            #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
            #expect(line.unicodeScalars.allSatisfy { !$0.properties.isBidiControl }, "\(line.debugDescription)")
        }
    }
}
