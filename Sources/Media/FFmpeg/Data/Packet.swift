package import CFFmpeg

/// A packet of coded data, with times in ticks of its stream's time base. It is a value; copies share only the data.
package struct Packet: Sendable {
    private let data: CodedData

    /// The index of the stream.
    package var streamIndex: Int
    /// The presentation time, or nil if the packet has none.
    package var pts: Int64?
    /// The decoding time, or nil if the packet has none.
    package var dts: Int64?
    /// The duration; 0 if unknown.
    package var duration: Int64
    /// True if decoding can begin at this packet.
    package var isKeyframe: Bool

    /// Creates a packet and lets `fill` set up its new `AVPacket`.
    package init(_ fill: (UnsafeMutablePointer<AVPacket>) throws(FFmpegError) -> Void) throws(FFmpegError) {
        data = try CodedData(fill)
        let values = data.pointer.pointee
        streamIndex = Int(values.stream_index)
        pts = Ticks.optional(values.pts)
        dts = Ticks.optional(values.dts)
        duration = values.duration
        isKeyframe = values.flags & AV_PKT_FLAG_KEY != 0
    }

    /// True if the demuxer found the packet damaged, for example truncated at the end of the file.
    package var isCorrupt: Bool { data.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

    /// True if the packet is encrypted (digital rights management), so that it cannot be decoded without a key.
    package var isEncrypted: Bool {
        av_packet_get_side_data(data.pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    }

    /// Returns the packet with its times moved by a number of ticks, which may be negative.
    package func moved(by ticks: Int64) -> Packet {
        var moved = self
        moved.pts = pts.map { $0 + ticks }
        moved.dts = dts.map { $0 + ticks }
        return moved
    }

    /// The size of the coded data in bytes.
    package var size: Int { Int(data.pointer.pointee.size) }
}

extension Packet {
    /// The coded data in FFmpeg's form.
    ///
    /// `@unchecked Sendable`: `owned` is the only way to change the data. Only `fill` gets it, before any other code
    /// has the object, and `deinit` frees it. All other code gets `pointer`, which is read-only. FFmpeg counts
    /// references to the bytes atomically.
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

    /// Calls `body` with a new `AVPacket` that shares the data and has this packet's times and flags.
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
    /// Does the same as `withReference(_:)`, but calls `body` with nil if there is no packet.
    static func withReference<Result>(
        to packet: Packet?, _ body: (UnsafeMutablePointer<AVPacket>?) throws(FFmpegError) -> Result
    ) throws(FFmpegError) -> Result {
        guard let packet else { return try body(nil) }
        return try packet.withReference(body)
    }
}

extension Packet {
    /// Calls `body` with the coded data, which is valid only during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: data.pointer.pointee.data, count: size))
    }

    /// Returns true if both packets have the same bytes. Their times may differ.
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
    /// Creates a packet with these bytes and without times.
    package init(bytes: [UInt8]) throws(FFmpegError) {
        try self.init { packet throws(FFmpegError) in
            try FFmpegError.check(
                av_new_packet(packet, Int32(clamping: bytes.count)), operation: "allocate", subject: "a packet")
            packet.pointee.data.update(from: bytes, count: bytes.count)
        }
    }

    /// Creates a packet of `size` bytes and lets `fill` set them.
    /// - Throws: `FFmpegError`, and the errors of `fill`.
    package init(size: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
        var failure: (any Error)?
        try self.init { packet throws(FFmpegError) in
            try FFmpegError.check(
                av_new_packet(packet, Int32(clamping: size)), operation: "allocate", subject: "a packet")
            do {
                try fill(UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: size))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
