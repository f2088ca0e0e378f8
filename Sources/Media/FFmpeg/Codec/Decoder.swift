internal import CFFmpeg
package import MediaTime

/// Decodes the packets of one stream. Used from one thread at a time.
package final class Decoder {
    private let context: DecodingContext

    private init(_ context: consuming DecodingContext) { self.context = context }

    /// Opens a decoder.
    /// - Parameters:
    ///   - timeBase: The time base of the packets; frames come in it too.
    ///   - threads: The number of threads that may decode; 0 lets FFmpeg choose.
    ///   - isCropped: False: frames come with all that is coded, beyond what is shown.
    ///   - maxPixels: A larger frame is refused before there is memory for it; nil: FFmpeg's own limit.
    package static func open(
        _ parameters: CodecParameters, timeBase: Rational, threads: Int = 1, isCropped: Bool = true,
        maxPixels: Int? = nil
    ) throws(FFmpegError) -> Decoder {
        Decoder(
            try DecodingContext.open(parameters, timeBase: timeBase) { context in
                context.thread_count = Int32(threads)
                // Else a frame that is cropped on its left is shown a few pixels beside its place.
                context.flags |= AV_CODEC_FLAG_UNALIGNED
                context.apply_cropping = isCropped ? 1 : 0
                if let maxPixels { context.max_pixels = Int64(maxPixels) }
            })
    }

    /// Gives the next packet, or nil for the end of the stream.
    /// - Returns: false where its output must be taken first.
    private func send(_ packet: Packet?) throws(FFmpegError) -> Bool {
        let result = try Packet.withReference(to: packet) { avcodec_send_packet(context.pointer, $0) }
        if result == replay_error(EAGAIN) { return false }
        if result == replay_error_eof { return true }
        try FFmpegError.check(result, "decode", context.name)
        return true
    }

    /// Returns true if a packet can be decoded after those that were given before. Its frames are dropped.
    package func takes(_ packet: Packet) -> Bool {
        do throws(FFmpegError) {
            var frames = frames(of: packet)
            while try frames.next() != nil {}
            return true
        } catch {
            return false
        }
    }

    /// Takes the next frame.
    private func receive() throws(FFmpegError) -> CodecOutput<Frame> {
        var result: Int32 = 0
        let frame = try Frame.make { result = avcodec_receive_frame(context.pointer, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, "decode", context.name)
        return .next(frame)
    }

    /// Decodes a packet, or nil for the end: every frame that comes of it.
    package func frames(of packet: Packet?) -> SendReceive<Frame> {
        SendReceive { () throws(FFmpegError) in
            try self.send(packet)
        } receive: { () throws(FFmpegError) in
            try self.receive()
        }
    }

    /// The next frame, or nil after the last.
    /// - Parameters:
    ///   - skippingDamaged: whether a packet that cannot be decoded costs its own frames alone, and is no error.
    ///   - packet: gives the next packet, or nil at the end; called only where a frame needs it.
    /// - Throws: `FFmpegError`, and what `packet` throws.
    package func nextFrame(skippingDamaged: Bool = false, _ packet: () throws -> Packet?) throws -> Frame? {
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

    /// Forgets what it holds, after a seek or after the end.
    package func reset() { avcodec_flush_buffers(context.pointer) }
}
