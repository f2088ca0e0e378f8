package import Descriptors
import SystemPackage

/// An open file. Several may share it: each has an offset of its own.
package final class IOFile: IOEndpoint {
    private let file: OwnedDescriptor
    /// Called when the disk is full; whether it has freed space, so that the write may be tried again.
    package var onDiskFull: (@Sendable () -> Bool)?

    package let isSeekable = true
    package var offset: Int64 = 0

    package init(_ file: OwnedDescriptor) { self.file = file }

    /// The same file, to be read from its start.
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
