import Glibc

/// A file in memory, for reading, or for writing and taking the bytes piece by piece.
package final class IOMemory: IOEndpoint {
    private var bytes: [UInt8]
    /// The offset of `bytes` in the file. Earlier bytes were taken.
    private var start: Int64 = 0

    package let isSeekable = true
    package var offset: Int64 = 0
    package var size: Int64 { start + Int64(bytes.count) }

    /// Creates a file.
    /// - Parameter bytes: The contents of the file.
    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Removes and returns the bytes written since the last call. The size of the file does not change.
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

    /// Returns the index of `offset` in `bytes`.
    /// - Throws: `ESPIPE` if those bytes were already taken.
    private func place() throws(FFmpegError.Code) -> Int {
        guard let place = Int(exactly: offset - start), place >= 0 else { throw FFmpegError.Code(errno: ESPIPE) }
        return place
    }
}
