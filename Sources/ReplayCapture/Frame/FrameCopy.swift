import Glibc
import ReplaySources

/// A copy of a frame, in memory of its own: black at first. Its one owner may hand it from thread to thread.
final class FrameCopy: @unchecked Sendable {
    let size: PixelSize
    private let pixels: UnsafeMutablePointer<UInt8>

    /// - Returns: nil where there is no memory for it.
    init?(size: PixelSize) {
        guard let memory = calloc(size.height, size.width * 4) else { return nil }
        self.size = size
        pixels = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(pixels) }

    var image: FrameImage { FrameImage(bytes: UnsafePointer(pixels), stride: size.width * 4, size: size) }

    /// Takes over a part of a frame of the same size, as far as it is within it.
    func take(_ part: PixelRect, of image: FrameImage) {
        let part = part.intersection(PixelRect(size))
        guard !part.isEmpty else { return }
        for y in part.y0..<part.y1 {
            memcpy(
                pixels + (y * size.width + part.x0) * 4, image.bytes + y * image.stride + part.x0 * 4, part.width * 4)
        }
    }
}
