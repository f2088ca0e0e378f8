import Descriptors
import FFmpeg
import Files
import Synchronization
import SystemPackage

/// A decoder that runs in a sandbox. Use it from one thread at a time.
final class ConfinedDecoder: PacketDecoder {
    private let socket: PacketSocket
    private let worker: MediaWorker
    private let codec: String
    private let kind: MediaKind
    private let slots = FrameSlots()
    private var packets: SharedMemory?
    /// True if the decoder has more output than the need for a packet.
    private var hasMore = false
    private var isAtEnd = false
    private var resets = false
    /// The number of frames since the last packet.
    private var frameCount = 0
    /// The times of the packets since the last reset.
    private var times: ClosedRange<Int64>?

    /// The largest number of frames of one packet, and of those that a decoder holds.
    private static let maxFrameCount = 256
    /// The largest difference of a frame's time from those of all packets, in ticks.
    private static let maxTimeDifference: Int64 = 1 << 32

    /// Waits until the decoder is open.
    init(_ socket: PacketSocket, worker: MediaWorker, of stream: StreamInfo) throws {
        (self.socket, self.worker, self.kind) = (socket, worker, stream.kind)
        codec = stream.parameters.codecName
        let reply = try receive()
        if reply.status != .done { throw error(reply) }
    }

    var hasEnded: Bool { worker.hasEnded }

    func reset() { (resets, hasMore, isAtEnd, times) = (true, false, false, nil) }

    func nextFrame(skippingDamaged: Bool, _ packet: () throws -> Packet?) throws -> Frame? {
        while !isAtEnd {
            let (reply, slot, hasPacket) = try next(packet)
            hasMore = reply.hasMore == 1
            if reply.status == .frame { return try frame(reply, in: slot) }
            slots.give(back: slot)
            switch reply.status {
            case .again where hasPacket && !hasMore: break
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
        if !hasMore { frameCount = 0 }
        if let packet { try write(packet) }
        try releaseMemory()
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
        for time in [packet.pts, packet.dts].compactMap(\.self) {
            times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
        }
        if packets.map({ $0.bytes.count < packet.size }) ?? true {
            // Later packets may be a little larger.
            let (memory, descriptor) = try SharedMemory.create(size: max(64 << 10, packet.size * 2), for: .reading)
            try perform(DecoderRequest(.packetMemory), passing: descriptor)
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
        try perform(request, passing: descriptor)
        return slot
    }

    private static let maxFrameSize = Int64(AllocationLimit.bytes + 1 << 10)

    /// Removes memory that is no longer needed, on both sides.
    private func releaseMemory() throws {
        while let number = slots.takeReleased() {
            var request = DecoderRequest(.frameMemory)
            request.slot = number
            try perform(request)
        }
    }

    private func frame(_ reply: DecoderReply, in slot: FrameSlots.Slot?) throws -> Frame {
        frameCount += 1
        guard let slot, frameCount <= Self.maxFrameCount else { throw worker.end(.invalidMessage) }
        let frame = try reply.frame.frame(in: slot.memory.bytes, as: kind) { [slots] in slots.give(back: slot) }
        // Sums of times must not overflow, whatever the worker says.
        guard [frame.pts, frame.bestEffortPTS].compactMap(\.self).allSatisfy(isPlausible) else {
            throw worker.end(.invalidMessage)
        }
        return frame
    }

    private func isPlausible(_ time: Int64) -> Bool {
        guard let times else { return false }
        let first = times.lowerBound.subtractingReportingOverflow(Self.maxTimeDifference)
        let last = times.upperBound.addingReportingOverflow(Self.maxTimeDifference)
        return (first.overflow || time >= first.partialValue) && (last.overflow || time <= last.partialValue)
    }

    private func answer(to request: DecoderRequest, passing memory: OwnedDescriptor? = nil) throws -> DecoderReply {
        do throws(Errno) {
            // The worker reads each request before it replies.
            let isSent = try socket.send(request.bytes, descriptor: memory?.descriptor, waits: false)
            if !isSent { throw Errno.badMessage }
        } catch {
            throw error == .badMessage ? worker.end(.invalidMessage) : worker.failure()
        }
        return try receive()
    }

    /// Makes a request whose only result is that it is done.
    private func perform(_ request: DecoderRequest, passing memory: OwnedDescriptor? = nil) throws {
        let reply = try answer(to: request, passing: memory)
        if reply.status != .done { throw error(reply) }
    }

    private func receive() throws -> DecoderReply {
        guard worker.awaitAnswer(on: socket) else { throw worker.end(.hung) }
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

    private let state = Mutex((free: [Slot](), released: [Int64](), count: Int64(0)))

    /// The largest number of memories that are kept without a frame.
    private static let maxFree = 8

    /// Returns a memory without a frame, or nil if there is none.
    func take() -> Slot? { state.withLock { $0.free.popLast() } }

    /// Makes a memory available for another frame.
    func give(back slot: Slot?) {
        guard let slot else { return }
        state.withLock { state in
            if state.free.count < Self.maxFree { state.free.append(slot) } else { state.released.append(slot.number) }
        }
    }

    /// Returns the number of a memory that is no longer kept, once.
    func takeReleased() -> Int64? { state.withLock { $0.released.popLast() } }

    func newNumber() -> Int64 {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }
}
