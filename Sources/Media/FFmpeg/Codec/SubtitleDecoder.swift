internal import CFFmpeg
package import MediaTime

/// A decoder of one stream of text subtitles. Use it from one thread at a time.
package final class SubtitleDecoder {
    private let context: DecodingContext

    /// Opens a decoder.
    /// - Parameter timeBase: The time base of the packets.
    package init(_ parameters: CodecParameters, timeBase: Rational) throws(FFmpegError) {
        context = try DecodingContext.open(parameters, timeBase: timeBase)
    }

    /// Decodes a packet.
    /// - Returns: The subtitle events of the packet, each as a dialogue line of Advanced SubStation Alpha.
    package func events(of packet: Packet) throws(FFmpegError) -> [String] {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        let result = try packet.withReference { avcodec_decode_subtitle2(context.pointer, &subtitle, &isThere, $0) }
        defer { avsubtitle_free(&subtitle) }
        try FFmpegError.check(result, operation: "decode", subject: context.name)
        guard isThere != 0 else { return [] }
        return (0..<Int(subtitle.num_rects)).compactMap { place in
            subtitle.rects[place]?.pointee.ass.map { String(cString: $0) }
        }
    }
}
