internal import CFFmpeg
package import MediaTime

/// A decoder of the packets of one stream. Use it from one thread at a time.
package final class Decoder: PacketDecoder {
    private let context: DecodingContext

    private init(_ context: consuming DecodingContext) { self.context = context }

    /// Opens a decoder.
    /// - Parameters:
    ///   - timeBase: The time base of the packets, and so of the frames.
    ///   - threads: The number of decoding threads; 0 lets FFmpeg choose.
    ///   - isCropped: True to crop frames to the area that is shown, false to keep the whole coded area.
    ///   - maxPixels: The maximum frame size. Larger frames are refused before memory is allocated. Nil keeps FFmpeg's limit.
    package static func open(
        _ parameters: CodecParameters, timeBase: Rational, threads: Int = 1, isCropped: Bool = true,
        maxPixels: Int? = nil
    ) throws(FFmpegError) -> Decoder {
        Decoder(
            try DecodingContext.open(parameters, timeBase: timeBase) { context in
                context.thread_count = Int32(threads)
                // Without this flag, a frame that is cropped on its left is shown a few pixels beside its position.
                context.flags |= AV_CODEC_FLAG_UNALIGNED
                context.apply_cropping = isCropped ? 1 : 0
                if let maxPixels { context.max_pixels = Int64(maxPixels) }
            })
    }

    /// Sends the next packet to the decoder, or nil at the end of the stream.
    /// - Returns: False if output must be received first.
    package func send(_ packet: Packet?) throws(FFmpegError) -> Bool {
        let result = try Packet.withReference(to: packet) { avcodec_send_packet(context.pointer, $0) }
        if result == replay_error(EAGAIN) { return false }
        if result == replay_error_eof { return true }
        try FFmpegError.check(result, operation: "decode", subject: context.name)
        return true
    }

    /// Returns true if the packet can be decoded after the previous ones. Its frames are dropped.
    package func takes(_ packet: Packet) -> Bool {
        do throws(FFmpegError) {
            var frames = frames(of: packet)
            while try frames.next() != nil {}
            return true
        } catch {
            return false
        }
    }

    /// Receives the next frame.
    package func receive() throws(FFmpegError) -> CodecOutput<Frame> {
        var result: Int32 = 0
        let frame = try Frame.make { result = avcodec_receive_frame(context.pointer, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, operation: "decode", subject: context.name)
        return .next(frame)
    }

    /// Decodes a packet, or nil at the end, and returns the resulting frames.
    package func frames(of packet: Packet?) -> SendReceive<Frame> {
        SendReceive { () throws(FFmpegError) in
            try self.send(packet)
        } receive: { () throws(FFmpegError) in
            try self.receive()
        }
    }

    package func nextFrame(skippingDamaged: Bool, _ packet: () throws -> Packet?) throws -> Frame? {
        while true {
            switch try receive() {
            case .next(let frame): return frame
            case .end: return nil
            case .again:
                let packet = try packet()
                do throws(FFmpegError) {
                    _ = try send(packet)
                } catch {
                    guard skippingDamaged, packet != nil else { throw error }
                }
            }
        }
    }

    package let hasEnded = false

    package func reset() { avcodec_flush_buffers(context.pointer) }
}
