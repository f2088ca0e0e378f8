import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayTimeline

@Suite struct TitleTextTests {
    @Test("Any text that a title can have is written, read again, and kept in a file, without a character lost")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        let hard = [
            "\"", "\\", "\n", "n", "u{", "}", "top", "..", " ", "\u{202E}", "\u{2028}", "\u{301}", "\u{200D}",
            "{\\fs9}",
        ]
        var count = 0
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let scalar = Unicode.Scalar(UInt32.random(in: 32...0x10FFFF, using: &random)) ?? "x"
                text += Bool.random(using: &random) ? hard.randomElement(using: &random) ?? "" : String(scalar)
            }
            guard let title = try? TitleText(validating: text) else { continue }
            count += 1
            let range = TimeRange(start: .milliseconds(1000), end: .milliseconds(2000))
            let position = Title.Position.allCases.randomElement(using: &random) ?? .top
            let operation = EditOperation.title(Title(title, during: range, at: position))
            let read = try WrittenOperation(parsing: operation.text).resolved(in: .milliseconds(10_000)) { _ in nil }
            #expect(scalars(read) == Array(text.unicodeScalars), "\(text.debugDescription)")
            #expect(!operation.text.unicodeScalars.contains { $0 == "\n" || $0 == "\u{202E}" })
            let coded = try JSONDecoder().decode(EditOperation.self, from: JSONEncoder().encode(operation))
            #expect(coded == operation && scalars(coded) == Array(text.unicodeScalars))
        }
        #expect(count > 1000)
    }

    private func scalars(_ operation: EditOperation) -> [Unicode.Scalar] {
        guard case .title(let title) = operation else { return [] }
        return Array(title.text.text.unicodeScalars)
    }

    @Test("A word is the position only where a text follows it")
    func position() throws {
        func title(_ words: String...) throws -> String {
            try WrittenOperation(words: ["title", "1..2"] + words).resolved(in: .milliseconds(9000)) { _ in nil }.text
        }
        #expect(try title("top", "x").hasSuffix("top \"x\""))
        #expect(try title("top").hasSuffix(" \"top\"") && !title("top").contains("top \""))
        #expect(try title("top secret").hasSuffix(" \"top secret\""))
        #expect(try title("bottom", "\"x\"").hasSuffix(" \"\\\"x\\\"\""))
    }

    @Test("A file of edits with a title that cannot be is corrupt")
    func corrupt() throws {
        let range = TimeRange(start: .milliseconds(1000), end: .milliseconds(2000))
        let title = Title(try TitleText(validating: "Hello"), during: range)
        let good = String(decoding: try JSONEncoder().encode(EditOperation.title(title)), as: UTF8.self)
        for text in ["", " ", "a\\u0000b", String(repeating: "x", count: 501)] {
            let json = good.replacing("Hello", with: text)
            #expect(json != good)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(EditOperation.self, from: Data(json.utf8)) }
        }
    }
}
