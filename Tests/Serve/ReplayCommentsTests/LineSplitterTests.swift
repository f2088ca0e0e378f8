import ReplayTestSupport
import Testing

@testable import ReplayComments

@Suite struct LineSplitterTests {
    private func lines(_ bytes: [UInt8], pieces: [Int]) -> [Result<[UInt8], CommentFault>] {
        var (splitter, start, found) = (LineSplitter(), 0, [Result<[UInt8], CommentFault>]())
        for piece in pieces {
            let end = min(bytes.count, start + piece)
            found += splitter.add(bytes[start..<end])
            start = end
        }
        found += splitter.add(bytes[start...])
        return found + (splitter.finish().map { [.success($0)] } ?? [])
    }

    @Test("Lines are the same however the bytes are divided")
    func pieces() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let bytes: [UInt8] = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                [UInt8(ascii: "\n"), UInt8(ascii: "a"), UInt8(ascii: " "), 0xFF].randomElement(using: &random) ?? 0
            }
            let pieces = (0..<50).map { _ in Int.random(in: 0...9, using: &random) }
            let expected = bytes.split(separator: UInt8(ascii: "\n")).map { [UInt8]($0) }
                .filter { line in line.contains { $0 != UInt8(ascii: " ") } }
            #expect(try lines(bytes, pieces: pieces).map { try $0.get() } == expected)
        }
    }

    @Test("A line of 10 MB is one fault, and the lines beside it are kept")
    func long() {
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
        let bytes = Array("one\r\n".utf8) + long + Array("\ntwo\n".utf8)
        let pieces = [Int](repeating: 100_000, count: 101)
        let one = Array("one".utf8), two = Array("two".utf8)
        #expect(lines(bytes, pieces: pieces) == [.success(one), .failure(.tooLong), .success(two)])
    }
}
