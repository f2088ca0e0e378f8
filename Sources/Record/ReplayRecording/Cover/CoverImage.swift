import Descriptors
package import FFmpeg
import Files
package import Geometry
import Glibc
import ReplayControl
import ReplayMovie

/// A user's image that replaces the screen while it is covered.
enum CoverImage {
    /// The maximum size of the image, in pixels: 8K, because no screen needs more.
    private static let maxPixels = 7680 * 4320
    private static let maxBytes = 64 << 20

    /// Reads an image file and scales it to fit a canvas, on black.
    /// - Throws: `RecorderError.Kind.missing` if the file cannot be opened, or `.unusable` if it is not a valid image.
    package static func open(_ path: String, size: PixelSize) throws(RecorderError) -> PixelBuffer {
        let file = try openFile(path)
        do {
            let image = try StillImage.readConfined(file, name: path, maxPixels: maxPixels)
            let cover = try PixelBuffer(width: size.width, height: size.height)
            try FrameScaler(into: cover).paint(image)
            return cover
        } catch {
            throw unusable(path)
        }
    }

    private static func openFile(_ path: String) throws(RecorderError) -> OwnedDescriptor {
        let file: OwnedDescriptor
        do throws(FileSystemError) {
            file = try RegularFile.open(path)
        } catch {
            if [EISDIR, ESPIPE].contains(error.code) { throw unusable(path) }
            throw RecorderError(.missing, description: "the cover image “\(path)” cannot be opened: \(error.cause)")
        }
        // A file that is open and cannot be looked at is no image that can be shown.
        guard let size = try? file.descriptor.stat().size, size <= maxBytes else { throw unusable(path) }
        return file
    }

    private static func unusable(_ path: String) -> RecorderError {
        RecorderError(
            .unusable,
            description:
                "the cover image “\(path)” is not a supported image; use a file such as PNG or JPEG, with at most 33 "
                + "million pixels and \(maxBytes >> 20) MB")
    }
}

extension PixelBuffer {
    /// Returns the frame that replaces the screen while it is covered.
    /// - Parameter image: The path of an image, or nil for a plain cover.
    /// - Throws: `RecorderError`, `FFmpegError`.
    package static func cover(_ image: String?, size: PixelSize) throws -> PixelBuffer {
        try image.map { try CoverImage.open($0, size: size) } ?? plainCover(size: size)
    }

    /// Returns a frame of uniform dark grey, which reveals nothing.
    private static func plainCover(size: PixelSize) throws(FFmpegError) -> PixelBuffer {
        let cover = try PixelBuffer(width: size.width, height: size.height)
        if let luma = cover.luma { memset(luma, 48, cover.lumaStride * cover.height) }
        if let chroma = cover.chroma { memset(chroma, 128, cover.chromaStride * cover.height / 2) }
        return cover
    }
}
