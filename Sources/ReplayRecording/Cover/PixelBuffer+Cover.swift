package import FFmpeg
import Glibc
package import ReplaySources

extension PixelBuffer {
    /// What is recorded in place of the screen.
    /// - Parameter image: the path of an image; nil: a plain cover.
    /// - Throws: `RecorderError`, `FFmpegError`.
    package static func cover(_ image: String?, size: PixelSize) throws -> PixelBuffer {
        try image.map { try CoverImage.open($0, size: size) } ?? plainCover(size: size)
    }

    /// A frame of an even dark grey, which tells nothing.
    private static func plainCover(size: PixelSize) throws(FFmpegError) -> PixelBuffer {
        let cover = try PixelBuffer(width: size.width, height: size.height)
        if let luma = cover.luma { memset(luma, 48, cover.lumaStride * cover.height) }
        if let chroma = cover.chroma { memset(chroma, 128, cover.chromaStride * cover.height / 2) }
        return cover
    }
}
