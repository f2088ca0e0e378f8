internal import CFFmpeg

/// A file format of images.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png
    case jpeg
}

extension ImageFormat {
    /// Returns the contents of an image file.
    /// - Parameters:
    ///   - rgb: The red, green and blue bytes of each pixel, row by row without padding.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    package func encoded(_ rgb: [UInt8], width: Int, height: Int) throws(FFmpegError) -> [UInt8] {
        try encoded(rgb: try .image(rgb, width: width, height: height))
    }

    /// Returns the contents of an image file of a frame, scaled to another size.
    /// - Parameters:
    ///   - width: The width in pixels, above 0.
    ///   - height: The height in pixels, above 0.
    package func encoded(_ frame: Frame, width: Int, height: Int) throws(FFmpegError) -> [UInt8] {
        try encoded(rgb: try frame.converted(to: AV_PIX_FMT_RGB24, width: width, height: height))
    }

    private func encoded(rgb: consuming Frame) throws(FFmpegError) -> [UInt8] {
        let (width, height) = (rgb.width, rgb.height)
        var frame = rgb
        if self == .jpeg { frame = try frame.converted(to: AV_PIX_FMT_YUVJ420P, width: width, height: height) }
        let encoder = try Encoder.image(self, width: width, height: height)
        var bytes: [UInt8] = []
        for frame in [frame, nil] {
            var packets = encoder.packets(of: frame)
            while let packet = try packets.next() { packet.withBytes { bytes += $0 } }
        }
        return bytes
    }
}

extension Frame {
    /// Returns the frame scaled to another size: the red, green and blue bytes of each pixel, row by row without padding.
    /// - Parameters:
    ///   - width: The width in pixels, above 0.
    ///   - height: The height in pixels, above 0.
    package func rgb(width: Int, height: Int) throws(FFmpegError) -> [UInt8] {
        let frame = try converted(to: AV_PIX_FMT_RGB24, width: width, height: height)
        guard let rows = frame.pointer.pointee.data.0 else { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        for row in 0..<height {
            let start = rows + row * Int(frame.pointer.pointee.linesize.0)
            bytes += UnsafeBufferPointer(start: start, count: 3 * width)
        }
        return bytes
    }

    fileprivate static func image(_ rgb: [UInt8], width: Int, height: Int) throws(FFmpegError) -> Frame {
        try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (AV_PIX_FMT_RGB24.rawValue, Int32(width), Int32(height))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "an image")
            frame.pointee.pts = 0
            guard let rows = frame.pointee.data.0 else { return }
            for row in 0..<height {
                let target = UnsafeMutableBufferPointer(
                    start: rows + row * Int(frame.pointee.linesize.0), count: 3 * width)
                _ = target.update(fromContentsOf: rgb[3 * width * row..<3 * width * (row + 1)])
            }
        }
    }

    /// Returns the frame in another format and size, always in full range, as RGB and JPEG require.
    fileprivate func converted(to format: AVPixelFormat, width: Int, height: Int) throws(FFmpegError) -> Frame {
        FFmpegLog.install()
        let flags = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
        let scaler = sws_getContext(
            Int32(self.width), Int32(self.height), AVPixelFormat(pointer.pointee.format), Int32(width), Int32(height),
            format, flags, nil, nil, nil)
        guard let scaler else { throw FFmpegError(.invalidData, operation: "scale", subject: "a frame") }
        defer { sws_freeContext(scaler) }
        // swscale uses the matrix numbers of ITU-T H.273.
        let matrix = sws_getCoefficients(Int32(ColourSpace(self).numbers.matrix))
        let isRGB = ColourSpace(self).scalerMatrixName == nil
        sws_setColorspaceDetails(
            scaler, matrix, isRGB || hasFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_ITU601), 1, 0, 1 << 16, 1 << 16)
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (format.rawValue, Int32(width), Int32(height))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "an image")
            frame.pointee.pts = 0
            frame.pointee.color_range = AVCOL_RANGE_JPEG
            try FFmpegError.check(sws_scale_frame(scaler, frame, pointer), operation: "scale", subject: "a frame")
        }
    }
}
