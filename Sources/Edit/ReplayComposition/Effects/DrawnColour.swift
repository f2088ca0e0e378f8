import FFmpeg
import MediaTime
import ReplayTimeline

/// A colour in the limited range of a frame.
struct DrawnColour: Equatable {
    let luma: Int
    let blueDifference: Int
    let redDifference: Int

    /// - Parameters:
    ///   - red: The red value, 0 to 255, like the other two.
    ///   - colours: The colour space of the frame.
    init(red: Double, green: Double, blue: Double, in colours: ColourSpace) {
        let samples = Self.samples(red: red, green: green, blue: blue, in: colours)
        luma = Int(saturating: samples.x.rounded())
        blueDifference = Int(saturating: samples.y.rounded())
        redDifference = Int(saturating: samples.z.rounded())
    }

    /// Returns the exact luma, blue difference and red difference of a colour.
    static func samples(red: Double, green: Double, blue: Double, in colours: ColourSpace) -> SIMD3<Double> {
        // ITU-R BT.601 and BT.709.
        let (redPart, bluePart) = colours.hasSameMatrix(as: .bt601) ? (0.299, 0.114) : (0.2126, 0.0722)
        let bright = redPart * red + (1 - redPart - bluePart) * green + bluePart * blue
        return SIMD3(
            16 + 219 * bright / 255, 128 + 112 * (blue - bright) / (255 * (1 - bluePart)),
            128 + 112 * (red - bright) / (255 * (1 - redPart)))
    }

    init(_ colour: StyleColour, in colours: ColourSpace) {
        self.init(red: Double(colour.red), green: Double(colour.green), blue: Double(colour.blue), in: colours)
    }

    /// Yellow for the pointer's highlight, and red for clicks.
    init(of kind: PointerEffect.Kind, in colours: ColourSpace) {
        switch kind {
        case .highlight: self.init(red: 255, green: 214, blue: 0, in: colours)
        case .clicks: self.init(red: 235, green: 40, blue: 40, in: colours)
        }
    }
}
