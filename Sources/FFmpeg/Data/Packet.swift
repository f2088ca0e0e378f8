package import CFFmpeg

/// One packet of coded data, with its times in ticks of its stream's time base.
///
/// `@unchecked Sendable`: a packet is filled by its maker, handed over once, and only its new owner touches it.
package final class Packet: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<AVPacket>

    package init() throws(FFmpegError) {
        guard let pointer = av_packet_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a packet")
        }
        self.pointer = pointer
    }

    deinit {
        var owned: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&owned)
    }

    package var streamIndex: Int {
        get { Int(pointer.pointee.stream_index) }
        set { pointer.pointee.stream_index = Int32(clamping: newValue) }
    }

    /// Presentation time, where the packet has one.
    package var pts: Int64? {
        get { Ticks.optional(pointer.pointee.pts) }
        set { pointer.pointee.pts = Ticks.raw(newValue) }
    }

    /// Decoding time, where the packet has one.
    package var dts: Int64? {
        get { Ticks.optional(pointer.pointee.dts) }
        set { pointer.pointee.dts = Ticks.raw(newValue) }
    }

    /// Duration; 0 where unknown.
    package var duration: Int64 {
        get { pointer.pointee.duration }
        set { pointer.pointee.duration = newValue }
    }

    /// Whether decoding can begin here.
    package var isKeyframe: Bool {
        get { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        set {
            if newValue { pointer.pointee.flags |= AV_PKT_FLAG_KEY } else { pointer.pointee.flags &= ~AV_PKT_FLAG_KEY }
        }
    }

    /// Whether the demuxer found the packet damaged: cut off at the file's end, for instance.
    package var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Size of the coded data, in bytes.
    package var size: Int { Int(pointer.pointee.size) }
}

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
