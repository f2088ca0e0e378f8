internal import CFFmpeg

extension Packet {
    /// A packet of the same data, with times and a stream of its own; the data itself is shared.
    package func copy() throws(FFmpegError) -> Packet {
        let copy = try Packet()
        try FFmpegError.check(av_packet_ref(copy.pointer, pointer), "share", "a packet")
        return copy
    }

    /// Whether both hold the same bytes, whatever their times.
    package func hasSameData(as other: Packet) -> Bool {
        guard size == other.size else { return false }
        guard let data = pointer.pointee.data, let otherData = other.pointer.pointee.data else { return size == 0 }
        return memcmp(data, otherData, size) == 0
    }
}
