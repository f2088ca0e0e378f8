import CFFmpeg
import Glibc

/// Lets the MP4 muxer read its own output when it moves the header to the front (`+faststart`): it asks for the
/// file by name, and is given the one that is open.
enum FastStartReader {
    /// - Parameter io: kept for as long as `context`, by `Muxer`, which owns both and frees `context` in its `deinit`.
    static func install(in context: UnsafeMutablePointer<AVFormatContext>, for io: IOContext) {
        context.pointee.opaque = Unmanaged.passUnretained(io).toOpaque()
        context.pointee.io_open = { context, result, _, flags, _ in
            do throws(FFmpegError) {
                guard flags == AVIO_FLAG_READ, let reader = try FastStartReader.reader(context?.pointee.opaque) else {
                    return replay_error(EPERM)
                }
                // FFmpeg owns the reader until it closes it.
                result?.pointee = Unmanaged.passRetained(reader).takeUnretainedValue().pointer
                return 0
            } catch {
                return error.code.rawValue
            }
        }
        context.pointee.io_close2 = { _, pointer in
            if let opaque = pointer?.pointee.opaque { Unmanaged<IOContext>.fromOpaque(opaque).release() }
            return 0
        }
    }

    /// - Returns: nil where the output is no file.
    private static func reader(_ opaque: UnsafeMutableRawPointer?) throws(FFmpegError) -> IOContext? {
        let io = opaque.map { Unmanaged<IOContext>.fromOpaque($0).takeUnretainedValue() }
        guard let io, let file = io.endpoint as? IOFile else { return nil }
        return try IOContext(file.reader(), readingBack: io)
    }
}
