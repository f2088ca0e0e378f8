internal import CFFmpeg

extension Frame {
    /// The frame with another one over it. Both are planar 4:2:0.
    /// - Parameters:
    ///   - x: from the left edge, in pixels, even; the other frame must lie within this one.
    ///   - y: from the upper edge.
    package func covered(by image: Frame, x: Int, y: Int) throws(FFmpegError) -> Frame {
        let (lower, upper) = (pointer.pointee, image.pointer.pointee)
        guard lower.format == AV_PIX_FMT_YUV420P.rawValue, upper.format == lower.format, x >= 0, y >= 0,
            x + image.width <= width, y + image.height <= height
        else { throw FFmpegError(.invalidData, operation: "place", subject: "a frame") }
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (lower.format, lower.width, lower.height)
            try FFmpegError.check(av_frame_copy_props(frame, pointer), "place", "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "a frame")
            try FFmpegError.check(av_frame_copy(frame, pointer), "copy", "a frame")
            let canvas = frame.pointee
            Self.copy(upper.data.0, upper.linesize.0, canvas.data.0, canvas.linesize.0, x, y, upper.width, upper.height)
            let (width, height) = ((upper.width + 1) / 2, (upper.height + 1) / 2)
            Self.copy(upper.data.1, upper.linesize.1, canvas.data.1, canvas.linesize.1, x / 2, y / 2, width, height)
            Self.copy(upper.data.2, upper.linesize.2, canvas.data.2, canvas.linesize.2, x / 2, y / 2, width, height)
        }
    }

    private static func copy(
        _ plane: UnsafeMutablePointer<UInt8>?, _ stride: Int32, _ canvas: UnsafeMutablePointer<UInt8>?,
        _ canvasStride: Int32, _ x: Int, _ y: Int, _ width: Int32, _ height: Int32
    ) {
        guard let plane, let canvas else { return }
        av_image_copy_plane(canvas + y * Int(canvasStride) + x, canvasStride, plane, stride, width, height)
    }
}
