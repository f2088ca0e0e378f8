internal import CFFmpeg

extension Packet {
    /// The coded data, as long as `body` runs.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: pointer.pointee.data, count: size))
    }

    /// A packet of these bytes, without times.
    package convenience init(bytes: [UInt8]) throws(FFmpegError) {
        try self.init()
        try FFmpegError.check(av_new_packet(pointer, Int32(clamping: bytes.count)), "allocate", "a packet")
        pointer.pointee.data.update(from: bytes, count: bytes.count)
    }
}
