internal import CFFmpeg
internal import CLinux
import Glibc

/// FFmpeg's reading and writing on an open file descriptor, so that no path is ever opened by FFmpeg.
///
/// Owns the descriptor and the `AVIOContext`. Remembers the first failed write: the MP4 muxer goes on after one.
package final class FileIO {
    private let context: UnsafeMutablePointer<AVIOContext>
    private let state: State

    /// What the C callbacks see; FFmpeg calls them only while this object's owner is inside a call of its own.
    private final class State {
        let descriptor: Int32
        /// Where this object reads or writes next: its own, for several may share the descriptor.
        var offset: Int64 = 0
        var writeErrno: Int32 = 0
        /// The lent object keeps itself alive.
        var lent: FileIO?
        /// What is kept back from the file instead of being written.
        var withheld: [UInt8]?
        var onDiskFull: (@Sendable () -> Bool)?
        /// Ends reading: FFmpeg itself does not ask between the boxes of a header.
        var interruption: Interruption?
        /// Up to where `takeWritten` has taken the file.
        var taken: Int64 = 0
        init(descriptor: Int32) { self.descriptor = descriptor }
    }

    private static let bufferSize = 64 * 1024

    package enum Mode { case read, write }

    /// Takes over `descriptor`, which is closed with this object; also where this throws.
    package init(descriptor: Int32, mode: Mode) throws(FFmpegError) {
        FFmpegLog.install()
        let state = State(descriptor: descriptor)
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        let context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), mode == .write ? 1 : 0, Unmanaged.passUnretained(state).toOpaque(),
            { FileIO.read($0, $1, $2) }, { FileIO.write($0, $1, $2) }, { FileIO.seek($0, $1, $2) })
        guard buffer != nil, let context else {
            av_free(buffer)
            close(descriptor)
            throw FFmpegError(.outOfMemory, operation: "buffer", subject: "a file")
        }
        self.state = state
        self.context = context
    }

    deinit {
        av_freep(&context.pointee.buffer)
        var owned: UnsafeMutablePointer<AVIOContext>? = context
        avio_context_free(&owned)
        close(state.descriptor)
    }

    /// A file that is nowhere but in memory, for what is taken piece by piece.
    package static func inMemory() throws(FFmpegError) -> FileIO {
        let descriptor = replay_memory_file("replay")
        guard descriptor >= 0 else {
            throw FFmpegError(.init(errno: errno), operation: "allocate", subject: "a file in memory")
        }
        return try FileIO(descriptor: descriptor, mode: .write)
    }

    /// A file that is nowhere but in memory, to be read from its start.
    package static func inMemory(_ bytes: [UInt8]) throws(FFmpegError) -> FileIO {
        let file = try inMemory()
        try file.append(bytes, subject: "a file in memory")
        return try file.reader()
    }

    /// Takes out of a file in memory what was written since the last call.
    func takeWritten(subject: String) throws(FFmpegError) -> [UInt8] {
        try flush(subject: subject)
        let (start, count) = (state.taken, Int(state.offset - state.taken))
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < buffer.count {
                let got = pread(
                    state.descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                    off_t(start) + off_t(filled))
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard bytes.count == count else {
            throw FFmpegError(.init(errno: EIO), operation: "read", subject: subject)
        }
        // The memory goes back to the system; the file keeps its length.
        _ = replay_punch_hole(state.descriptor, start, Int64(count))
        state.taken += Int64(count)
        return bytes
    }

    var pointer: UnsafeMutablePointer<AVIOContext> { context }

    /// The same file, to be read from its start.
    func reader() throws(FFmpegError) -> FileIO {
        let copy = fcntl(state.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FFmpegError(.init(errno: errno), operation: "read", subject: "a file") }
        return try FileIO(descriptor: copy, mode: .read)
    }

    /// Gives the context to FFmpeg until it is taken back.
    func lend() -> UnsafeMutablePointer<AVIOContext> {
        state.lent = self
        return context
    }

    static func takeBack(_ pointer: UnsafeMutablePointer<AVIOContext>?) {
        state(pointer?.pointee.opaque)?.lent = nil
    }

    /// Called when the disk is full; whether it has freed space, so that the write may be tried again.
    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) { state.onDiskFull = reclaim }

    /// Has reading end when `interruption` is due; both live as long as this object.
    func end(by interruption: Interruption) { state.interruption = interruption }

    /// Keeps back from the file what `body` writes.
    /// - Returns: that.
    func withholding<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> [UInt8] {
        state.withheld = []
        defer { state.withheld = nil }
        try body()
        avio_flush(context)
        return state.withheld ?? []
    }

    /// Goes on reading or writing at `offset` of the file.
    func move(to offset: Int64) { state.offset = offset }

    /// Writes bytes of the caller's own behind what was written, and hands all to the kernel.
    /// - Throws: where this or any write before it failed.
    package func append(_ bytes: [UInt8], subject: String) throws(FFmpegError) {
        avio_write(context, bytes, Int32(clamping: bytes.count))
        try flush(subject: subject)
    }

    /// Hands what is buffered to the kernel.
    /// - Throws: where this or any write before it failed.
    package func flush(subject: String) throws(FFmpegError) {
        avio_flush(context)
        try checkWrites(subject: subject)
    }

    /// - Throws: where any write so far has failed.
    package func checkWrites(subject: String) throws(FFmpegError) {
        guard state.writeErrno != 0 else { return }
        throw FFmpegError(FFmpegError.Code(errno: state.writeErrno), operation: "write", subject: subject)
    }

    /// Where the next byte goes, the buffered ones counted.
    package var position: Int64 { state.offset + Int64(context.pointee.buf_ptr - context.pointee.buffer) }

    private static func state(_ opaque: UnsafeMutableRawPointer?) -> State? {
        opaque.map { Unmanaged<State>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
    ) -> Int32 {
        guard let state = state(opaque) else { return replay_error(EINVAL) }
        if state.interruption?.isDue == true { return replay_error_exit }
        while true {
            let count = pread(state.descriptor, buffer, Int(size), off_t(state.offset))
            state.offset += Int64(max(0, count))
            if count > 0 { return Int32(count) }
            if count == 0 { return replay_error_eof }
            if errno != EINTR { return replay_error(errno) }
        }
    }

    /// FFmpeg 7 lets it read the buffer, older ones let it write there too; what fits both is taken.
    private static func write(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ size: Int32
    ) -> Int32 {
        guard let state = state(opaque), let buffer else { return replay_error(EINVAL) }
        if state.withheld != nil {
            state.withheld?.append(contentsOf: UnsafeBufferPointer(start: buffer, count: Int(size)))
            return size
        }
        var done = 0
        while done < Int(size) {
            let count = pwrite(state.descriptor, buffer + done, Int(size) - done, off_t(state.offset))
            if count < 0 && errno == EINTR { continue }
            if count < 0 && [ENOSPC, EDQUOT].contains(errno) && state.onDiskFull?() == true { continue }
            guard count > 0 else {
                if state.writeErrno == 0 { state.writeErrno = count == 0 ? EIO : errno }
                return replay_error(state.writeErrno)
            }
            done += count
            state.offset += Int64(count)
        }
        return size
    }

    private static func seek(_ opaque: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
        guard let state = state(opaque) else { return Int64(replay_error(EINVAL)) }
        let size = fileSize(state.descriptor)
        if whence & AVSEEK_SIZE != 0 { return size }
        let origins: [Int32: Int64] = [SEEK_SET: 0, SEEK_CUR: state.offset, SEEK_END: size]
        guard let (target, isBeyond) = origins[whence & ~AVSEEK_FORCE]?.addingReportingOverflow(offset), !isBeyond,
            target >= 0
        else { return Int64(replay_error(EINVAL)) }
        state.offset = target
        return state.offset
    }

    private static func fileSize(_ descriptor: Int32) -> Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(replay_error(errno))
    }
}
