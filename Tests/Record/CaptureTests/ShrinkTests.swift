import CPixels
import Testing

/// An NV12 frame, with consecutive planes and rows without padding.
private struct Image: Equatable {
    let (width, height): (Int, Int)
    var bytes: [UInt8]

    init(_ width: Int, _ height: Int, _ byte: () -> UInt8 = { 0 }) {
        (self.width, self.height) = (width, height)
        bytes = (0..<(width * height * 3 / 2)).map { _ in byte() }
    }

    typealias Shrinking = (
        pixels_nv12, pixels_size, pixels_nv12, pixels_size, UnsafeMutablePointer<UInt32>?
    ) -> Void

    func shrunk(to width: Int, _ height: Int, by shrink: Shrinking) -> Image {
        var (from, small) = (self, Image(width, height))
        var sums = [UInt32](repeating: 0, count: self.width + 8)
        let (size, smallSize) = (from.size, small.size)
        from.withPlanes { planes in
            small.withPlanes { smallPlanes in shrink(planes, size, smallPlanes, smallSize, &sums) }
        }
        return small
    }

    private var size: pixels_size { pixels_size(width: Int32(width), height: Int32(height)) }

    private mutating func withPlanes(_ body: (pixels_nv12) -> Void) {
        let (width, lumaCount) = (width, width * height)
        bytes.withUnsafeMutableBufferPointer {
            let luma = $0.baseAddress!
            body(
                pixels_nv12(
                    luma: luma, luma_stride: Int64(width), chroma: luma + lumaCount, chroma_stride: Int64(width)))
        }
    }
}

@Suite struct ShrinkTests {
    // Rows are as wide as those of screens, but few: each is shrunk in the same way.
    @Test(
        "Quick and plain agree to the bit",
        arguments: [
            (1920, 54, 640, 18), (1280, 36, 640, 18), (2560, 72, 640, 18), (1366, 64, 640, 30), (96, 6, 32, 2),
            (48, 12, 16, 4), (30, 6, 10, 2), (640, 48, 640, 48), (654, 2, 640, 2),
        ])
    func agreement(width: Int, height: Int, smallWidth: Int, smallHeight: Int) {
        for byte in [{ UInt8.random(in: 0...255) }, { Bool.random() ? 255 : 0 }, { 255 }] {
            let image = Image(width, height, byte)
            let quick = image.shrunk(to: smallWidth, smallHeight, by: pixels_shrink)
            let plain = image.shrunk(to: smallWidth, smallHeight, by: pixels_shrink_plain)
            #expect(quick == plain)
        }
    }

    @Test("A sample is the mean of what it covers, Cb and Cr apart")
    func mean() {
        var image = Image(6, 6)
        for index in 0..<36 { image.bytes[index] = UInt8(index) }
        for index in 0..<9 { (image.bytes[36 + 2 * index], image.bytes[37 + 2 * index]) = (UInt8(index), 200) }
        // In this image, the mean of 3 x 3 pixels is the central pixel.
        #expect(image.shrunk(to: 2, 2, by: pixels_shrink).bytes == [7, 10, 25, 28, 4, 200])
        #expect(image.shrunk(to: 2, 2, by: pixels_shrink_plain).bytes == [7, 10, 25, 28, 4, 200])
    }
}
