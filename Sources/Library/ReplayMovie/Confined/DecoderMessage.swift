import FFmpeg

/// A message of fixed length between a decoder in a sandbox and its user. JSON would cost more than the decoding of
/// audio.
///
/// Its values have 64 bits, so that nothing lies between them and any bytes are a message.
protocol DecoderMessage: BitwiseCopyable {}

extension DecoderMessage {
    var bytes: [UInt8] { withUnsafeBytes(of: self) { [UInt8]($0) } }

    /// Creates the message from its bytes. Nil if their number is wrong.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == MemoryLayout<Self>.size else { return nil }
        self = bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
    }
}

/// A request to a decoder in a sandbox. Each has one reply.
struct DecoderRequest: DecoderMessage {
    enum Kind: Int64 {
        /// Decodes a packet, or ends the stream, and returns a frame.
        case decode
        /// Returns the next frame.
        case receive
        /// Sets the memory for packets, which is the packet's descriptor.
        case packetMemory
        /// Sets the memory with the number `slot`, for frames.
        case frameMemory
    }

    private let rawKind: Int64
    var kind: Kind? { Kind(rawValue: rawKind) }
    /// The number of the memory for the frame, or -1 if there is none.
    var slot: Int64 = -1
    /// 1 to reset the decoder first.
    var resets: Int64 = 0
    /// The number of bytes of the packet, or -1 for the end of the stream.
    var size: Int64 = -1
    private var pts: Int64 = .min
    private var dts: Int64 = .min
    private var duration: Int64 = 0
    private var isKeyframe: Int64 = 0

    init(_ kind: Kind) { rawKind = kind.rawValue }

    /// Creates the request to decode a packet whose bytes are in the memory for packets.
    init(decoding packet: Packet?) {
        self.init(.decode)
        guard let packet else { return }
        size = Int64(packet.size)
        (pts, dts, duration) = (packet.pts ?? .min, packet.dts ?? .min, packet.duration)
        isKeyframe = packet.isKeyframe ? 1 : 0
    }

    /// Sets the times and flags of a packet.
    func stamp(_ packet: inout Packet) {
        (packet.pts, packet.dts) = (pts == .min ? nil : pts, dts == .min ? nil : dts)
        (packet.duration, packet.isKeyframe) = (duration, isKeyframe == 1)
    }
}

/// The reply of a decoder in a sandbox.
struct DecoderReply: DecoderMessage {
    enum Status: Int64 {
        case done
        /// A frame is in the memory.
        case frame
        /// The decoder needs a packet.
        case again
        case end
        /// FFmpeg refused the packet, with the error `code`.
        case refused
        /// FFmpeg failed, with the error `code`.
        case failed
        /// The frame needs memory of `code` bytes.
        case needsMemory
    }

    private let rawStatus: Int64
    var status: Status? { Status(rawValue: rawStatus) }
    var code: Int64 = 0
    /// 1 if there is another frame before the next packet.
    var hasMore: Int64 = 0
    var frame = SharedFrame()

    init(_ status: Status, code: Int64 = 0) { (rawStatus, self.code) = (status.rawValue, code) }
}
