import ReplayTestSupport
import Testing

@Suite struct BarcodeTests {
    /// A corner of a screen of 1080 rows.
    private let placement = BarcodePlacement(canvasWidth: 384, canvasHeight: 180, x: 32, y: 32, cellSize: 16)

    private func randomBarcode(using random: inout SplitMix64) -> Barcode {
        Barcode(.random(in: Barcode.values, using: &random))
    }

    @Test("What is drawn is read, at full size, two thirds and a third, through noise and blur")
    func whatIsDrawnIsRead() {
        var random = SplitMix64.seeded()
        for _ in 0..<20 {
            let barcode = randomBarcode(using: &random)
            let image = Image(barcode, at: placement)
            let blurred = image.blurred(radius: 2).noisy(amplitude: 50, using: &random)
            #expect(image.barcode(at: placement) == barcode)
            #expect(blurred.barcode(at: placement) == barcode)
            let (medium, small) = (
                blurred.scaled(width: 256, height: 120), blurred.scaled(width: 128, height: 60)
            )
            #expect(medium.barcode(at: placement) == barcode)
            #expect(small.barcode(at: placement) == barcode)
            #expect(small.noisy(amplitude: 40, using: &random).barcode(at: placement) == barcode)
        }
    }

    @Test("The least and the greatest number are read")
    func leastAndTheGreatestNumberAreRead() {
        for value in [0, Barcode.values.upperBound - 1] {
            #expect(Image(Barcode(value), at: placement).barcode(at: placement)?.value == value)
        }
    }

    @Test("One wrong cell is noticed")
    func oneWrongCellIsNoticed() {
        var random = SplitMix64.seeded()
        let barcode = randomBarcode(using: &random)
        for row in 1..<(Barcode.rows - 1) {
            for column in 1..<(Barcode.columns - 1) {
                var image = Image(barcode, at: placement)
                for y in 0..<16 {
                    for x in 0..<16 {
                        let index = (placement.y + row * 16 + y) * 384 + placement.x + column * 16 + x
                        image.pixels[index] = 255 - image.pixels[index]
                    }
                }
                #expect(image.barcode(at: placement) == nil)
            }
        }
    }

    @Test("What is covered, or outside the image, is no barcode")
    func whatIsCovered() {
        var image = Image(Barcode(1), at: placement)
        let outside = BarcodePlacement(canvasWidth: 384, canvasHeight: 180, x: 100, y: 100, cellSize: 16)
        #expect(image.barcode(at: outside) == nil)
        for grey in [0, 128, 255] as [UInt8] {
            image.pixels = Array(repeating: grey, count: image.pixels.count)
            #expect(image.barcode(at: placement) == nil)
        }
    }

    @Test("Upper half of one frame and lower half of another are no barcode")
    func upperHalfOfOneFrameAndLowerHalf() {
        var random = SplitMix64.seeded()
        for _ in 0..<50 {
            var image = Image(randomBarcode(using: &random), at: placement)
            let other = Image(randomBarcode(using: &random), at: placement)
            let seam = 384 * (placement.y + 3 * 16)
            image.pixels.replaceSubrange(seam..., with: other.pixels[seam...])
            #expect(image.barcode(at: placement) == nil)
        }
    }
}
