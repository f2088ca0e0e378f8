internal import CFFmpeg

/// A parser that reads properties of frames from their packets without decoding. Use it from one thread at a time.
package final class PacketParser {
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private let context: UnsafeMutablePointer<AVCodecContext>

    private init(
        _ parser: UnsafeMutablePointer<AVCodecParserContext>, context: UnsafeMutablePointer<AVCodecContext>
    ) {
        (self.parser, self.context) = (parser, context)
    }

    deinit {
        av_parser_close(parser)
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&owned)
    }

    /// Opens a parser.
    /// - Returns: The parser, or nil if FFmpeg cannot parse the codec.
    package static func open(_ parameters: CodecParameters) throws(FFmpegError) -> PacketParser? {
        guard let parser = av_parser_init(Int32(parameters.pointer.pointee.codec_id.rawValue)) else { return nil }
        parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        guard let context = avcodec_alloc_context3(nil) else {
            av_parser_close(parser)
            throw FFmpegError(.outOfMemory, operation: "parse", subject: parameters.codecName)
        }
        let made = PacketParser(parser, context: context)
        try FFmpegError.check(
            avcodec_parameters_to_context(context, parameters.pointer), operation: "parse",
            subject: parameters.codecName)
        return made
    }

    /// Returns the display size of a packet's frame in pixels, or nil if the packet does not contain it.
    package func size(of packet: Packet) -> (width: Int, height: Int)? {
        parse(packet)
        guard parser.pointee.width > 0, parser.pointee.height > 0 else { return nil }
        return (Int(parser.pointee.width), Int(parser.pointee.height))
    }

    /// Returns the position of a packet's frame in display order, counted from the last IDR. Valid for H.264 and HEVC.
    package func order(of packet: Packet) -> Int {
        parse(packet)
        return Int(replay_frame_order(parser))
    }

    private func parse(_ packet: Packet) {
        packet.withBytes { bytes in
            var output: UnsafeMutablePointer<UInt8>?
            var count: Int32 = 0
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            av_parser_parse2(parser, context, &output, &count, start, Int32(clamping: bytes.count), 0, 0, 0)
        }
    }
}
