import Geometry
import PointerShapes
import ReplaySources
import ReplayTestSupport
import Testing

@testable import PipeWire
@testable import ReplayCapture

/// Checks frames in the memory of another process: their changes, and the cursor over them.
@Suite struct FrameTests {
    private static let size = PixelSize(width: 16, height: 12)

    private func withImage<Result>(_ pixels: [UInt32], _ body: (FrameImage) throws -> Result) throws -> Result {
        try pixels.withUnsafeBytes {
            let bytes = try #require($0.baseAddress).assumingMemoryBound(to: UInt8.self)
            return try body(FrameImage(bytes: bytes, stride: Self.size.width * 4, size: Self.size))
        }
    }

    @Test("Rows that differ are found, all of them and no others")
    func rows() throws {
        var random = SplitMix64.seeded()
        let before = (0..<16 * 12).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) }
        for _ in 0..<50 {
            var after = before
            let changed = Set((0..<4).map { _ in Int.random(in: 0..<12, using: &random) })
            for row in changed { after[row * 16 + Int.random(in: 0..<16, using: &random)] ^= 1 }
            let found = try withImage(before) { old in try withImage(after) { $0.rows(differingFrom: old) } }
            #expect(Set(found.flatMap { Array($0) }) == changed)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
    }

    @Test("A cursor is drawn over a copy of what it covers, and tells where it was")
    func cursor() throws {
        let shape = PointerShape(
            pixels: [0xFFFF_0000, 0, 0, 0xFF00_FF00], size: PixelSize(width: 2, height: 2),
            hotspot: PixelPoint(x: 1, y: 1))
        var cursor = FrameCursor()
        let first = cursor.follow(.init(place: PixelPoint(x: 5, y: 5), shape: shape), from: PixelPoint(x: 1, y: 0))
        #expect(first.last == PixelRect(x: 3, y: 4, width: 2, height: 2))
        #expect(cursor.follow(.init(place: PixelPoint(x: 5, y: 5), shape: nil), from: PixelPoint(x: 1, y: 0)).isEmpty)
        let drawn = try withImage(Array(repeating: 0x10_2030, count: 16 * 12)) {
            cursor.drawn(over: $0, in: PixelRect(x: 2, y: 4, width: 4, height: 2))
        }
        #expect(drawn[1] == 0xFF_0000 && drawn[2] == 0x10_2030 && drawn[6] == 0x00_FF00 && drawn[0] == 0x10_2030)
        #expect(cursor.follow(nil, from: PixelPoint(x: 0, y: 0)).first == PixelRect(x: 3, y: 4, width: 2, height: 2))

        var apart = FrameCursor()
        apart.pointer = .apart
        _ = apart.follow(.init(place: PixelPoint(x: 5, y: 5), shape: shape), from: PixelPoint(x: 1, y: 0))
        #expect(apart.shapeApart == shape && apart.place == PixelPoint(x: 4, y: 5) && apart.frame.isEmpty)
    }
}
