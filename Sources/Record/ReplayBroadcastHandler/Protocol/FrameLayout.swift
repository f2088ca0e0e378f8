import Descriptors

/// The place of a frame's pixels in the memory that a message passes.
package struct FrameLayout: Codable, Equatable, Sendable {
    /// A plane of 8-bit samples.
    package struct Plane: Codable, Equatable, Sendable {
        /// The distance in bytes from the beginning of the memory.
        package var offset: Int
        /// The distance in bytes from one row to the next.
        package var stride: Int
        package var width: Int
        package var height: Int

        package init(offset: Int, stride: Int, width: Int, height: Int) {
            (self.offset, self.stride, self.width, self.height) = (offset, stride, width, height)
        }
    }

    /// The number of the buffer, which the handler releases.
    package var buffer: Int
    /// The pixel format, ``format``.
    package var format: String
    package var width: Int
    package var height: Int
    /// The size of the memory, in bytes.
    package var size: Int
    /// The planes Y, Cb and Cr.
    package var planes: [Plane]

    /// Planar 4:2:0 with 8 bits per sample, BT.709, limited range.
    package static let format = "yuv420p"
    /// The longest side of a frame, in pixels.
    package static let maxSide = 16_384
    /// Rows begin at multiples of this number of bytes.
    private static let alignment = 32

    /// Creates the layout of a frame with an even size.
    package init(buffer: Int, width: Int, height: Int) {
        self.buffer = buffer
        format = Self.format
        (self.width, self.height) = (width, height)
        func aligned(_ count: Int) -> Int { (count + Self.alignment - 1) / Self.alignment * Self.alignment }
        let (luma, chroma) = (aligned(width), aligned(width / 2))
        let (lumaSize, chromaSize) = (luma * height, chroma * (height / 2))
        planes = [
            Plane(offset: 0, stride: luma, width: width, height: height),
            Plane(offset: lumaSize, stride: chroma, width: width / 2, height: height / 2),
            Plane(offset: lumaSize + chromaSize, stride: chroma, width: width / 2, height: height / 2),
        ]
        size = lumaSize + 2 * chromaSize
    }

    /// True if all planes lie inside the memory.
    package var isValid: Bool {
        let sides = 1...Self.maxSide
        guard format == Self.format, buffer >= 0, sides.contains(width), sides.contains(height), planes.count == 3,
            (1...Self.maxSide * Self.maxSide * 2).contains(size)
        else { return false }
        return planes.allSatisfy { plane in
            sides.contains(plane.width) && sides.contains(plane.height) && (0...size).contains(plane.offset)
                && plane.stride >= plane.width && plane.stride <= size
                && plane.offset + plane.stride * (plane.height - 1) + plane.width <= size
        }
    }
}

/// The layout of audio samples, which follow the JSON object: 32-bit floats, interleaved, in the machine's byte order.
package struct AudioLayout: Codable, Equatable, Sendable {
    /// The sample rate in Hz.
    package var sampleRate: Int
    package var channels: Int
    /// The number of samples per channel.
    package var count: Int

    package init(sampleRate: Int, channels: Int, count: Int) {
        (self.sampleRate, self.channels, self.count) = (sampleRate, channels, count)
    }

    /// True if the samples have this number of bytes.
    package func isValid(byteCount: Int) -> Bool {
        (1...384_000).contains(sampleRate) && (1...8).contains(channels)
            && (0...PacketSocket.maxLength).contains(count)
            && count * channels * MemoryLayout<Float>.size == byteCount
    }
}
