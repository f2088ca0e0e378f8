import Foundation
import ReplayTestSupport
import Testing

/// Checks the comparisons of frames.
@Suite struct FrameTests {
    private static let width = 32

    private func noise(_ count: Int, using random: inout SplitMix64) -> Data {
        Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test("Frames are as alike as they are, in part of a larger block of bytes too")
    func likeness() {
        var random = SplitMix64.seeded()
        let bytes = noise(3 * 32 * 16, using: &random)
        let (first, second) = (bytes.prefix(512), bytes.dropFirst(512).prefix(512))
        #expect(FrameLikeness.signalToNoise(first, first) == 100)
        #expect(FrameLikeness.structuralSimilarity(second, second, width: Self.width) == 1)
        #expect(abs(FrameLikeness.structuralSimilarity(first, second, width: Self.width)) < 0.3)
        // A difference of one in each sample: 255 to 1.
        let (gray, lighter) = (Data(repeating: 100, count: 512), Data(repeating: 101, count: 512))
        #expect(abs(FrameLikeness.signalToNoise(gray, lighter) - 48.1308) < 0.001)
        #expect(abs(FrameLikeness.structuralSimilarity(gray, lighter, width: Self.width) - 0.99995) < 0.00001)
    }

    @Test("What is left of a pattern is found below noise, and of another nothing")
    func signal() {
        var random = SplitMix64.seeded()
        let pattern = noise(32 * 16, using: &random)
        let faint = (0..<200).map { _ in
            Data(pattern.map { UInt8(90 + Int($0) / 16 + Int.random(in: 0..<60, using: &random)) })
        }
        let wanted = FrameSignal(average: [pattern], width: Self.width, rows: 16).sharpened()
        let found = FrameSignal(average: faint, width: Self.width, rows: 16).sharpened()
        let other = FrameSignal(average: [noise(32 * 16, using: &random)], width: Self.width, rows: 16).sharpened()
        #expect(found.correlation(with: wanted) > 0.9)
        #expect(abs(found.correlation(with: other)) < 0.4)
        let plain = FrameSignal(average: [Data(count: 512)], width: Self.width, rows: 16).sharpened()
        #expect(plain.correlation(with: wanted) == 0)
    }

    @Test("Colours and text are counted and placed")
    func pixels() {
        var colours = Data(repeating: 128, count: 512 * 3)
        #expect(ColouredPixels(colours, width: Self.width, around: (0, 0)).middle == nil)
        // Red at (10, 4), yellow at (13, 8).
        colours.replaceSubrange((4 * 32 + 10) * 3..<(4 * 32 + 11) * 3, with: [255, 0, 0])
        colours.replaceSubrange((8 * 32 + 13) * 3..<(8 * 32 + 14) * 3, with: [255, 240, 0])
        let found = ColouredPixels(colours, width: Self.width, around: (10, 4))
        #expect(found.count == 2 && found.redCount == 1 && found.farthest == 5)
        #expect(found.middle?.x == 11 && found.middle?.y == 6)

        var text = Data(repeating: 128, count: 512)
        #expect(TextPixels(text, width: Self.width).rows == nil)
        for (place, value) in [(3 * 32 + 1, 255), (3 * 32 + 2, 0), (6 * 32, 201)] as [(Int, UInt8)] {
            text[place] = value
        }
        let pixels = TextPixels(text, width: Self.width)
        #expect(pixels.bright == 2 && pixels.dark == 1 && pixels.rows == 3...6)
    }
}
