import CFFmpeg
import Glibc

/// A reader for the MP4 muxer's own output. To move the header to the front (`+faststart`), the muxer opens the file by
/// name, and gets the file that is already open.
enum FastStartReader {
    /// Installs the callbacks for opening and closing files.
    /// - Parameter io: The output. `Muxer` owns it and `context`, and frees `context` in its `deinit`.
    static func install(in context: UnsafeMutablePointer<AVFormatContext>, for io: IOContext) {
        context.pointee.opaque = Unmanaged.passUnretained(io).toOpaque()
        context.pointee.io_open = { context, result, _, flags, _ in
            do throws(FFmpegError) {
                guard flags == AVIO_FLAG_READ, let reader = try FastStartReader.reader(context?.pointee.opaque) else {
                    return replay_error(EPERM)
                }
                // FFmpeg owns the reader until FFmpeg closes it.
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

    /// Opens a reader of the output's file.
    /// - Returns: The reader, or nil if the output is not a file.
    private static func reader(_ opaque: UnsafeMutableRawPointer?) throws(FFmpegError) -> IOContext? {
        let io = opaque.map { Unmanaged<IOContext>.fromOpaque($0).takeUnretainedValue() }
        guard let io, let file = io.endpoint as? IOFile else { return nil }
        return try IOContext(file.reader(), readingBack: io)
    }
}
