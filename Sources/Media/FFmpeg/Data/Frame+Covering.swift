internal import CFFmpeg

extension Frame {
    /// Returns the frame with a partly transparent image drawn over it. Both must be 8-bit planar 4:2:0.
    /// - Parameters:
    ///   - x: The distance from the left edge in pixels, even. The image must lie within this frame.
    ///   - y: The distance from the upper edge in pixels, even.
    ///   - opacity: The opacity of each pixel of the image, row by row, in 0...255.
    package func covered(by image: Frame, x: Int, y: Int, opacity: [UInt8]) throws -> Frame {
        let upper = image.pointer.pointee
        guard upper.format == AV_PIX_FMT_YUV420P.rawValue, x >= 0, y >= 0, x + image.width <= width,
            y + image.height <= height, opacity.count == image.width * image.height, image.width % 2 == 0,
            image.height % 2 == 0
        else { throw FFmpegError(.invalidData, operation: "place", subject: "a frame") }
        let half = Self.halved(opacity, width: image.width, height: image.height)
        let layers = [
            (upper.data.0, upper.linesize.0, 1, opacity), (upper.data.1, upper.linesize.1, 2, half),
            (upper.data.2, upper.linesize.2, 2, half),
        ]
        return try painted { planes in
            for (plane, (pixels, stride, step, opacity)) in zip(planes.planes, layers) {
                guard let pixels else { continue }
                let columns = image.width / step
                for line in 0..<image.height / step {
                    let row = plane.row(y / step + line, columns: x / step..<x / step + columns)
                    let source = pixels + line * Int(stride)
                    for place in row.indices {
                        row[place] = row[place].mixed(
                            with: Int(source[place]), Int(opacity[line * columns + place]))
                    }
                }
            }
        }
    }

    /// Returns the means of 2 x 2 values.
    private static func halved(_ values: [UInt8], width: Int, height: Int) -> [UInt8] {
        (0..<width / 2 * (height / 2)).map { place in
            let first = place / (width / 2) * 2 * width + place % (width / 2) * 2
            let sum = [0, 1, width, width + 1].reduce(2) { $0 + Int(values[first + $1]) }
            return UInt8(clamping: sum / 4)
        }
    }
}

extension UInt8 {
    /// Returns this value blended with another one.
    /// - Parameters:
    ///   - value: The other value, in 0...255.
    ///   - opacity: The weight of the other value, in 0...255.
    package func mixed(with value: Int, _ opacity: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(self) * (255 - opacity) + value * opacity + 127) / 255)
    }
}
