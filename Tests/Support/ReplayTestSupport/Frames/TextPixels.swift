import Foundation

/// The pixels of text on a gray frame: bright ones, and dark ones around them.
public struct TextPixels: Sendable {
    /// How many pixels are bright.
    public private(set) var bright = 0
    /// How many are dark.
    public private(set) var dark = 0
    /// In which any of them are; nil where there are none.
    public private(set) var rows: ClosedRange<Int>?

    /// - Parameters:
    ///   - frame: a byte of brightness a pixel.
    ///   - width: of a row, in pixels.
    public init(_ frame: Data, width: Int) {
        frame.withUnsafeBytes { bytes in
            for place in bytes.indices where bytes[place] > 200 || bytes[place] < 70 {
                if bytes[place] > 200 { bright += 1 } else { dark += 1 }
                rows = (rows?.lowerBound ?? place / width)...(place / width)
            }
        }
    }
}
