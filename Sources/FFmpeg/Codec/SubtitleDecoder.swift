internal import CFFmpeg
package import MediaTime

/// Decodes the packets of one stream of text subtitles. Used from one thread at a time.
package final class SubtitleDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let name: String

    private init(context: UnsafeMutablePointer<AVCodecContext>, name: String) {
        self.context = context
        self.name = name
    }

    deinit {
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&owned)
    }

    /// Opens a decoder.
    /// - Parameter timeBase: that of the packets.
    package static func open(
        _ parameters: CodecParameters, timeBase: Rational
    ) throws(FFmpegError) -> SubtitleDecoder {
        let name = parameters.codecName
        guard let codec = avcodec_find_decoder(parameters.pointer.pointee.codec_id) else {
            throw FFmpegError(.decoderNotFound, operation: "decode", subject: name)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw FFmpegError(.outOfMemory, operation: "decode", subject: name)
        }
        let decoder = SubtitleDecoder(context: context, name: name)
        try FFmpegError.check(avcodec_parameters_to_context(context, parameters.pointer), "decode", name)
        context.pointee.pkt_timebase = AVRational(timeBase)
        try FFmpegError.check(avcodec_open2(context, codec, nil), "decode", name)
        return decoder
    }

    /// Decodes a packet.
    /// - Returns: The events that it shows, each in the form of a dialogue line of Advanced SubStation Alpha.
    package func events(of packet: Packet) throws(FFmpegError) -> [String] {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        let result = try packet.withReference { avcodec_decode_subtitle2(context, &subtitle, &isThere, $0) }
        defer { avsubtitle_free(&subtitle) }
        try FFmpegError.check(result, "decode", name)
        guard isThere != 0 else { return [] }
        return (0..<Int(subtitle.num_rects)).compactMap { place in
            subtitle.rects[place]?.pointee.ass.map { String(cString: $0) }
        }
    }
}
