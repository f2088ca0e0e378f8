internal import CFFmpeg

extension Frame {
    /// Returns a larger frame that contains this one. Its edge pixels are repeated in the area around it. The format
    /// must be 8-bit planar 4:2:0.
    /// - Parameters:
    ///   - width: The width of the larger frame in pixels, even.
    ///   - height: The height of the larger frame in pixels, even.
    ///   - x: The position of this frame in the larger one, in pixels from the left, even.
    ///   - y: The position in pixels from the top, even.
    package func enlarged(to width: Int, _ height: Int, x: Int, y: Int) throws(FFmpegError) -> Frame {
        let source = pointer.pointee
        guard [AV_PIX_FMT_YUV420P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(source.format), x >= 0, y >= 0,
            x + self.width <= width, y + self.height <= height
        else { throw FFmpegError(.invalidData, operation: "enlarge", subject: "a frame") }
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (source.format, Int32(width), Int32(height))
            try FFmpegError.check(av_frame_copy_props(frame, pointer), operation: "enlarge", subject: "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
            let canvas = frame.pointee
            let planes = [
                (source.data.0, source.linesize.0, canvas.data.0, canvas.linesize.0, 1),
                (source.data.1, source.linesize.1, canvas.data.1, canvas.linesize.1, 2),
                (source.data.2, source.linesize.2, canvas.data.2, canvas.linesize.2, 2),
            ]
            for (pixels, stride, target, targetStride, step) in planes {
                guard let pixels, let target else { continue }
                Self.enlarge(
                    (pixels, Int(stride), (self.width + step - 1) / step, (self.height + step - 1) / step),
                    to: (target, Int(targetStride), width / step, height / step), x: x / step, y: y / step)
            }
        }
    }

    private typealias Plane = (pixels: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int)

    private static func enlarge(_ plane: Plane, to canvas: Plane, x: Int, y: Int) {
        for row in 0..<canvas.height {
            let source = plane.pixels + min(max(row - y, 0), plane.height - 1) * plane.stride
            let target = canvas.pixels + row * canvas.stride
            target.update(repeating: source[0], count: x)
            (target + x).update(from: source, count: plane.width)
            (target + x + plane.width).update(
                repeating: source[plane.width - 1], count: canvas.width - x - plane.width)
        }
    }
}
