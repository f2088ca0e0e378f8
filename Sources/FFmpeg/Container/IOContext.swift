internal import CFFmpeg
package import Descriptors
import Glibc

/// FFmpeg's buffered reading or writing (`AVIOContext`) of an endpoint, so that no path is ever opened by FFmpeg.
///
/// Owns the `AVIOContext`; whoever gives its `pointer` to FFmpeg keeps this object for as long as FFmpeg may use that.
/// Remembers the first failed write: the MP4 muxer goes on after one. Used from one thread at a time.
package final class IOContext {
    package enum Mode { case read, write }

    let pointer: UnsafeMutablePointer<AVIOContext>
    /// What is read or written.
    private(set) var endpoint: any IOEndpoint
    private var writeFailure: FFmpegError.Code?
    /// Ends reading: FFmpeg itself does not ask between the boxes of a header.
    private var interruption: Interruption?

    private static let bufferSize = 64 * 1024

    /// - Throws: where there is no memory for its buffer.
    package init(_ endpoint: any IOEndpoint, mode: Mode) throws(FFmpegError) {
        FFmpegLog.install()
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        let context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), mode == .write ? 1 : 0, nil, { IOContext.read($0, $1, $2) },
            { IOContext.write($0, $1, $2) }, endpoint.isSeekable ? { IOContext.seek($0, $1, $2) } : nil)
        guard buffer != nil, let context else {
            av_free(buffer)
            throw FFmpegError(.outOfMemory, operation: "buffer", subject: "a file")
        }
        self.endpoint = endpoint
        pointer = context
        // FFmpeg calls back from calls that are given `pointer`, and `deinit` frees that: the object is there then.
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        av_freep(&pointer.pointee.buffer)
        var owned: UnsafeMutablePointer<AVIOContext>? = pointer
        avio_context_free(&owned)
    }

    /// A file.
    package convenience init(_ file: OwnedDescriptor, mode: Mode) throws(FFmpegError) {
        try self.init(IOFile(file), mode: mode)
    }

    /// Has reading end when `interruption` is due.
    func end(by interruption: Interruption) { self.interruption = interruption }
}

extension IOContext {
    /// Keeps back from the endpoint what `body` writes.
    /// - Returns: that.
    func withholding<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [UInt8] {
        let (memory, endpoint) = (IOMemory(), endpoint)
        self.endpoint = memory
        defer { self.endpoint = endpoint }
        try body()
        avio_flush(pointer)
        return memory.take()
    }

    /// Goes on reading or writing at `offset` of the endpoint, in bytes.
    func move(to offset: Int64) { endpoint.offset = offset }

    /// Where the next byte goes, the buffered ones counted.
    package var position: Int64 { endpoint.offset + Int64(pointer.pointee.buf_ptr - pointer.pointee.buffer) }

    /// Writes bytes of the caller's own behind what was written, and hands all to the endpoint.
    /// - Throws: where this or any write before it failed.
    package func append(_ bytes: [UInt8], subject: String) throws(FFmpegError) {
        avio_write(pointer, bytes, Int32(clamping: bytes.count))
        try flush(subject: subject)
    }

    /// Hands what is buffered to the endpoint.
    /// - Throws: where this or any write before it failed.
    package func flush(subject: String) throws(FFmpegError) {
        avio_flush(pointer)
        try checkWrites(subject: subject)
    }

    /// - Throws: where any write so far has failed.
    package func checkWrites(subject: String) throws(FFmpegError) {
        guard let writeFailure else { return }
        throw FFmpegError(writeFailure, operation: "write", subject: subject)
    }
}

extension IOContext {
    private static func context(_ opaque: UnsafeMutableRawPointer?) -> IOContext? {
        opaque.map { Unmanaged<IOContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
    ) -> Int32 {
        guard let context = context(opaque) else { return replay_error(EINVAL) }
        if context.interruption?.isDue == true { return replay_error_exit }
        do throws(FFmpegError.Code) {
            let count = try context.endpoint.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
            return count == 0 ? replay_error_eof : Int32(count)
        } catch {
            return error.rawValue
        }
    }

    /// FFmpeg 7 lets it read the buffer, older ones let it write there too; what fits both is taken.
    private static func write(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ size: Int32
    ) -> Int32 {
        guard let context = context(opaque) else { return replay_error(EINVAL) }
        do throws(FFmpegError.Code) {
            try context.endpoint.write(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
            return size
        } catch {
            context.writeFailure = context.writeFailure ?? error
            return error.rawValue
        }
    }

    private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
        guard let endpoint = context(opaque)?.endpoint else { return Int64(replay_error(EINVAL)) }
        do throws(FFmpegError.Code) {
            if whence & AVSEEK_SIZE != 0 { return try endpoint.size }
            let origins = [SEEK_SET: 0, SEEK_CUR: endpoint.offset, SEEK_END: try endpoint.size]
            guard let (target, isBeyond) = origins[whence & ~AVSEEK_FORCE]?.addingReportingOverflow(offset), !isBeyond,
                target >= 0
            else { return Int64(replay_error(EINVAL)) }
            endpoint.offset = target
            return target
        } catch {
            return Int64(error.rawValue)
        }
    }
}

/// Bytes that an `IOContext` reads or writes, from one thread at a time.
///
/// An interrupted system call (`EINTR`) is made again, and never thrown.
package protocol IOEndpoint: AnyObject {
    /// Whether `offset` may be set and there is a `size`.
    var isSeekable: Bool { get }
    /// Where the next byte is read or written, in bytes.
    var offset: Int64 { get set }
    /// In bytes.
    var size: Int64 { get throws(FFmpegError.Code) }

    /// Reads as many bytes as there are, at most those that fit, and moves behind them.
    /// - Returns: how many; 0 at the end alone.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int
    /// Writes all of the bytes, and moves behind them.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code)
}
