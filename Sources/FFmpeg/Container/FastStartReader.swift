import CFFmpeg
import Glibc

/// Lets the MP4 muxer read its own output when it moves the header to the front (`+faststart`): it asks for the
/// file by name, and is given the one that is open.
enum FastStartReader {
    /// `io` must outlive `context`.
    static func install(in context: UnsafeMutablePointer<AVFormatContext>, for io: FileIO) {
        context.pointee.opaque = Unmanaged.passUnretained(io).toOpaque()
        context.pointee.io_open = { context, result, _, flags, _ in
            guard flags == AVIO_FLAG_READ, let opaque = context?.pointee.opaque,
                let reader = try? Unmanaged<FileIO>.fromOpaque(opaque).takeUnretainedValue().reader()
            else { return replay_error(EPERM) }
            result?.pointee = reader.lend()
            return 0
        }
        context.pointee.io_close2 = { _, pointer in
            FileIO.takeBack(pointer)
            return 0
        }
    }
}
