import ReplayMovie
import Testing

/// Checks the parsing of ISO base media boxes from untrusted bytes.
@Suite struct BoxTests {
    private func header(_ size: UInt32, _ long: UInt64? = nil) -> [UInt8] {
        func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
        }
        return bytes(size) + Array("free".utf8) + (long.map { bytes($0) } ?? [])
    }

    @Test("A box has its size in 32 bits, in 64, or reaches to the end of what it is in")
    func sizes() throws {
        let short = try #require(BoxHeader(header(20)[...], remaining: 100))
        #expect((short.type, short.size, short.length) == ("free", 20, 8))
        let long = try #require(BoxHeader(header(1, 5 << 32)[...], remaining: 100))
        #expect((long.size, long.length) == (5 << 32, 16))
        let open = try #require(BoxHeader(header(0)[...], remaining: 100))
        #expect((open.size, open.length) == (100, 8))
    }

    @Test(
        "A header that is not whole, or a box that is smaller than its header, is none",
        arguments: [(7, 0), (1, 15), (1, 0), (1, .max)] as [(UInt32, UInt64)])
    func impossible(size: UInt32, long: UInt64) {
        #expect(BoxHeader(header(size, long)[...], remaining: 100) == nil)
        #expect(BoxHeader(header(20).dropLast()[...], remaining: 100) == nil)
        #expect(BoxHeader(header(1)[...], remaining: 100) == nil)
    }

    @Test("The boxes in a box are read up to the first that is not whole")
    func sequence() {
        let bytes = header(10) + [1, 2] + header(1, 18) + [3, 4] + header(0) + [5]
        #expect(Box.sequence(in: bytes[...]).map { Array($0.contents) } == [[1, 2], [3, 4], [5]])
        #expect(Array(Box.sequence(in: (header(10) + [1, 2] + header(10) + [3])[...])).count == 1)
    }
}
