import Descriptors
import FFmpeg
import Files
import MediaTime

/// A decoder in a sandbox, which answers the requests of one user. Runs on its own thread.
final class DecoderServer {
    private let socket: PacketSocket
    private let order: DecoderOrder
    private let meter: DecodingMeter
    private var packets: SharedMemory?
    /// The memory for frames by its number.
    private var slots: [Int64: SharedMemory] = [:]
    /// The output that was received and is not sent yet.
    private var pending: Result<CodecOutput<Frame>, FFmpegError>?

    init(_ socket: PacketSocket, order: DecoderOrder, meter: DecodingMeter) {
        (self.socket, self.order, self.meter) = (socket, order, meter)
    }

    /// Answers requests until the user closes the socket or sends something else.
    func serve(_ stream: StreamInfo) {
        do throws(FFmpegError) {
            let decoder = try Decoder.open(
                stream.parameters, timeBase: order.timeBase, threads: order.threads, isCropped: order.isCropped)
            send(DecoderReply(.done))
            while let packet = receive(), let request = DecoderRequest(packet.bytes),
                let reply = reply(to: request, passed: packet.descriptor, decoder, stream)
            {
                send(reply)
            }
        } catch {
            send(DecoderReply(.failed, code: Int64(error.code.rawValue)))
        }
    }

    private func receive() -> PacketSocket.Packet? {
        // An error is the end of the user.
        try? socket.receive(maxLength: MemoryLayout<DecoderRequest>.size + 1, waits: true)
    }

    private func send(_ reply: DecoderReply) {
        // As above: the next call to `receive` ends the thread.
        _ = try? socket.send(reply.bytes, waits: true)
    }

    /// - Returns: Nil if the request makes no sense.
    private func reply(
        to request: DecoderRequest, passed: OwnedDescriptor?, _ decoder: Decoder, _ stream: StreamInfo
    ) -> DecoderReply? {
        switch request.kind {
        case .packetMemory:
            packets = nil
            do { packets = try passed.map { try SharedMemory($0, for: .reading) } } catch { return Self.noMemory }
        case .frameMemory:
            slots[request.slot] = nil
            do { slots[request.slot] = try passed.map { try SharedMemory($0, for: .writing) } } catch {
                return Self.noMemory
            }
        case .receive: return nextFrame(in: request.slot, decoder)
        case .decode:
            do throws(FFmpegError) {
                guard try decode(request, decoder, stream) else { return nil }
            } catch {
                var reply = DecoderReply(.refused, code: Int64(error.code.rawValue))
                reply.hasMore = findMore(decoder) ? 1 : 0
                return reply
            }
            return nextFrame(in: request.slot, decoder)
        case nil: return nil
        }
        return DecoderReply(.done)
    }

    /// The reply if memory cannot be mapped.
    private static var noMemory: DecoderReply {
        DecoderReply(.failed, code: Int64(FFmpegError.Code.outOfMemory.rawValue))
    }

    /// Sends the packet of a request to the decoder.
    /// - Returns: False if there is no such packet.
    private func decode(
        _ request: DecoderRequest, _ decoder: Decoder, _ stream: StreamInfo
    ) throws(FFmpegError) -> Bool {
        if request.resets == 1 {
            decoder.reset()
            pending = nil
        }
        guard request.size >= 0 else {
            _ = try decoder.send(nil)
            return true
        }
        guard let packets, request.size <= packets.bytes.count else { return false }
        var packet = try Packet(bytes: [UInt8](packets.bytes.prefix(Int(request.size))))
        request.stamp(&packet)
        let (ticks, base) = (Double(packet.duration), order.timeBase)
        let seconds = ticks * Double(base.numerator) / Double(base.denominator)
        meter.add(seconds, framePixels: Double(stream.parameters.width * stream.parameters.height))
        _ = try decoder.send(packet)
        return true
    }

    /// Copies the next frame into the memory with a number.
    private func nextFrame(in slot: Int64, _ decoder: Decoder) -> DecoderReply {
        do throws(FFmpegError) {
            let output = try take(decoder)
            guard case .next(let frame) = output else {
                if case .end = output { return DecoderReply(.end) }
                return DecoderReply(.again)
            }
            var reply = DecoderReply(.frame)
            reply.frame = SharedFrame(frame)
            let size = try reply.frame.size
            guard let memory = slots[slot], memory.bytes.count >= size else {
                pending = .success(output)
                return DecoderReply(.needsMemory, code: Int64(size))
            }
            try reply.frame.write(frame, to: memory.bytes)
            reply.hasMore = findMore(decoder) ? 1 : 0
            return reply
        } catch {
            return DecoderReply(.failed, code: Int64(error.code.rawValue))
        }
    }

    private func take(_ decoder: Decoder) throws(FFmpegError) -> CodecOutput<Frame> {
        guard let received = pending else { return try decoder.receive() }
        pending = nil
        return try received.get()
    }

    /// Returns true if the decoder has more output than the need for a packet.
    private func findMore(_ decoder: Decoder) -> Bool {
        let output = Result { () throws(FFmpegError) in try decoder.receive() }
        if case .success(.again) = output { return false }
        pending = output
        return true
    }
}
