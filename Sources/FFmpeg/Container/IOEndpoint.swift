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
