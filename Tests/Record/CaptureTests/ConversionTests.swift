import CPixels
import Testing

@testable import ReplayCapture

/// A frame of 32-bit pixels and its conversion.
private struct Image {
    static let (width, height) = (202, 10)
    var bgrx = [UInt8](repeating: 0, count: width * height * 4)
    var nv12 = [UInt8](repeating: 7, count: width * height * 3 / 2)

    typealias Conversion = (UnsafePointer<UInt8>, Int64, pixels_nv12, pixels_rect) -> Void

    mutating func convert(_ rect: pixels_rect, by conversion: Conversion) {
        nv12.withUnsafeMutableBufferPointer { planes in
            let luma = planes.baseAddress!
            let out = pixels_nv12(
                luma: luma, luma_stride: Int64(Self.width), chroma: luma + Self.width * Self.height,
                chroma_stride: Int64(Self.width))
            conversion(&bgrx, Int64(Self.width * 4), out, rect)
        }
    }

    static let whole = pixels_rect(x0: 0, y0: 0, x1: Int32(width), y1: Int32(height))
}

@Suite struct ConversionTests {
    @Test(
        "Fast and plain agree to the bit",
        arguments: [(0, 202), (0, 64), (34, 66), (2, 36), (10, 28), (100, 202)] as [(Int32, Int32)])
    func fastAndPlainAgreeToTheBit(x0: Int32, x1: Int32) {
        for _ in 0..<20 {
            var fast = Image()
            for index in fast.bgrx.indices { fast.bgrx[index] = .random(in: 0...255) }
            var plain = fast
            let rect = pixels_rect(x0: x0, y0: 2, x1: x1, y1: 8)
            fast.convert(rect, by: pixels_convert)
            plain.convert(rect, by: pixels_convert_plain)
            #expect(fast.nv12 == plain.nv12)
        }
    }

    @Test("Extremes agree to the bit")
    func extremesAgreeToTheBit() {
        var fast = Image()
        for index in fast.bgrx.indices { fast.bgrx[index] = Bool.random() ? 255 : 0 }
        var plain = fast
        fast.convert(Image.whole, by: pixels_convert)
        plain.convert(Image.whole, by: pixels_convert_plain)
        #expect(fast.nv12 == plain.nv12)
    }

    @Test(
        "Colours follow the formula",
        arguments: [
            (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (128, 128, 128), (30, 200, 90),
        ])
    func coloursFollowTheFormula(red: Int, green: Int, blue: Int) {
        var image = Image()
        for pixel in 0..<(Image.width * Image.height) {
            image.bgrx.replaceSubrange(pixel * 4..<pixel * 4 + 3, with: [blue, green, red].map(UInt8.init))
        }
        image.convert(Image.whole, by: pixels_convert)
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        let expected = [219 * y + 16, 224 * (b - y) / 1.8556 + 128, 224 * (r - y) / 1.5748 + 128]
        let chroma = Image.width * Image.height
        let found = [image.nv12[0], image.nv12[chroma], image.nv12[chroma + 1]]
        for (found, expected) in zip(found, expected) { #expect(abs(Double(found) - expected) <= 0.51) }
    }

    @Test("Cursor blends premultiplied")
    func cursorBlendsPremultiplied() {
        #expect((0xff12_3456 as UInt32).blended(over: 0x0099_9999) == 0x0012_3456)
        #expect((0x0000_0000 as UInt32).blended(over: 0x0099_aabb) == 0x0099_aabb)
        #expect((0x8080_0000 as UInt32).blended(over: 0x0000_00ff) == 0x0080_007f)
    }
}
