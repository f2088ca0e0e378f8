public import MediaTime

/// One frame that an application pushes.
public struct VideoSampleBuffer: Sendable {
    /// By how much a frame must be turned, clockwise, to be upright: that of a device that is held on its side.
    public enum Rotation: Int, Sendable {
        /// It is upright.
        case none = 0
        /// By 90 degrees.
        case quarter = 1
        /// By 180 degrees.
        case half = 2
        /// By 270 degrees.
        case threeQuarters = 3

        /// Whether width and height change places.
        var isSideways: Bool { self == .quarter || self == .threeQuarters }
    }

    /// Rows of four bytes a pixel: blue, green, red, and one that is not looked at.
    public var pixels: [UInt8]
    /// Bytes from one row to the next, at least four times the width.
    public var bytesPerRow: Int
    /// From when on the frame is shown. Any clock will do, if audio comes by the same.
    public var time: HostTime
    /// It is recorded upright: turned so, it has the recording's size.
    public var rotation: Rotation

    /// Sets its properties.
    public init(pixels: [UInt8], bytesPerRow: Int, time: HostTime = .now, rotation: Rotation = .none) {
        self.pixels = pixels
        self.bytesPerRow = bytesPerRow
        self.time = time
        self.rotation = rotation
    }
}

/// A run of audio that an application pushes.
public struct AudioSampleBuffer: Sendable {
    /// Samples at 48 kHz, -1...1; of application audio left and right in turn, of a microphone one after another.
    public var samples: [Float]
    /// When the first is heard, by the clock of the frames.
    public var time: HostTime

    /// Sets its properties.
    public init(samples: [Float], time: HostTime) {
        self.samples = samples
        self.time = time
    }
}
