import Glibc

/// A file that is nowhere but in memory: to be read, or written and taken piece by piece.
package final class IOMemory: IOEndpoint {
    private var bytes: [UInt8]
    /// Where `bytes` begins in the file: what stood before was taken.
    private var start: Int64 = 0

    package let isSeekable = true
    package var offset: Int64 = 0
    package var size: Int64 { start + Int64(bytes.count) }

    /// - Parameter bytes: what it holds.
    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Takes out what was written since the last call. The file keeps its length.
    package func take() -> [UInt8] {
        defer { (start, bytes) = (size, []) }
        return bytes
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FFmpegError.Code) -> Int {
        let place = try place()
        guard place < bytes.count else { return 0 }
        let count = min(buffer.count, bytes.count - place)
        buffer.copyBytes(from: bytes[place..<place + count])
        offset += Int64(count)
        return count
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FFmpegError.Code) {
        let place = try place()
        if place > self.bytes.count { self.bytes += repeatElement(0, count: place - self.bytes.count) }
        let end = min(place + bytes.count, self.bytes.count)
        self.bytes.replaceSubrange(place..<end, with: bytes)
        offset += Int64(bytes.count)
    }

    /// Of `offset` in `bytes`.
    /// - Throws: `ESPIPE` for what was taken.
    private func place() throws(FFmpegError.Code) -> Int {
        guard let place = Int(exactly: offset - start), place >= 0 else { throw FFmpegError.Code(errno: ESPIPE) }
        return place
    }
}
