internal import CFFmpeg

/// The format of a video frame whose pixels are in memory, so that another process can make the same frame of them.
package struct RawFrame: Codable, Sendable {
    /// The name of the pixel format in FFmpeg.
    let format: String
    let width: Int32
    let height: Int32
    /// The numbers of FFmpeg for the matrix and the range of the colours.
    let matrix: UInt32
    let range: UInt32

    /// Creates the format of a frame.
    package init(_ frame: Frame) throws(FFmpegError) {
        let source = frame.pointer.pointee
        guard let name = av_get_pix_fmt_name(AVPixelFormat(source.format)) else { throw Self.invalid }
        format = String(cString: name)
        (width, height) = (source.width, source.height)
        (matrix, range) = (source.colorspace.rawValue, source.color_range.rawValue)
    }

    /// Returns the pixels of the frame with this format, plane by plane and without padding.
    package func pixels(of frame: Frame) throws(FFmpegError) -> [UInt8] {
        let count = try size(limit: .max)
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            result = frame.withRawPlanes { data, strides in
                av_image_copy_to_buffer(
                    buffer.baseAddress, Int32(count), data, strides, pixelFormat, width, height, 1)
            }
            filled = max(0, Int(result))
        }
        try FFmpegError.check(result, operation: "copy", subject: "a frame")
        return bytes
    }

    /// Returns the number of bytes of the pixels.
    /// - Parameter limit: The largest number of pixels.
    /// - Throws: `FFmpegError` (invalid data) if there is no such frame, because the process that described it may be
    ///   under the control of a movie.
    package func size(limit: Int) throws(FFmpegError) -> Int {
        let (pixels, overflows) = Int(width).multipliedReportingOverflow(by: Int(height))
        guard width > 0, height > 0, !overflows, pixels <= limit, matrix < AVCOL_SPC_NB.rawValue,
            range < AVCOL_RANGE_NB.rawValue,
            let description = av_pix_fmt_desc_get(pixelFormat),
            description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
        else { throw Self.invalid }
        let size = av_image_get_buffer_size(pixelFormat, width, height, 1)
        guard size > 0 else { throw Self.invalid }
        return Int(size)
    }

    /// Creates the frame.
    /// - Parameter bytes: The pixels, whose number is `size(limit:)`.
    package func frame(_ bytes: [UInt8]) throws(FFmpegError) -> Frame {
        guard bytes.count == (try size(limit: .max)) else { throw Self.invalid }
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.width, frame.pointee.height) = (width, height)
            frame.pointee.format = pixelFormat.rawValue
            frame.pointee.colorspace = AVColorSpace(matrix)
            frame.pointee.color_range = AVColorRange(range)
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
            try FFmpegError.check(copy(bytes, to: frame), operation: "copy", subject: "a frame")
        }
    }

    private func copy(_ bytes: [UInt8], to frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
        var planes = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 4)
        var strides = [Int32](repeating: 0, count: 4)
        return bytes.withUnsafeBufferPointer { bytes in
            let result = av_image_fill_arrays(
                &planes, &strides, bytes.baseAddress, pixelFormat, width, height, 1)
            guard result >= 0 else { return result }
            var sources = planes.map { UnsafePointer($0) }
            withUnsafeMutableBytes(of: &frame.pointee.data) { data in
                withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
                    av_image_copy(
                        data.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self).baseAddress,
                        sizes.assumingMemoryBound(to: Int32.self).baseAddress, &sources, strides, pixelFormat, width,
                        height)
                }
            }
            return 0
        }
    }

    private var pixelFormat: AVPixelFormat { av_get_pix_fmt(format) }

    private static var invalid: FFmpegError { FFmpegError(.invalidData, operation: "read", subject: "a frame") }
}

extension Frame {
    /// Calls `body` with the planes of the frame and their strides.
    func withRawPlanes<Result>(
        _ body: (UnsafePointer<UnsafePointer<UInt8>?>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        withUnsafeBytes(of: pointer.pointee.data) { data in
            withUnsafeBytes(of: pointer.pointee.linesize) { sizes in
                body(
                    data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress,
                    sizes.assumingMemoryBound(to: Int32.self).baseAddress)
            }
        }
    }
}
