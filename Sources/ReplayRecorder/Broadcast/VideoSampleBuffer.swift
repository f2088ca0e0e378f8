/// One picture that an application pushes.
public struct VideoSampleBuffer: Sendable {
    /// Rows of four bytes a pixel: blue, green, red, and one that is not looked at.
    public var pixels: [UInt8]
    /// Bytes from one row to the next, at least four times the width.
    public var bytesPerRow: Int
    /// From when on the picture is shown. Any clock will do, if sound comes by the same.
    public var time: HostTime

    /// Sets its properties.
    public init(pixels: [UInt8], bytesPerRow: Int, time: HostTime = .now) {
        self.pixels = pixels
        self.bytesPerRow = bytesPerRow
        self.time = time
    }
}
