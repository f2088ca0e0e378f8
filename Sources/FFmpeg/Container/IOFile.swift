import Glibc

/// An open file. Several may share it: each has an offset of its own.
package final class IOFile: IOEndpoint {
    private let descriptor: Int32
    /// Called when the disk is full; whether it has freed space, so that the write may be tried again.
    package var onDiskFull: (@Sendable () -> Bool)?

    package let isSeekable = true
    package var offset: Int64 = 0

    /// - Parameter descriptor: is taken over, and closed with this object.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The same file, to be read from its start.
    func reader() throws(FFmpegError) -> IOFile {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FFmpegError(.init(errno: errno), operation: "read", subject: "a file") }
        return IOFile(descriptor: copy)
    }

    package var size: Int64 {
        get throws(FFmpegError.Code) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw FFmpegError.Code(errno: errno) }
            return Int64(status.st_size)
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FFmpegError.Code(errno: errno) }
            offset += Int64(count)
            return count
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) {
        var rest = bytes
        while !rest.isEmpty {
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
            let failure = count == 0 ? EIO : errno
            if count < 0 && failure == EINTR { continue }
            if count < 0 && [ENOSPC, EDQUOT].contains(failure) && onDiskFull?() == true { continue }
            guard count > 0 else { throw FFmpegError.Code(errno: failure) }
            offset += Int64(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
