package import FFmpeg

/// An image in memory: red, green and blue in turn, a byte each, row after row without padding.
package struct RGBImage: Sendable, Equatable {
    /// Red, green and blue, 0 to 255.
    package struct Colour: Sendable, Equatable {
        package let red, green, blue: UInt8

        package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }

    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// `3 * width * height` of them.
    package private(set) var bytes: [UInt8]

    /// An image of one colour.
    package init(width: Int, height: Int, colour: Colour) {
        (self.width, self.height) = (width, height)
        bytes = []
        bytes.reserveCapacity(3 * width * height)
        for _ in 0..<width * height { bytes += [colour.red, colour.green, colour.blue] }
    }

    /// A frame of any format.
    /// - Parameters:
    ///   - width: in pixels, above 0; nil: the frame's.
    ///   - height: as `width`.
    package init(_ frame: Frame, width: Int? = nil, height: Int? = nil) throws(FFmpegError) {
        (self.width, self.height) = (width ?? frame.width, height ?? frame.height)
        bytes = try frame.rgb(width: self.width, height: self.height)
    }

    /// The contents of a PNG file.
    package func png() throws(FFmpegError) -> [UInt8] {
        try ImageFormat.png.encoded(bytes, width: width, height: height)
    }

    /// The contents of a JPEG file.
    package func jpeg() throws(FFmpegError) -> [UInt8] {
        try ImageFormat.jpeg.encoded(bytes, width: width, height: height)
    }
}

extension RGBImage {
    /// Fills a rectangle, as far as it lies within the image.
    /// - Parameter opacity: 0...1; below 1 what is there shines through.
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

    /// Puts another image over this one, as far as it lies within.
    /// - Precondition: `x` and `y` are not below 0.
    package mutating func place(_ image: RGBImage, x: Int, y: Int) {
        let columns = max(0, min(image.width, width - x))
        for row in 0..<max(0, min(image.height, height - y)) {
            let (start, source) = (3 * ((y + row) * width + x), 3 * image.width * row)
            bytes.replaceSubrange(
                start..<start + 3 * columns, with: image.bytes[source..<source + 3 * columns])
        }
    }
}
