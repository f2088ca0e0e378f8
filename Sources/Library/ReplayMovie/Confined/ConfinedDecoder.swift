import Descriptors
import FFmpeg
import Files
import Synchronization

/// A decoder that runs in a sandbox. Use it from one thread at a time.
final class ConfinedDecoder: PacketDecoder {
    private let socket: PacketSocket
    private let worker: MediaWorker
    private let codec: String
    private let slots = FrameSlots()
    private var packets: SharedMemory?
    /// True if the decoder has more output than the need for a packet.
    private var hasMore = false
    private var isAtEnd = false
    private var resets = false

    /// Waits until the decoder is open.
    init(_ socket: PacketSocket, worker: MediaWorker, codec: String) throws {
        (self.socket, self.worker, self.codec) = (socket, worker, codec)
        let reply = try receive()
        if reply.status != .done { throw error(reply) }
    }

    func reset() { (resets, hasMore, isAtEnd) = (true, false, false) }

    func nextFrame(skippingDamaged: Bool, _ packet: () throws -> Packet?) throws -> Frame? {
        while !isAtEnd {
            let (reply, slot, hasPacket) = try next(packet)
            hasMore = reply.hasMore == 1
            if reply.status == .frame { return try frame(reply, in: slot) }
            slots.give(back: slot)
            switch reply.status {
            case .again: break
            case .end: isAtEnd = true
            case .refused where skippingDamaged && hasPacket: break
            case .refused, .failed: throw error(reply)
            default: throw worker.end(.invalidMessage)
            }
        }
        return nil
    }

    /// Asks for the next frame.
    /// - Returns: The reply, the memory with the frame, and true if the decoder got a packet for it.
    private func next(
        _ packet: () throws -> Packet?
    ) throws -> (reply: DecoderReply, slot: FrameSlots.Slot?, hasPacket: Bool) {
        let packet = hasMore ? nil : try packet()
        var request = hasMore ? DecoderRequest(.receive) : DecoderRequest(decoding: packet)
        if let packet { try write(packet) }
        var slot = slots.take()
        request.slot = slot?.number ?? -1
        if !hasMore, resets { (request.resets, resets) = (1, false) }
        var reply = try answer(to: request)
        if reply.status == .needsMemory {
            slot = try replaced(slot, size: reply.code)
            request = DecoderRequest(.receive)
            request.slot = slot?.number ?? -1
            reply = try answer(to: request)
        }
        return (reply, slot, packet != nil)
    }

    /// Puts a packet's bytes into the memory for packets.
    private func write(_ packet: Packet) throws {
        if packets.map({ $0.bytes.count < packet.size }) ?? true {
            // Later packets may be a little larger.
            let (memory, descriptor) = try SharedMemory.create(size: max(64 << 10, packet.size * 2), for: .reading)
            _ = try answer(to: DecoderRequest(.packetMemory), passing: descriptor)
            packets = memory
        }
        packet.withBytes { packets?.bytes.copyMemory(from: $0) }
    }

    /// Makes memory for frames of a size, in bytes.
    private func replaced(_ slot: FrameSlots.Slot?, size: Int64) throws -> FrameSlots.Slot {
        guard size > 0, size <= Self.maxFrameSize else { throw worker.end(.invalidMessage) }
        let (memory, descriptor) = try SharedMemory.create(size: Int(size), for: .writing)
        let slot = FrameSlots.Slot(number: slot?.number ?? slots.newNumber(), memory: memory)
        var request = DecoderRequest(.frameMemory)
        request.slot = slot.number
        _ = try answer(to: request, passing: descriptor)
        return slot
    }

    private static let maxFrameSize = Int64(AllocationLimit.bytes + 1 << 10)

    private func frame(_ reply: DecoderReply, in slot: FrameSlots.Slot?) throws -> Frame {
        guard let slot else { throw worker.end(.invalidMessage) }
        return try reply.frame.frame(in: slot.memory.bytes) { [slots] in slots.give(back: slot) }
    }

    private func answer(to request: DecoderRequest, passing memory: OwnedDescriptor? = nil) throws -> DecoderReply {
        // If it fails, the worker has ended.
        guard (try? socket.send(request.bytes, descriptor: memory?.descriptor, waits: true)) == true else {
            throw worker.failure()
        }
        return try receive()
    }

    private func receive() throws -> DecoderReply {
        guard socket.isReadable(within: MediaWorker.timeout) else { throw worker.end(.hung) }
        // As above.
        guard let packet = try? socket.receive(maxLength: MemoryLayout<DecoderReply>.size + 1, waits: true) else {
            throw worker.failure()
        }
        guard let reply = DecoderReply(packet.bytes), reply.status != nil else { throw worker.end(.invalidMessage) }
        return reply
    }

    private func error(_ reply: DecoderReply) -> FFmpegError {
        FFmpegError(
            FFmpegError.Code(rawValue: Int32(clamping: reply.code)), operation: "decode", subject: codec)
    }
}

/// The shared memories for the frames of a decoder. A frame may be freed on any thread.
final class FrameSlots: Sendable {
    struct Slot {
        let number: Int64
        let memory: SharedMemory
    }

    private let state = Mutex((free: [Slot](), count: Int64(0)))

    /// Returns a memory without a frame, or nil if there is none.
    func take() -> Slot? { state.withLock { $0.free.popLast() } }

    /// Makes a memory available for another frame.
    func give(back slot: Slot?) { if let slot { state.withLock { $0.free.append(slot) } } }

    func newNumber() -> Int64 {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }
}
