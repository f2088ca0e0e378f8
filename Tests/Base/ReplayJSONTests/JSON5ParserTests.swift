import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import ReplayJSON

/// Checks that JSON written by people is read, and that errors name their place.
@Suite struct JSON5ParserTests {
    private func plain(_ text: String) throws -> String {
        try Self.text(try JSON5Parser.parse(Array(text.utf8)))
    }

    @Test(
        "JSON5 is read as the JSON that it means",
        arguments: [
            ("{a: 1, 'b': [1, 2,], \"c\": null,}", #"{"a":1,"b":[1,2],"c":null}"#),
            ("// first\n[/* in\nside */ true, false]\n// last", "[true,false]"),
            (#"'it\'s \x41\u00e9\ud83d\ude00 \"x\"'"#, #""it's Aé😀 \"x\"""#),
            ("'two \\\nlines'", #""two lines""#),
            ("[+1, -0x10, .5, 5., 1e3, -2.5E-1, 0]", "[1,-16,0.5,5,1000,-0.25,0]"),
            ("\u{FEFF}{$x_1: \u{A0}'ü'}", #"{"$x_1":"ü"}"#),
        ])
    func meaning(text: String, json: String) throws {
        #expect(try plain(text) == json)
    }

    @Test(
        "What is wrong is told with its place",
        arguments: [
            ("", 0, "the text ends where a value is required"),
            ("{a: 1 b: 2}", 6, "“b” is found where “,” or “}” is required"),
            ("[1, 2", 5, "the text ends where “,” or “]” is required"),
            ("{a: 1, a: 2}", 7, "the key “a” occurs twice"),
            ("[yes]", 1, "“yes” is not a value; a string requires quotes"),
            ("[NaN]", 1, "a number must be finite"),
            ("[01]", 1, "“01” is not a number"),
            ("[0x]", 1, "“0x” is not a number"),
            ("[1.2.3]", 1, "“1.2.3” is not a number"),
            ("'open\nend'", 0, "a string does not end on its line"),
            ("/* open", 0, "a comment does not end"),
            ("'\\ud83d'", 1, "half of a surrogate pair"),
            ("{\u{A0}a: 1e}", 6, "“1e” is not a number"),
            ("[.]", 1, "“.” is not a number"),
            ("[-.e1]", 1, "“-.e1” is not a number"),
            ("[0x1.8]", 1, "“0x1.8” is not a number"),
            ("[1e999]", 1, "“1e999” is not a number"),
            ("[" + String(repeating: "1", count: 2000) + "]", 1, "a number is too long"),
            ("1 2", 2, "“2” is found where the end is required"),
            (String(repeating: "[", count: 100), 64, "values are nested more than 64 deep"),
        ])
    func complaint(text: String, offset: Int, reason: String) {
        #expect(throws: JSON5Error(offset: offset, reason: reason)) { try JSON5Parser.parse(Array(text.utf8)) }
    }

    @Test("All JSON that Foundation reads is read with the same result")
    func foundation() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let value = Self.value(depth: 0, &random)
            let data = try JSONSerialization.data(withJSONObject: ["x": value], options: [.sortedKeys])
            let read = try Self.text(try JSON5Parser.parse([UInt8](data)))
            let again = try JSONSerialization.jsonObject(with: Data(read.utf8)) as? NSDictionary
            #expect(again == (["x": value] as NSDictionary), "\(String(decoding: data, as: UTF8.self))")
        }
    }

    @Test("Damaged text is refused or read, and nothing worse")
    func damage() throws {
        var random = SplitMix64.seeded()
        let whole = Array(
            #"{version: 1, jobs: [{movie: "a*.mp4", edit: {cut: ['3..5', "7..9"]}, x: -1.5e3}] /* c */ }"#.utf8)
        for _ in 0..<2000 {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                text[Int.random(in: text.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                _ = try JSON5Parser.parse(text)
            } catch {
                #expect((0...text.count).contains(error.offset))
            }
        }
    }

    @Test("A name that is not UTF-8 is refused")
    func notUTF8() {
        // Foundation's decoder traps on this.
        #expect(throws: JSON5Error(offset: 1, reason: "a name is not UTF-8")) {
            try JSON5Parser.parse(Array("{".utf8) + [0xF8] + Array("sion".utf8))
        }
    }

    @Test("A place is told by line and column, in characters")
    func places() {
        let text = JSON5Text(Array("{\r\n 'ü': e\u{301}x".utf8))
        #expect(text.place(of: 0) == TextPlace(line: 1, column: 1))
        #expect(text.place(of: 10) == TextPlace(line: 2, column: 7))
        #expect(text.place(of: 13) == TextPlace(line: 2, column: 8))
    }

    @Test("A value is found by keys and places, and an error of decoding is told at its own")
    func decoding() throws {
        struct Item: Decodable { let size: Int }
        let text = Array("{items: [{size: 1}, {size: 'x'}, {}]}".utf8)
        let items = try #require(try JSON5Parser.parse(text).value(at: ["items"]))
        #expect(items.value(at: ["1", "size"])?.offset == 27)
        #expect(items.value(at: ["3"]) == nil && items.value(at: ["size"]) == nil)
        let wrong = #expect(throws: JSON5Error.self) { try items.decode([Item].self) }
        #expect(wrong?.offset == 27)
        let missing = #expect(throws: JSON5Error.self) {
            try JSON5Parser.parse(text).value(at: ["items", "2"])?.decode(Item.self)
        }
        #expect(missing?.offset == 33)
    }

    @Test("A long text is refused as fast as it is read")
    func speed() {
        // Sixteen megabytes took 40 s, in optimized code.
        let text = Array(String(repeating: "1,", count: 8 << 20).utf8)
        let duration = ThreadTime.measure {
            #expect(throws: JSON5Error(offset: 1, reason: "“,” is found where the end is required")) {
                try JSON5Parser.parse(text)
            }
            #expect(throws: JSON5Error(offset: 7_999_999, reason: "there are more than 4000000 values")) {
                try JSON5Parser.parse([UInt8(ascii: "[")] + text)
            }
        }
        #expect(duration < .seconds(20))
    }

    private static func text(_ value: JSON5Value) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value.plain), as: UTF8.self)
    }

    private static func value(depth: Int, _ random: inout SplitMix64) -> Any {
        switch Int.random(in: depth > 4 ? 2...5 : 0...5, using: &random) {
        case 0: return (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth + 1, &random) }
        case 1:
            let keys = (0..<Int.random(in: 0...3, using: &random)).map { "k\($0) é\u{1F600}\"\\/" }
            return Dictionary(uniqueKeysWithValues: keys.map { ($0, value(depth: depth + 1, &random)) })
        case 2: return Int.random(in: -1_000_000...1_000_000, using: &random)
        case 3: return Bool.random(using: &random)
        case 4: return "t\u{1}\n\t\u{2028}é\(Int.random(in: 0...9, using: &random))"
        default: return NSNull()
        }
    }
}
