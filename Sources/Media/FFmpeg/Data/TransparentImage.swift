internal import CFFmpeg

/// A partly transparent image in memory, in 8-bit planar 4:2:0 with opacities.
package struct TransparentImage: Sendable {
    /// The width in pixels; even.
    package let width: Int
    /// The height in pixels; even.
    package let height: Int
    /// The luma plane and both chroma planes, row by row.
    private let samples: [[UInt8]]
    /// The opacities for the luma plane, row by row.
    private let opacity: [UInt8]
    /// The opacities for the chroma planes.
    private let halved: [UInt8]

    /// - Parameter frame: A frame of planar 4:2:0 with an alpha plane, of an even width and height.
    package init(_ frame: Frame) throws(FFmpegError) {
        let source = frame.pointer.pointee
        guard source.format == AV_PIX_FMT_YUVA420P.rawValue, let luma = source.data.0, let first = source.data.1,
            let second = source.data.2, let alpha = source.data.3
        else { throw FFmpegError(.invalidData, operation: "read", subject: "an image") }
        let (width, height) = (frame.width & ~1, frame.height & ~1)
        func plane(_ start: UnsafePointer<UInt8>, stride: Int32, step: Int) -> [UInt8] {
            (0..<height / step).flatMap { row in
                UnsafeBufferPointer(start: start + row * Int(stride), count: width / step)
            }
        }
        samples = [
            plane(luma, stride: source.linesize.0, step: 1), plane(first, stride: source.linesize.1, step: 2),
            plane(second, stride: source.linesize.2, step: 2),
        ]
        let opacity = plane(alpha, stride: source.linesize.3, step: 1)
        withExtendedLifetime(frame) {}
        halved = (0..<width / 2 * (height / 2)).map { place in
            let first = place / (width / 2) * 2 * width + place % (width / 2) * 2
            return UInt8(clamping: [0, 1, width, width + 1].reduce(2) { $0 + Int(opacity[first + $1]) } / 4)
        }
        (self.width, self.height, self.opacity) = (width, height, opacity)
    }

    /// Draws the image on a frame. The part outside the frame is left out.
    /// - Parameters:
    ///   - x: The distance from the left edge of the frame in pixels; even. It may be below 0.
    ///   - y: The distance from the upper edge of the frame in pixels; even. It may be below 0.
    ///   - strength: The opacity of the whole image, in 0...1.
    ///   - size: The size of the frame in pixels; even.
    package func draw(on planes: FramePlanes, x: Int, y: Int, strength: Double, size: (width: Int, height: Int)) {
        let columns = max(0, x)..<max(0, x, min(size.width, x + width))
        let rows = max(0, y)..<max(0, y, min(size.height, y + height))
        let weight = Int((strength * 256).rounded())
        for (plane, samples) in zip(planes.planes, samples) {
            let step = plane.isLuma ? 1 : 2
            let opacity = plane.isLuma ? opacity : halved
            let line = width / step
            for number in rows.lowerBound / step..<rows.upperBound / step {
                let row = plane.row(number, columns: columns.lowerBound / step..<columns.upperBound / step)
                let start = (number - y / step) * line + (columns.lowerBound - x) / step
                for place in row.indices {
                    row[place] = row[place].mixed(
                        with: Int(samples[start + place]), (Int(opacity[start + place]) * weight) >> 8)
                }
            }
        }
    }
}
