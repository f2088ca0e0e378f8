internal import CFFmpeg
package import Descriptors
import Glibc

/// FFmpeg's buffered I/O (`AVIOContext`) for an endpoint, so that FFmpeg never opens a path.
///
/// This object owns the `AVIOContext`. A caller that passes `pointer` to FFmpeg must keep this object while FFmpeg uses it.
/// The first failure is remembered, because the MP4 muxer continues after a failure and would leave a broken file. Use
/// it from one thread at a time.
package final class IOContext {
    package enum Mode { case read, write }

    let pointer: UnsafeMutablePointer<AVIOContext>
    /// The source or destination of the bytes.
    private(set) var endpoint: any IOEndpoint
    private var failure: FFmpegError.Code?
    /// The output that this object reads back. A failure to read is a failure of the output too.
    private weak var output: IOContext?
    /// The interruption that ends reading. FFmpeg itself does not check it between the boxes of a header.
    private var interruption: Interruption?

    private static let bufferSize = 64 * 1024

    /// Creates an I/O context with a buffer of 64 KiB.
    /// - Throws: ``FFmpegError`` (out of memory) if the buffer cannot be allocated.
    package init(_ endpoint: any IOEndpoint, mode: Mode) throws(FFmpegError) {
        FFmpegLog.install()
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        let context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), mode == .write ? 1 : 0, nil, { IOContext.read($0, buffer: $1, size: $2) },
            { IOContext.write($0, buffer: $1, size: $2) },
            endpoint.isSeekable ? { IOContext.seek($0, offset: $1, whence: $2) } : nil)
        guard buffer != nil, let context else {
            av_free(buffer)
            throw FFmpegError(.outOfMemory, operation: "buffer", subject: "a file")
        }
        self.endpoint = endpoint
        pointer = context
        // FFmpeg calls back only from calls that get `pointer`. `deinit` frees it, so this object exists during every callback.
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        av_freep(&pointer.pointee.buffer)
        var owned: UnsafeMutablePointer<AVIOContext>? = pointer
        avio_context_free(&owned)
    }

    /// Creates an I/O context for an open file.
    package convenience init(_ file: OwnedDescriptor, mode: Mode) throws(FFmpegError) {
        try self.init(IOFile(file), mode: mode)
    }

    /// Creates a context that reads back what `output` has written. A failure to read counts as a failure of `output`.
    convenience init(_ file: IOFile, readingBack output: IOContext) throws(FFmpegError) {
        try self.init(file, mode: .read)
        self.output = output
    }

    private func note(_ code: FFmpegError.Code) {
        failure = failure ?? code
        output?.note(code)
    }

    /// Ends reading when `interruption` is due.
    func end(by interruption: Interruption) { self.interruption = interruption }
}

extension IOContext {
    /// Collects the bytes that `body` writes, instead of writing them to the endpoint.
    /// - Returns: The bytes.
    func withholding<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [UInt8] {
        let (memory, endpoint) = (IOMemory(), endpoint)
        self.endpoint = memory
        defer { self.endpoint = endpoint }
        try body()
        avio_flush(pointer)
        return memory.take()
    }

    /// Sets the byte offset in the endpoint for the next read or write.
    func move(to offset: Int64) { endpoint.offset = offset }

    /// The byte offset of the next write, including the buffered bytes.
    package var position: Int64 { endpoint.offset + Int64(pointer.pointee.buf_ptr - pointer.pointee.buffer) }

    /// Appends bytes of the caller, and writes everything buffered to the endpoint.
    /// - Throws: ``FFmpegError`` if this or an earlier write failed.
    package func append(_ bytes: [UInt8], subject: String) throws(FFmpegError) {
        avio_write(pointer, bytes, Int32(clamping: bytes.count))
        try flush(subject: subject)
    }

    /// Writes the buffered bytes to the endpoint.
    /// - Throws: ``FFmpegError`` if this or an earlier write failed.
    package func flush(subject: String) throws(FFmpegError) {
        avio_flush(pointer)
        try checkWrites(subject: subject)
    }

    /// Checks for earlier failures.
    /// - Throws: ``FFmpegError`` if a write, a seek or a read of the written data has failed.
    package func checkWrites(subject: String) throws(FFmpegError) {
        guard let failure else { return }
        throw FFmpegError(failure, operation: "write", subject: subject)
    }
}

extension IOContext {
    private static func context(_ opaque: UnsafeMutableRawPointer?) -> IOContext? {
        opaque.map { Unmanaged<IOContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, buffer: UnsafeMutablePointer<UInt8>?, size: Int32
    ) -> Int32 {
        guard let context = context(opaque) else { return replay_error(EINVAL) }
        if context.interruption?.isDue == true { return replay_error_exit }
        do throws(FFmpegError.Code) {
            let count = try context.endpoint.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
            return count == 0 ? replay_error_eof : Int32(count)
        } catch {
            context.note(error)
            return error.rawValue
        }
    }

    /// Writes to the endpoint. The buffer is const since FFmpeg 7 and mutable before; an `UnsafePointer` fits both.
    private static func write(
        _ opaque: UnsafeMutableRawPointer?, buffer: UnsafePointer<UInt8>?, size: Int32
    ) -> Int32 {
        guard let context = context(opaque) else { return replay_error(EINVAL) }
        do throws(FFmpegError.Code) {
            try context.endpoint.write(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
            return size
        } catch {
            context.note(error)
            return error.rawValue
        }
    }

    private static func seek(_ opaque: UnsafeMutableRawPointer?, offset: Int64, whence: Int32) -> Int64 {
        guard let context = context(opaque) else { return Int64(replay_error(EINVAL)) }
        do throws(FFmpegError.Code) {
            let endpoint = context.endpoint
            if whence & AVSEEK_SIZE != 0 { return try endpoint.size }
            guard let origin = try origin(of: whence & ~AVSEEK_FORCE, in: endpoint) else {
                return Int64(replay_error(EINVAL))
            }
            let (target, isBeyond) = origin.addingReportingOverflow(offset)
            guard !isBeyond, target >= 0 else { return Int64(replay_error(EINVAL)) }
            endpoint.offset = target
            return target
        } catch {
            context.note(error)
            return Int64(error.rawValue)
        }
    }

    private static func origin(of whence: Int32, in endpoint: any IOEndpoint) throws(FFmpegError.Code) -> Int64? {
        switch whence {
        case SEEK_SET: 0
        case SEEK_CUR: endpoint.offset
        case SEEK_END: try endpoint.size
        default: nil
        }
    }
}

/// A source or destination of bytes for `IOContext`, used from one thread at a time.
///
/// Interrupted system calls (`EINTR`) are repeated, never thrown.
package protocol IOEndpoint: AnyObject {
    /// True if `offset` can be set and `size` is available.
    var isSeekable: Bool { get }
    /// The byte offset of the next read or write.
    var offset: Int64 { get set }
    /// The size in bytes.
    var size: Int64 { get throws(FFmpegError.Code) }

    /// Reads the available bytes, at most the size of the buffer, and advances `offset`.
    /// - Returns: The number of bytes; 0 only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int
    /// Writes all bytes and advances `offset`.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code)
}
