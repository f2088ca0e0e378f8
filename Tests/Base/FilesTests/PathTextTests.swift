import ReplayLibrary
import ReplayMovie
import Testing

/// Checks paths as text: every byte survives, and slashes are found by their bytes.
@Suite struct PathTextTests {
    @Test("Any bytes come back from the text that they were read as")
    func random() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(seed)
        // Sequences that are almost UTF-8, and the sequences that stand for escaped bytes.
        let parts: [[UInt8]] = [
            Array("aé/".utf8), [0xFF], [0xC3], [0xA9], [0xF4, 0x8F, 0xBA, 0x80], [0xF4, 0x8F, 0xBB, 0xBF],
            [0xF4, 0x8F],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], Array("\u{301}'".utf8), [0x80],
        ]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0..<8, using: &random)).flatMap { _ in
                Bool.random(using: &random)
                    ? parts.randomElement(using: &random) ?? [] : [UInt8.random(in: 1 ... .max, using: &random)]
            }
            let text = String(path: bytes)
            #expect(text.pathBytes == bytes, "seed \(seed): \(bytes)")
            #expect(text.cPath.last == 0 && text.cPath.count == bytes.count + 1)
        }
    }

    @Test("UTF-8 text is unchanged", arguments: ["", "demo.mp4", "é", "e\u{301}", "日本\u{1F600}", "\u{10FFFD}"])
    func plain(text: String) { #expect(String(path: Array(text.utf8)).hasSameBytes(as: text)) }

    @Test("A slash before a combining mark divides a path")
    func parts() {
        let mark = "\u{301}"
        #expect("a/\(mark)b".pathParts.folder == "a" && "a/\(mark)b".pathParts.name.hasSameBytes(as: "\(mark)b"))
        #expect("/\(mark)b".isAbsolutePath && "/\(mark)b".pathParts.folder == "/")
        #expect("a/\(mark)/../c".pathComponents.count == 4)
        #expect("/r/\(mark)/../c/./d//".normalizedPath == "/r/c/d")
        #expect("/r/\(mark)b".isPath(inside: "/r") && !"/rest".isPath(inside: "/r") && "/r".isPath(inside: "/"))
        #expect(["/", "//", "a//", "a", ""].map(\.withoutEndingSlashes) == ["/", "/", "a", "a", ""])
        #expect("name".pathParts == (".", "name"))
        #expect(["-x", "::::", "x", "/-x"].map(\.asArgument) == ["./-x", "./::::", "x", "/-x"])
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
    }
}

/// A generator of random numbers that a seed makes repeatable.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
