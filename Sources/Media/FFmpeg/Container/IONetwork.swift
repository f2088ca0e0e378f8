internal import CFFmpeg
import Glibc

/// A connection to a server for writing, which one of FFmpeg's protocols opens: RTMP, RTMPS or SRT.
package final class IONetwork: IOEndpoint {
    private let pointer: UnsafeMutablePointer<AVIOContext>
    private let interruption: Interruption

    package let isSeekable = false
    package var offset: Int64 = 0
    package var size: Int64 { get throws(FFmpegError.Code) { throw FFmpegError.Code(errno: ESPIPE) } }

    /// The protocols that may be opened. FFmpeg builds RTMP on TCP and TLS.
    private static let protocols = "rtmp,rtmps,srt,tcp,tls,udp"

    /// Opens a connection, and waits until the server accepts it.
    /// - Parameters:
    ///   - address: The server's address.
    ///   - name: The server's name for errors.
    ///   - options: Options of the protocol. Unknown options are ignored.
    ///   - interruption: The interruption that ends opening, writing and closing. FFmpeg checks it ten times per second,
    ///     but not while it resolves a host's name.
    package init(
        _ address: String, name: String, options values: [String: String], interruption: Interruption
    ) throws(FFmpegError) {
        FFmpegLog.install()
        var callback = interruption.callback
        var options = Options(values.merging(["protocol_whitelist": Self.protocols]) { $1 })
        var context: UnsafeMutablePointer<AVIOContext>?
        try FFmpegError.check(
            avio_open2(&context, address, AVIO_FLAG_WRITE, &callback, &options.pointer), operation: "connect to",
            subject: name)
        guard let context else { throw FFmpegError(.outOfMemory, operation: "connect to", subject: name) }
        self.pointer = context
        self.interruption = interruption
    }

    deinit {
        var owned: UnsafeMutablePointer<AVIOContext>? = pointer
        avio_closep(&owned)
        // FFmpeg uses the interruption until the connection is closed.
        withExtendedLifetime(interruption) {}
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        throw FFmpegError.Code(errno: EBADF)
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) {
        avio_write(pointer, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(clamping: bytes.count))
        avio_flush(pointer)
        offset += Int64(bytes.count)
        guard pointer.pointee.error >= 0 else { throw FFmpegError.Code(rawValue: pointer.pointee.error) }
    }
}
