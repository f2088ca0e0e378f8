import HTTPTypes
import Testing

@testable import ReplayPreview

@Suite struct RangeRequestTests {
    @Test(
        "Ranges of a file of 1,000 bytes",
        arguments: [
            ("bytes=0-99", .part(0..<100)), ("bytes=999-", .part(999..<1000)), ("bytes=-1", .part(999..<1000)),
            ("bytes=-2000", .part(0..<1000)), ("bytes=500-99999999999999999999", .part(500..<1000)),
            ("BYTES=1-1", .part(1..<2)), ("bytes=1000-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=5-2", .whole), ("bytes=-", .whole),
            ("bytes=", .whole), ("bytes=0-1,5-6", .whole), ("bytes=0-1, -1", .whole), ("bytes=a-b", .whole),
            ("bytes=+1-2", .whole), ("lines=0-1", .whole), ("bytes 0-1", .whole), ("bytes=1--2", .whole), ("", .whole),
        ] as [(String, RangeRequest)])
    func ranges(text: String, expected: RangeRequest) {
        #expect(RangeRequest([.range: text], size: 1000, tag: "\"a\"") == expected)
    }

    @Test("No range, several of them, and an empty file")
    func others() {
        #expect(RangeRequest([:], size: 1000, tag: "\"a\"") == .whole)
        let twice = HTTPFields([
            HTTPField(name: .range, value: "bytes=0-1"), HTTPField(name: .range, value: "bytes=0-1"),
        ])
        #expect(RangeRequest(twice, size: 9, tag: "\"a\"") == .whole)
        #expect(RangeRequest([.range: "bytes=0-"], size: 0, tag: "\"a\"") == .unsatisfiable)
        #expect(RangeRequest([.range: "bytes=-5"], size: 0, tag: "\"a\"") == .whole)
    }

    @Test("A part of the same version alone", arguments: [("\"a\"", true), ("W/\"a\"", false), ("\"b\"", false)])
    func condition(tag: String, isSame: Bool) {
        let expected: RangeRequest = isSame ? .part(0..<2) : .whole
        #expect(RangeRequest([.range: "bytes=0-1", .ifRange: tag], size: 9, tag: "\"a\"") == expected)
    }
}
