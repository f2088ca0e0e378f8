internal import CFFmpeg
import MediaTime

/// The owner of an open FFmpeg decoder.
struct DecodingContext: ~Copyable {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    /// The name of the codec, for errors.
    let name: String

    private init(pointer: UnsafeMutablePointer<AVCodecContext>, name: String) {
        self.pointer = pointer
        self.name = name
    }

    deinit {
        var owned: UnsafeMutablePointer<AVCodecContext>? = pointer
        avcodec_free_context(&owned)
    }

    /// Opens the decoder of a stream.
    /// - Parameters:
    ///   - timeBase: The time base of the packets.
    ///   - configure: Sets fields before the decoder is opened.
    static func open(
        _ parameters: CodecParameters, timeBase: Rational, configure: (inout AVCodecContext) -> Void = { _ in }
    ) throws(FFmpegError) -> DecodingContext {
        let name = parameters.codecName
        guard let codec = avcodec_find_decoder(parameters.pointer.pointee.codec_id) else {
            throw FFmpegError(.decoderNotFound, operation: "decode", subject: name)
        }
        guard let pointer = avcodec_alloc_context3(codec) else {
            throw FFmpegError(.outOfMemory, operation: "decode", subject: name)
        }
        let context = DecodingContext(pointer: pointer, name: name)
        try FFmpegError.check(
            avcodec_parameters_to_context(pointer, parameters.pointer), operation: "decode", subject: name)
        pointer.pointee.pkt_timebase = AVRational(timeBase)
        configure(&pointer.pointee)
        try FFmpegError.check(avcodec_open2(pointer, codec, nil), operation: "decode", subject: name)
        return context
    }
}
