import CPixels
import Geometry
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite struct FittingTests {
    @Test(
        "Keeps proportions in the middle",
        arguments: [
            (PixelSize(width: 320, height: 180), PixelRect(x: 0, y: 0, width: 640, height: 360)),
            (PixelSize(width: 360, height: 640), PixelRect(x: 218, y: 0, width: 202, height: 360)),
            (PixelSize(width: 1000, height: 100), PixelRect(x: 0, y: 148, width: 640, height: 64)),
            (PixelSize(width: 2, height: 9000), PixelRect(x: 318, y: 0, width: 2, height: 360)),
        ])
    func keepsProportionsInTheMiddle(frame: PixelSize, place: PixelRect) {
        #expect(Fitting(frame, into: PixelSize(width: 640, height: 360)).place == place)
    }

    @Test("A part reaches every pixel that it is seen in")
    func aPartReachesEveryPixelThatItIsSeenIn() {
        let fitting = Fitting(PixelSize(width: 100, height: 300), into: PixelSize(width: 640, height: 360))
        #expect(fitting.place == PixelRect(x: 260, y: 0, width: 120, height: 360))
        let part = fitting.canvasRectangle(of: PixelRect(x: 1, y: 1, width: 1, height: 1))
        // Columns 1.2..<2.4 of the place, and the same rows.
        #expect(part == PixelRect(x: 260, y: 0, width: 4, height: 4))
        #expect(fitting.canvasRectangle(of: PixelRect(x: 0, y: 0, width: 100, height: 300)) == fitting.place)
    }
}

/// A frame that is fitted into a canvas by the routine under test, and by the definition.
private struct FittedFrame {
    let (width, height): (Int, Int)
    let place: pixels_rect
    var bytes: [UInt8]

    init(_ width: Int, _ height: Int, in place: pixels_rect) {
        (self.width, self.height, self.place) = (width, height, place)
        bytes = (0..<width * height * 4).map { _ in .random(in: 0...255) }
    }

    func fitted(_ rect: pixels_rect, canvasWidth: Int) -> [UInt32] {
        var out = [UInt32](repeating: 0xdead_beef, count: canvasWidth * Int(rect.y1 - rect.y0))
        var sums = [UInt32](repeating: 7, count: width * 4)
        bytes.withUnsafeBufferPointer {
            let frame = pixels_fitted(
                pixels: $0.baseAddress, stride: Int64(width * 4), width: Int32(width), height: Int32(height),
                place: place)
            pixels_fit(frame, &out, Int64(canvasWidth), rect, &sums)
        }
        return out
    }

    /// Returns the mean of a channel over the area of the frame that a pixel of the canvas covers.
    func mean(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        let (placeWidth, placeHeight) = (Int(place.x1 - place.x0), Int(place.y1 - place.y0))
        let (left, top) = ((x - Int(place.x0)) * width, (y - Int(place.y0)) * height)
        var sum = width * height / 2
        for row in top / placeHeight...(top + height - 1) / placeHeight {
            let rows = min(top + height, (row + 1) * placeHeight) - max(top, row * placeHeight)
            for column in left / placeWidth...(left + width - 1) / placeWidth {
                let columns = min(left + width, (column + 1) * placeWidth) - max(left, column * placeWidth)
                sum += rows * columns * Int(bytes[(row * width + column) * 4 + channel])
            }
        }
        return sum / (width * height)
    }
}

@Suite struct AreaMeanTests {
    @Test("Every pixel is the mean of what it covers", arguments: [(33, 21), (200, 160), (64, 32), (2, 2), (7, 300)])
    func everyPixelIsTheMeanOfWhatItCovers(width: Int, height: Int) {
        let frame = FittedFrame(width, height, in: pixels_rect(x0: 6, y0: 4, x1: 70, y1: 36))
        let rect = pixels_rect(x0: 2, y0: 2, x1: 76, y1: 38)
        let out = frame.fitted(rect, canvasWidth: 80)
        for y in 2..<38 {
            for x in 0..<80 {
                let found = out[(y - 2) * 80 + x]
                if !(2..<76).contains(x) {
                    #expect(found == 0xdead_beef)
                } else if (6..<70).contains(x) && (4..<36).contains(y) {
                    let means = (0..<3).map { UInt32(frame.mean(x, y, $0)) }
                    #expect(found == means[0] | means[1] << 8 | means[2] << 16)
                } else {
                    #expect(found == 0)
                }
            }
        }
    }

    @Test("A part is the same as the whole")
    func aPartIsTheSameAsTheWhole() {
        let frame = FittedFrame(100, 70, in: pixels_rect(x0: 0, y0: 0, x1: 60, y1: 42))
        let whole = frame.fitted(pixels_rect(x0: 0, y0: 0, x1: 60, y1: 42), canvasWidth: 60)
        let part = frame.fitted(pixels_rect(x0: 14, y0: 8, x1: 38, y1: 20), canvasWidth: 60)
        for y in 8..<20 {
            for x in 14..<38 { #expect(part[(y - 8) * 60 + x] == whole[y * 60 + x]) }
        }
    }

    @Test("White stays white in the largest frame")
    func whiteStaysWhiteInTheLargestFrame() {
        var frame = FittedFrame(16_384, 4, in: pixels_rect(x0: 0, y0: 0, x1: 30, y1: 2))
        for index in frame.bytes.indices { frame.bytes[index] = 255 }
        let out = frame.fitted(frame.place, canvasWidth: 30)
        #expect(out.allSatisfy { $0 == 0xffffff })
    }
}
