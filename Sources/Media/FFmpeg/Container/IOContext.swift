internal import CFFmpeg
package import Descriptors
import Glibc

/// FFmpeg's buffered reading or writing (`AVIOContext`) of an endpoint, so that no path is ever opened by FFmpeg.
///
/// Owns the `AVIOContext`; whoever gives its `pointer` to FFmpeg keeps this object for as long as FFmpeg may use that.
/// Remembers the first failure: the MP4 muxer goes on after one, and would leave a broken file. Used from one thread at a time.
package final class IOContext {
    package enum Mode { case read, write }

    let pointer: UnsafeMutablePointer<AVIOContext>
    /// What is read or written.
    private(set) var endpoint: any IOEndpoint
    private var failure: FFmpegError.Code?
    /// The output that is read back through this object, and cannot be whole if that fails.
    private weak var output: IOContext?
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

    /// Reads back what `output` has written, whose failure it is if that cannot be done.
    convenience init(_ file: IOFile, readingBack output: IOContext) throws(FFmpegError) {
        try self.init(file, mode: .read)
        self.output = output
    }

    private func note(_ code: FFmpegError.Code) {
        failure = failure ?? code
        output?.note(code)
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

    /// - Throws: if any write so far has failed, or a seek or a read of what was written.
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
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
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

    /// FFmpeg 7 lets it read the buffer, older ones let it write there too; what fits both is taken.
    private static func write(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ size: Int32
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

    private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
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
