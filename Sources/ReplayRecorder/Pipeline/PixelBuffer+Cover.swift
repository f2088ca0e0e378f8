import FFmpeg
import Glibc

extension PixelBuffer {
    /// A picture of an even dark grey, which tells nothing.
    static func plainCover(like picture: PixelBuffer) throws(FFmpegError) -> PixelBuffer {
        let cover = try PixelBuffer(width: picture.width, height: picture.height)
        if let luma = cover.luma { memset(luma, 48, cover.lumaStride * cover.height) }
        if let chroma = cover.chroma { memset(chroma, 128, cover.chromaStride * cover.height / 2) }
        return cover
    }
}
