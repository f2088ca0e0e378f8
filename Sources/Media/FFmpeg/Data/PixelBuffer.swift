internal import CFFmpeg

/// A reusable NV12 frame. Its owner draws into it and passes it to an encoder repeatedly.
///
/// The encoder must copy its input (libx264 does), because the memory is reused.
package final class PixelBuffer {
    private let image: Frame

    package let width: Int
    package let height: Int
    package let colours: ColourSpace

    /// Creates a buffer. Its contents are undefined.
    /// - Parameters:
    ///   - width: The width in pixels, an even number.
    ///   - height: The height in pixels, an even number.
    ///   - colours: The colour space of the values, which are in limited range.
    package init(width: Int, height: Int, colours: ColourSpace = .bt709) throws(FFmpegError) {
        self.width = width
        self.height = height
        self.colours = colours
        image = try Frame.make { frame throws(FFmpegError) in
            frame.pointee.format = AV_PIX_FMT_NV12.rawValue
            frame.pointee.width = Int32(width)
            frame.pointee.height = Int32(height)
            frame.pointee.color_range = AVCOL_RANGE_MPEG
            frame.pointee.colorspace = colours.matrix
            frame.pointee.color_primaries = colours.primaries
            frame.pointee.color_trc = colours.transfer
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
        }
    }

    /// The luma plane, one byte per pixel.
    package var luma: UnsafeMutablePointer<UInt8>? { image.pointer.pointee.data.0 }
    /// The distance from one row of luma to the next in bytes.
    package var lumaStride: Int { Int(image.pointer.pointee.linesize.0) }
    /// The chroma plane with interleaved Cb and Cr, half as wide and half as high as the frame.
    package var chroma: UnsafeMutablePointer<UInt8>? { image.pointer.pointee.data.1 }
    /// The distance from one row of chroma to the next in bytes.
    package var chromaStride: Int { Int(image.pointer.pointee.linesize.1) }

    /// Fills the buffer with black.
    package func blacken() {
        luma?.update(repeating: 16, count: lumaStride * height)
        chroma?.update(repeating: 128, count: chromaStride * (height / 2))
    }

    /// Returns the current contents as a frame for the encoder. It shares the data, so it is valid until the buffer changes.
    package func frame(pts: Int64, isKeyframe: Bool) throws(FFmpegError) -> Frame {
        try image.stamped(pts: pts, isKeyframe: isKeyframe)
    }
}
