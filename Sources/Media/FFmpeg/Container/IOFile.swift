package import Descriptors
import SystemPackage

/// An open file as an endpoint. Several objects can share a file, because each has its own offset.
package final class IOFile: IOEndpoint {
    private let file: OwnedDescriptor
    /// A callback for a full disk. It returns true if it has freed space, so that the write is tried again.
    package var onDiskFull: (@Sendable () -> Bool)?

    package let isSeekable = true
    package var offset: Int64 = 0

    package init(_ file: OwnedDescriptor) { self.file = file }

    /// Returns another endpoint for the same file, at its start.
    func reader() -> IOFile { IOFile(file) }

    package var size: Int64 {
        get throws(FFmpegError.Code) {
            do { return try file.descriptor.stat().size } catch { throw FFmpegError.Code(thrown: error) }
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        do {
            let count = try file.descriptor.read(fromAbsoluteOffset: offset, into: buffer)
            offset += Int64(count)
            return count
        } catch {
            throw FFmpegError.Code(thrown: error)
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) {
        var rest = bytes
        while !rest.isEmpty {
            do {
                let count = try file.descriptor.write(toAbsoluteOffset: offset, rest)
                guard count > 0 else { throw Errno.ioError }
                offset += Int64(count)
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } catch {
                let isFull = [.noSpace, .diskQuotaExceeded].contains(Errno(thrown: error))
                guard isFull, onDiskFull?() == true else { throw FFmpegError.Code(thrown: error) }
            }
        }
    }
}
