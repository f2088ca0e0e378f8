internal import CFFmpeg

/// A frame in NV12 that its one owner paints into again and again, and shows to an encoder in between.
///
/// The encoder must be one that copies what it is given (libx264 does), for the memory is reused.
package final class PixelBuffer {
    private let image: Frame

    package let width: Int
    package let height: Int
    package let colours: ColourSpace

    /// - Parameters:
    ///   - width: in pixels, even.
    ///   - height: in pixels, even.
    ///   - colours: what its values mean, in limited range.
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
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "a frame")
        }
    }

    /// The luma plane, one byte a pixel.
    package var luma: UnsafeMutablePointer<UInt8>? { image.pointer.pointee.data.0 }
    /// Bytes from one row of luma to the next.
    package var lumaStride: Int { Int(image.pointer.pointee.linesize.0) }
    /// The chroma plane, Cb and Cr in turn, half as wide and half as high as the frame.
    package var chroma: UnsafeMutablePointer<UInt8>? { image.pointer.pointee.data.1 }
    /// Bytes from one row of chroma to the next.
    package var chromaStride: Int { Int(image.pointer.pointee.linesize.1) }

    /// Paints it black.
    package func blacken() {
        luma?.update(repeating: 16, count: lumaStride * height)
        chroma?.update(repeating: 128, count: chromaStride * (height / 2))
    }

    /// The frame as it is now, as a frame for the encoder; valid until the buffer is painted again.
    package func frame(pts: Int64, isKeyframe: Bool) throws(FFmpegError) -> Frame {
        try image.stamped(pts: pts, isKeyframe: isKeyframe)
    }
}
