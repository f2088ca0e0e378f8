import FFmpeg
import Glibc
import ReplayMovie

/// A picture of the user's own, which is recorded in place of the screen while it is covered.
enum CoverImage {
    /// 8K: no screen needs more.
    private static let mostPixels = 7680 * 4320
    private static let mostBytes = 64 << 20

    /// Fits the picture in a file into a canvas, on black.
    /// - Throws: `RecorderError.Kind.missing`, `.unusable`.
    static func open(_ path: String, size: PixelSize) throws(RecorderError) -> PixelBuffer {
        let descriptor = try openFile(path)
        do {
            let io = try FileIO(descriptor: descriptor, mode: .read)
            let image = try StillPicture.read(io, name: path, mostPixels: mostPixels)
            let cover = try PixelBuffer(width: size.width, height: size.height)
            try PictureScaler(into: cover).paint(image)
            return cover
        } catch {
            throw unusable(path)
        }
    }

    private static func openFile(_ path: String) throws(RecorderError) -> Int32 {
        let descriptor: Int32
        do throws(FileSystemError) {
            descriptor = try RegularFile.open(path)
        } catch {
            if [EISDIR, ESPIPE].contains(error.code) { throw unusable(path) }
            throw RecorderError(.missing, "the cover image “\(path)” cannot be opened: \(error.cause)")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= mostBytes else {
            close(descriptor)
            throw unusable(path)
        }
        return descriptor
    }

    private static func unusable(_ path: String) -> RecorderError {
        RecorderError(
            .unusable,
            "the cover image “\(path)” is no picture that can be shown: a file such as PNG or JPEG can, with up to 33 "
                + "million pixels in \(mostBytes >> 20) MB")
    }
}
