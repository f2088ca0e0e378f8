internal import CFFmpeg
import Glibc

/// FFmpeg's reading from a pipe or a file whose bytes come when they come, so that waiting for them can be ended.
final class PipeIO {
    let pointer: UnsafeMutablePointer<AVIOContext>
    private let source: Source

    /// What the C callback sees.
    private final class Source {
        let descriptor: Int32
        let interruption: Interruption

        init(descriptor: Int32, interruption: Interruption) {
            self.descriptor = descriptor
            self.interruption = interruption
        }

        deinit { close(descriptor) }
    }

    private static let bufferSize = 32 * 1024
    /// How often a wait looks whether it is to end, in milliseconds.
    private static let timeout: Int32 = 50

    init(path: String, interruption: Interruption) throws(FFmpegError) {
        // A pipe without a writer must not hold us up here.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FFmpegError(.init(errno: errno), operation: "open", subject: path) }
        source = Source(descriptor: descriptor, interruption: interruption)
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        let context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), 0, Unmanaged.passUnretained(source).toOpaque(),
            { PipeIO.read($0, $1, $2) }, nil, nil)
        guard buffer != nil, let context else {
            av_free(buffer)
            throw FFmpegError(.outOfMemory, operation: "open", subject: path)
        }
        pointer = context
    }

    deinit {
        av_freep(&pointer.pointee.buffer)
        var owned: UnsafeMutablePointer<AVIOContext>? = pointer
        avio_context_free(&owned)
    }

    private static func read(
        _ opaque: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
    ) -> Int32 {
        guard let opaque else { return replay_error(EINVAL) }
        let source = Unmanaged<Source>.fromOpaque(opaque).takeUnretainedValue()
        while !source.interruption.isDue {
            var entry = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, timeout) > 0 else { continue }
            let count = Glibc.read(source.descriptor, buffer, Int(size))
            if count > 0 { return Int32(count) }
            if count == 0 { return replay_error_eof }
            if errno != EINTR && errno != EAGAIN { return replay_error(errno) }
        }
        return replay_error_exit
    }
}
