import CPixels
import FFmpeg

/// A painter that converts an application's frames into the video track's frame, turned upright. Use it from one
/// thread.
struct SampleBufferPainter {
    private let frame: PixelBuffer
    /// The buffer for a turned frame. Empty until one is needed.
    private var turned: [UInt32] = []

    init(_ frame: PixelBuffer) { self.frame = frame }

    mutating func paint(_ buffer: VideoSampleBuffer) {
        buffer.pixels.withUnsafeBufferPointer { pixels in
            guard buffer.rotation != .none else { return convert(pixels.baseAddress, bytesPerRow: buffer.bytesPerRow) }
            turn(pixels.baseAddress, of: buffer)
        }
    }

    private mutating func turn(_ pixels: UnsafePointer<UInt8>?, of buffer: VideoSampleBuffer) {
        if turned.isEmpty { turned = [UInt32](repeating: 0, count: frame.width * frame.height) }
        let isSideways = buffer.rotation.isSideways
        let (width, height) = isSideways ? (frame.height, frame.width) : (frame.width, frame.height)
        turned.withUnsafeMutableBufferPointer {
            pixels_turn(
                pixels, Int64(buffer.bytesPerRow), Int32(width), Int32(height), Int32(buffer.rotation.rawValue),
                $0.baseAddress)
        }
        turned.withUnsafeBytes {
            convert($0.assumingMemoryBound(to: UInt8.self).baseAddress, bytesPerRow: frame.width * 4)
        }
    }

    private func convert(_ pixels: UnsafePointer<UInt8>?, bytesPerRow: Int) {
        guard let luma = frame.luma, let chroma = frame.chroma else { return }
        let planes = pixels_nv12(
            luma: luma, luma_stride: Int64(frame.lumaStride), chroma: chroma,
            chroma_stride: Int64(frame.chromaStride))
        let whole = pixels_rect(x0: 0, y0: 0, x1: Int32(frame.width), y1: Int32(frame.height))
        pixels_convert(pixels, Int64(bytesPerRow), planes, whole)
    }
}
