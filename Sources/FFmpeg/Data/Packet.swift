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
