internal import CFFmpeg
import Descriptors
import Glibc
import SystemPackage

/// A pipe or a file whose bytes arrive over time. Waiting for them can be interrupted.
final class IOPipe: IOEndpoint {
    private let pipe: OwnedDescriptor
    private let interruption: Interruption

    /// The interval in milliseconds at which a wait checks the interruption.
    private static let timeout: Int32 = 50

    let isSeekable = false
    var offset: Int64 = 0
    var size: Int64 { get throws(FFmpegError.Code) { throw FFmpegError.Code(errno: ESPIPE) } }

    /// Opens a pipe or a file.
    /// - Parameter interruption: The interruption that ends reading.
    init(path: String, interruption: Interruption) throws(FFmpegError) {
        // Non-blocking, so that opening a pipe does not wait for a writer.
        do {
            let options: FileDescriptor.OpenOptions = [.nonBlocking, .closeOnExec]
            pipe = OwnedDescriptor(try FileDescriptor.open(path, .readOnly, options: options))
        } catch {
            throw FFmpegError(.init(thrown: error), operation: "open", subject: path)
        }
        self.interruption = interruption
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        while !interruption.isDue {
            var entry = pollfd(fd: pipe.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Self.timeout)
            if ready < 0 && errno != EINTR { throw FFmpegError.Code(errno: errno) }
            guard ready > 0 else { continue }
            do {
                let count = try pipe.descriptor.read(into: buffer)
                offset += Int64(count)
                return count
            } catch Errno.wouldBlock {
                continue
            } catch {
                throw FFmpegError.Code(thrown: error)
            }
        }
        throw .interrupted
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) { throw FFmpegError.Code(errno: EBADF) }
}
