package import CFFmpeg

/// One packet of coded data, with its times in ticks of its stream's time base. A value: copies share the data alone.
package struct Packet: Sendable {
    private let data: CodedData

    /// The place of its stream.
    package var streamIndex: Int
    /// Presentation time, where the packet has one.
    package var pts: Int64?
    /// Decoding time, where the packet has one.
    package var dts: Int64?
    /// Duration; 0 where unknown.
    package var duration: Int64
    /// Whether decoding can begin here.
    package var isKeyframe: Bool

    /// Makes a packet from what `fill` puts into a fresh `AVPacket`.
    package init(_ fill: (UnsafeMutablePointer<AVPacket>) throws(FFmpegError) -> Void) throws(FFmpegError) {
        data = try CodedData(fill)
        let values = data.pointer.pointee
        streamIndex = Int(values.stream_index)
        pts = Ticks.optional(values.pts)
        dts = Ticks.optional(values.dts)
        duration = values.duration
        isKeyframe = values.flags & AV_PKT_FLAG_KEY != 0
    }

    /// Whether the demuxer found the packet damaged: cut off at the file's end, for instance.
    package var isCorrupt: Bool { data.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// Whether it is encrypted, as movies under digital rights management are: only who has the key can decode it.
    package var isEncrypted: Bool {
        av_packet_get_side_data(data.pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    }

    /// The packet by so many ticks later, or earlier.
    package func moved(by ticks: Int64) -> Packet {
        var moved = self
        moved.pts = pts.map { $0 + ticks }
        moved.dts = dts.map { $0 + ticks }
        return moved
    }

    /// Size of the coded data, in bytes.
    package var size: Int { Int(data.pointer.pointee.size) }
}

extension Packet {
    /// The coded data, as FFmpeg made it.
    ///
    /// `@unchecked Sendable`: `owned`, through which alone it could be changed, is given to `fill` before anybody has the
    /// object, and freed by `deinit`; all others are given `pointer`, to read. FFmpeg counts references to the bytes by
    /// atomics.
    private final class CodedData: @unchecked Sendable {
        private let owned: UnsafeMutablePointer<AVPacket>

        var pointer: UnsafePointer<AVPacket> { UnsafePointer(owned) }

        init(_ fill: (UnsafeMutablePointer<AVPacket>) throws(FFmpegError) -> Void) throws(FFmpegError) {
            guard let owned = av_packet_alloc() else {
                throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a packet")
            }
            self.owned = owned
            try fill(owned)
        }

        deinit {
            var freed: UnsafeMutablePointer<AVPacket>? = owned
            av_packet_free(&freed)
        }
    }

    /// Calls `body` with the packet as FFmpeg takes it: one of its own, which shares the data.
    func withReference<Result>(
        _ body: (UnsafeMutablePointer<AVPacket>) throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result {
        guard let reference = av_packet_clone(data.pointer) else {
            throw FFmpegError(.outOfMemory, operation: "share", subject: "a packet")
        }
        defer {
            var freed: UnsafeMutablePointer<AVPacket>? = reference
            av_packet_free(&freed)
        }
        reference.pointee.stream_index = Int32(clamping: streamIndex)
        (reference.pointee.pts, reference.pointee.dts) = (Ticks.raw(pts), Ticks.raw(dts))
        reference.pointee.duration = duration
        reference.pointee.flags &= ~AV_PKT_FLAG_KEY
        if isKeyframe { reference.pointee.flags |= AV_PKT_FLAG_KEY }
        return try body(reference)
    }
}

extension Packet {
    /// As `withReference(_:)`; calls `body` with nil where there is no packet.
    static func withReference<Result>(
        to packet: Packet?, _ body: (UnsafeMutablePointer<AVPacket>?) throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result {
        guard let packet else { return try body(nil) }
        return try packet.withReference(body)
    }
}

extension Packet {
    /// The coded data, as long as `body` runs.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: data.pointer.pointee.data, count: size))
    }

    /// Whether both hold the same bytes, whatever their times.
    package func hasSameData(as other: Packet) -> Bool {
        guard size == other.size else { return false }
        return withBytes { mine in
            other.withBytes { theirs in
                guard let first = mine.baseAddress, let second = theirs.baseAddress else { return mine.isEmpty }
                return memcmp(first, second, mine.count) == 0
            }
        }
    }
}

extension Packet {
    /// A packet of these bytes, without times.
    package init(bytes: [UInt8]) throws(FFmpegError) {
        try self.init { packet throws(FFmpegError) in
            try FFmpegError.check(av_new_packet(packet, Int32(clamping: bytes.count)), "allocate", "a packet")
            packet.pointee.data.update(from: bytes, count: bytes.count)
        }
    }

    /// Makes a packet of `size` bytes that `fill` reads into it.
    /// - Throws: `FFmpegError`; what `fill` throws.
    package init(size: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
        var failure: (any Error)?
        try self.init { packet throws(FFmpegError) in
            try FFmpegError.check(av_new_packet(packet, Int32(clamping: size)), "allocate", "a packet")
            do {
                try fill(UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: size))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
