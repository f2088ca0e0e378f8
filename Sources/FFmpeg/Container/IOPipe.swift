internal import CFFmpeg
import Glibc

/// A pipe, or a file, whose bytes come when they come, so that waiting for them can be ended.
final class IOPipe: IOEndpoint {
    private let descriptor: Int32
    private let interruption: Interruption

    /// How often a wait looks whether it is to end, in milliseconds.
    private static let timeout: Int32 = 50

    let isSeekable = false
    var offset: Int64 = 0
    var size: Int64 { get throws(FFmpegError.Code) { throw FFmpegError.Code(errno: ESPIPE) } }

    /// - Parameter interruption: ends reading.
    init(path: String, interruption: Interruption) throws(FFmpegError) {
        // A pipe without a writer must not hold us up here.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FFmpegError(.init(errno: errno), operation: "open", subject: path) }
        self.interruption = interruption
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        while !interruption.isDue {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Self.timeout)
            guard ready != 0 else { continue }
            let count = ready < 0 ? -1 : Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count < 0 else {
                offset += Int64(count)
                return count
            }
            if errno != EINTR && errno != EAGAIN { throw FFmpegError.Code(errno: errno) }
        }
        throw .interrupted
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) { throw FFmpegError.Code(errno: EBADF) }
}
