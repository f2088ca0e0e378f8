internal import CFFmpeg

extension Frame {
    /// The frame with another one over it that is seen through in places. Both are planar 4:2:0 of 8 bits.
    /// - Parameters:
    ///   - x: from the left edge, in pixels, even; the other frame must lie within this one.
    ///   - y: from the upper edge.
    ///   - opacity: of each pixel of the other frame, row after row, in 255ths.
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
                    let row = plane.row(y / step + line, x / step..<x / step + columns)
                    let source = pixels + line * Int(stride)
                    for place in row.indices {
                        row[place] = row[place].mixed(
                            with: Int(source[place]), Int(opacity[line * columns + place]))
                    }
                }
            }
        }
    }

    /// The mean of each two by two values.
    private static func halved(_ values: [UInt8], width: Int, height: Int) -> [UInt8] {
        (0..<width / 2 * (height / 2)).map { place in
            let first = place / (width / 2) * 2 * width + place % (width / 2) * 2
            let sum = [0, 1, width, width + 1].reduce(2) { $0 + Int(values[first + $1]) }
            return UInt8(clamping: sum / 4)
        }
    }
}

extension UInt8 {
    /// - Parameters:
    ///   - value: 0 to 255.
    ///   - opacity: how much of that it gets, in 255ths.
    package func mixed(with value: Int, _ opacity: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(self) * (255 - opacity) + value * opacity + 127) / 255)
    }
}
