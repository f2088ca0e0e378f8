package import FFmpeg

/// An image in memory, with interleaved red, green and blue bytes, row by row without padding.
package struct RGBImage: Sendable, Equatable {
    /// A colour with red, green and blue in 0...255.
    package struct Colour: Sendable, Equatable {
        package let red, green, blue: UInt8

        package init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    /// The `3 * width * height` bytes of the image.
    package private(set) var bytes: [UInt8]

    /// Creates an image of one colour.
    package init(width: Int, height: Int, colour: Colour) {
        (self.width, self.height) = (width, height)
        bytes = []
        bytes.reserveCapacity(3 * width * height)
        for _ in 0..<width * height { bytes += [colour.red, colour.green, colour.blue] }
    }

    /// Creates an image from a frame of any format.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - width: The width in pixels, above 0. Nil keeps the frame's width.
    ///   - height: The height in pixels, above 0. Nil keeps the frame's height.
    package init(_ frame: Frame, width: Int? = nil, height: Int? = nil) throws(FFmpegError) {
        (self.width, self.height) = (width ?? frame.width, height ?? frame.height)
        bytes = try frame.rgb(width: self.width, height: self.height)
    }

    /// Returns the contents of a PNG file.
    package func png() throws(FFmpegError) -> [UInt8] {
        try ImageFormat.png.encoded(bytes, width: width, height: height)
    }

    /// Returns the contents of a JPEG file.
    package func jpeg() throws(FFmpegError) -> [UInt8] {
        try ImageFormat.jpeg.encoded(bytes, width: width, height: height)
    }
}

extension RGBImage {
    /// Fills the part of a rectangle that is within the image.
    /// - Parameter opacity: The opacity, in 0...1. Below 1, the old contents are blended with the colour.
    package mutating func fill(
        x: Int, y: Int, width: Int, height: Int, _ colour: Colour, opacity: Float = 1
    ) {
        let weight = Int(exactly: (min(max(opacity, 0), 1) * 256).rounded()) ?? 256
        let values = [Int(colour.red), Int(colour.green), Int(colour.blue)]
        for row in max(0, y)..<max(max(0, y), min(self.height, y + height)) {
            for column in max(0, x)..<max(max(0, x), min(self.width, x + width)) {
                let place = 3 * (row * self.width + column)
                for part in 0..<3 {
                    bytes[place + part] = UInt8(
                        (Int(bytes[place + part]) * (256 - weight) + values[part] * weight) >> 8)
                }
            }
        }
    }

    /// Draws the part of another image that is within this image.
    /// - Precondition: `x` and `y` are not negative.
    package mutating func place(_ image: RGBImage, x: Int, y: Int) {
        let columns = max(0, min(image.width, width - x))
        for row in 0..<max(0, min(image.height, height - y)) {
            let (start, source) = (3 * ((y + row) * width + x), 3 * image.width * row)
            bytes.replaceSubrange(
                start..<start + 3 * columns, with: image.bytes[source..<source + 3 * columns])
        }
    }
}
