public import MediaTime

/// A frame that an application appends to a recording.
public struct VideoSampleBuffer: Sendable {
    /// The clockwise rotation that makes a frame upright, such as for a device that is held sideways.
    public enum Rotation: Int, Sendable {
        /// No rotation.
        case none = 0
        /// A rotation by 90 degrees.
        case quarter = 1
        /// A rotation by 180 degrees.
        case half = 2
        /// A rotation by 270 degrees.
        case threeQuarters = 3

        /// True if the rotation swaps width and height.
        var isSideways: Bool { self == .quarter || self == .threeQuarters }
    }

    /// The pixels in rows, four bytes each: blue, green, red, and one that is ignored.
    public var pixels: [UInt8]
    /// The number of bytes from one row to the next, at least four times the width.
    public var bytesPerRow: Int
    /// The presentation time of the frame. Any clock is possible if audio uses the same one.
    public var time: HostTime
    /// The rotation that is applied to the frame. The rotated frame must have the recording's size.
    public var rotation: Rotation

    /// Creates a frame.
    public init(pixels: [UInt8], bytesPerRow: Int, time: HostTime = .now, rotation: Rotation = .none) {
        self.pixels = pixels
        self.bytesPerRow = bytesPerRow
        self.time = time
        self.rotation = rotation
    }
}

/// A run of audio that an application appends to a recording.
public struct AudioSampleBuffer: Sendable {
    /// The samples at 48 kHz, in -1...1: for application audio left and right interleaved, for a microphone one
    /// channel.
    public var samples: [Float]
    /// The time of the first sample, on the clock of the frames.
    public var time: HostTime

    /// Creates a run of audio.
    public init(samples: [Float], time: HostTime) {
        self.samples = samples
        self.time = time
    }
}
