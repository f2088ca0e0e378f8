internal import CFFmpeg

extension Packet {
    /// Makes a packet of `size` bytes that `fill` reads into it.
    /// - Parameter fill: false says that the bytes could not be had.
    /// - Returns: nil where `fill` gave false.
    package convenience init?(size: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Bool) throws(FFmpegError) {
        try self.init()
        try FFmpegError.check(av_new_packet(pointer, Int32(clamping: size)), "allocate", "a packet")
        guard fill(UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: size)) else { return nil }
    }
}
