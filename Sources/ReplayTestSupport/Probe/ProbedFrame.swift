import MediaTime

/// A decoded frame as a plane of brightness.
public struct ProbedFrame: Sendable {
    /// Which frame of the stream it is, from 0.
    public let index: Int
    /// When it is shown.
    public let time: MediaTime
    /// How the pixels lie.
    public let shape: PlaneShape
    /// The pixels, a byte each.
    public let pixels: [UInt8]

    /// The barcode that stands at a place of the canvas, or `nil` when it cannot be read.
    public func barcode(at placement: BarcodePlacement) -> Barcode? {
        BarcodeReader(shape: shape, placement: placement).barcode(in: pixels.span)
    }
}
