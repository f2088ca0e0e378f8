import Foundation

/// The pixels of text on a grey frame: bright ones, and dark ones around them.
public struct TextPixels: Sendable {
    /// The number of bright pixels.
    public private(set) var bright = 0
    /// The number of dark pixels.
    public private(set) var dark = 0
    /// The rows with bright or dark pixels; nil if there are none.
    public private(set) var rows: ClosedRange<Int>?

    /// - Parameters:
    ///   - frame: The luma, one byte per pixel.
    ///   - width: The width of a row, in pixels.
    public init(_ frame: Data, width: Int) {
        frame.withUnsafeBytes { bytes in
            for place in bytes.indices where bytes[place] > 200 || bytes[place] < 70 {
                if bytes[place] > 200 { bright += 1 } else { dark += 1 }
                rows = (rows?.lowerBound ?? place / width)...(place / width)
            }
        }
    }
}
