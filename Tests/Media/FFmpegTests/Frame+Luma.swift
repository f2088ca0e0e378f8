import CFFmpeg
import FFmpeg

extension Frame {
    /// Returns a grey yuv420p frame, in limited range.
    static func planar(width: Int, height: Int, luma: UInt8) throws -> Frame {
        try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (AV_PIX_FMT_YUV420P.rawValue, Int32(width), Int32(height))
            frame.pointee.color_range = AVCOL_RANGE_MPEG
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
            frame.pointee.data.0?.update(repeating: luma, count: Int(frame.pointee.linesize.0) * height)
            for plane in [frame.pointee.data.1, frame.pointee.data.2] {
                plane?.update(repeating: 128, count: Int(frame.pointee.linesize.1) * ((height + 1) / 2))
            }
        }
    }

    /// Returns the luma of a pixel.
    func luma(_ x: Int, _ y: Int) -> UInt8 {
        pointer.pointee.data.0?[y * Int(pointer.pointee.linesize.0) + x] ?? 0
    }

    var pixelFormat: AVPixelFormat { AVPixelFormat(pointer.pointee.format) }
}
