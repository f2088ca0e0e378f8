internal import CFFmpeg

/// A scaler that draws decoded frames of any size and format into a pixel buffer: as large as they fit, with black around.
///
/// Use it from one thread at a time.
package final class FrameScaler {
    /// The properties of a frame that determine the swscale context. A frame with other properties needs a new one.
    private struct Kind: Equatable {
        let width: Int32
        let height: Int32
        let format: Int32
        let matrix: UInt32
        let range: UInt32

        init(_ frame: AVFrame) {
            (width, height, format) = (frame.width, frame.height, frame.format)
            (matrix, range) = (frame.colorspace.rawValue, frame.color_range.rawValue)
        }
    }

    private let buffer: PixelBuffer
    private var context: OpaquePointer?
    private var kind: Kind?
    private var area: Fit

    /// Creates a scaler.
    /// - Parameter buffer: The destination.
    package init(into buffer: PixelBuffer) {
        self.buffer = buffer
        area = Fit(width: buffer.width, height: buffer.height, into: (buffer.width, buffer.height))
    }

    deinit { sws_freeContext(context) }

    /// Draws a frame into the buffer.
    package func paint(_ frame: Frame) throws(FFmpegError) {
        try prepare(for: frame.pointer.pointee)
        guard let luma = buffer.luma, let chroma = buffer.chroma else { return }
        let planes: [UnsafeMutablePointer<UInt8>?] = [
            luma + area.y * buffer.lumaStride + area.x, chroma + area.y / 2 * buffer.chromaStride + area.x, nil, nil,
        ]
        let strides = [Int32(buffer.lumaStride), Int32(buffer.chromaStride), 0, 0]
        let rows = withUnsafeBytes(of: frame.pointer.pointee.data) { data in
            withUnsafeBytes(of: frame.pointer.pointee.linesize) { linesizes in
                let sources = data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self).baseAddress
                let sizes = linesizes.assumingMemoryBound(to: Int32.self).baseAddress
                return sws_scale(context, sources, sizes, 0, frame.pointer.pointee.height, planes, strides)
            }
        }
        try FFmpegError.check(rows, operation: "scale", subject: "a frame")
    }

    private func prepare(for frame: AVFrame) throws(FFmpegError) {
        let kind = Kind(frame)
        guard kind != self.kind else { return }
        area = Fit(width: Int(kind.width), height: Int(kind.height), into: (buffer.width, buffer.height))
        buffer.blacken()
        sws_freeContext(context)
        // If a new context cannot be made, the freed one must not be used again.
        (context, self.kind) = (nil, nil)
        context = try makeContext(for: kind)
        let source = sws_getCoefficients(kind.matrix == AVCOL_SPC_BT709.rawValue ? SWS_CS_ITU709 : SWS_CS_ITU601)
        let target = sws_getCoefficients(buffer.colours == .bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601)
        sws_setColorspaceDetails(
            context, source, kind.range == AVCOL_RANGE_JPEG.rawValue ? 1 : 0, target, 0, 0, 1 << 16, 1 << 16)
        self.kind = kind
    }

    /// Creates the swscale context. Transparent pixels are blended with black.
    private func makeContext(for kind: Kind) throws(FFmpegError) -> OpaquePointer {
        let context = sws_alloc_context()
        let options: [(String, Int64)] = [
            ("srcw", Int64(kind.width)), ("srch", Int64(kind.height)), ("src_format", Int64(kind.format)),
            ("dstw", Int64(area.width)), ("dsth", Int64(area.height)), ("dst_format", Int64(AV_PIX_FMT_NV12.rawValue)),
            ("sws_flags", Int64(SWS_BILINEAR)), ("alphablend", 1),
        ]
        for (name, value) in options { av_opt_set_int(context.map { UnsafeMutableRawPointer($0) }, name, value, 0) }
        guard let context, sws_init_context(context, nil, nil) >= 0 else {
            sws_freeContext(context)
            throw FFmpegError(.invalidData, operation: "scale", subject: "a frame")
        }
        return context
    }
}

extension FrameScaler {
    /// The place of a frame in the canvas with its aspect ratio kept. All numbers are even, for 4:2:0.
    struct Fit: Equatable {
        let x, y, width, height: Int

        init(width: Int, height: Int, into canvas: (width: Int, height: Int)) {
            let isWide = width * canvas.height > height * canvas.width
            self.width = isWide ? canvas.width : max(2, width * canvas.height / height & ~1)
            self.height = isWide ? max(2, height * canvas.width / width & ~1) : canvas.height
            x = (canvas.width - self.width) / 2 & ~1
            y = (canvas.height - self.height) / 2 & ~1
        }
    }
}
