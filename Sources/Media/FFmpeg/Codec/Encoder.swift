internal import CFFmpeg
package import MediaTime

/// An encoder that makes the packets of one stream from frames. Use it from one thread at a time.
package final class Encoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let name: String

    /// The codec parameters of the stream, for the muxer.
    package let parameters: CodecParameters
    /// The time base of frames and packets: the length of a tick in seconds.
    package let timeBase: Rational
    /// The number of samples in each audio frame, except the last one; 0 if any number is accepted.
    package var frameSize: Int { Int(context.pointee.frame_size) }

    private init(
        context: UnsafeMutablePointer<AVCodecContext>, name: String, timeBase: Rational
    ) throws(FFmpegError) {
        self.context = context
        self.name = name
        self.timeBase = timeBase
        parameters = try CodecParameters(of: context)
    }

    deinit {
        var owned: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&owned)
    }

    /// Opens a video encoder without B-frames, with closed GOPs and limited range, unless `settings.colourModel` says
    /// otherwise.
    package static func video(_ settings: VideoEncoderSettings) throws(FFmpegError) -> Encoder {
        try open(settings.encoder, timeBase: settings.timeBase, options: settings.options) { context in
            context.width = Int32(settings.width)
            context.height = Int32(settings.height)
            context.pix_fmt = settings.pixelFormat.format
            context.sample_aspect_ratio = AVRational(num: 1, den: 1)
            if let rate = settings.frameRate { context.framerate = AVRational(rate) }
            context.gop_size = Int32(clamping: settings.keyframeInterval)
            context.max_b_frames = 0
            context.thread_count = Int32(clamping: settings.threads)
            context.bit_rate = Int64(settings.bitRate)
            context.color_range = AVCOL_RANGE_MPEG
            context.colorspace = settings.colours.matrix
            context.color_primaries = settings.colours.primaries
            context.color_trc = settings.colours.transfer
            guard let model = settings.colourModel?.pointer.pointee else { return }
            context.color_range = model.color_range
            context.colorspace = model.color_space
            context.color_primaries = model.color_primaries
            context.color_trc = model.color_trc
            context.chroma_sample_location = model.chroma_location
        }
    }

    /// Opens an encoder of single images. Each packet is a complete image file.
    static func image(_ format: ImageFormat, width: Int, height: Int) throws(FFmpegError) -> Encoder {
        // A quantizer of 3 keeps text sharp, at a third of the size of a PNG.
        let options = format == .jpeg ? ["qmin": "3", "qmax": "3"] : [:]
        return try open(format == .jpeg ? "mjpeg" : "png", timeBase: .oneOver(25), options: options) { context in
            (context.width, context.height) = (Int32(width), Int32(height))
            context.pix_fmt = format == .jpeg ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_RGB24
            context.color_range = AVCOL_RANGE_JPEG
            context.thread_count = 1
        }
    }

    /// Opens an audio encoder.
    package static func audio(_ settings: AudioEncoderSettings) throws(FFmpegError) -> Encoder {
        let timeBase = Rational.oneOver(Int32(settings.sampleRate))
        return try open(settings.codec.encoder, timeBase: timeBase, options: settings.options) { context in
            context.sample_rate = Int32(settings.sampleRate)
            context.sample_fmt = settings.codec == .aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16
            context.bit_rate = Int64(settings.bitRate)
            av_channel_layout_default(&context.ch_layout, Int32(settings.channels))
        }
    }

    private static func open(
        _ name: String, timeBase: Rational, options values: [String: String],
        configure: (inout AVCodecContext) -> Void
    ) throws(FFmpegError) -> Encoder {
        FFmpegLog.install()
        guard let codec = avcodec_find_encoder_by_name(name) else {
            throw FFmpegError(.encoderNotFound, operation: "encode with", subject: name)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw FFmpegError(.outOfMemory, operation: "encode with", subject: name)
        }
        do throws(FFmpegError) {
            context.pointee.time_base = AVRational(timeBase)
            context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
            configure(&context.pointee)
            var options = Options(values)
            try FFmpegError.check(
                avcodec_open2(context, codec, &options.pointer), operation: "encode with", subject: name)
            if let unknown = options.firstUnused {
                throw FFmpegError(.invalidData, operation: "set the option \(unknown) of", subject: name)
            }
        } catch {
            var owned: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&owned)
            throw error
        }
        return try Encoder(context: context, name: name, timeBase: timeBase)
    }

    /// Changes the bit rate and its limit, in bits per second, from the next frame on. Its buffer holds one second.
    ///
    /// libx264 looks at these values before each frame.
    package func setBitRate(_ rate: Int) {
        context.pointee.bit_rate = Int64(rate)
        context.pointee.rc_max_rate = Int64(rate)
        context.pointee.rc_buffer_size = Int32(clamping: rate)
    }

    /// The maximum absolute sample value: 24 dB above full scale. With far louder input the encoder writes garbage or
    /// never ends.
    private static let loudest: Float = 16

    /// Sends the next frame to the encoder, or nil at the end of the stream. Audio samples that are NaN become silence,
    /// and too loud samples are limited.
    /// - Returns: False if output must be received first.
    func send(_ frame: Frame?) throws(FFmpegError) -> Bool {
        let isAudio = context.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        if let frame, !matches(frame) {
            throw FFmpegError(.invalidData, operation: "encode with", subject: name)
        }
        let frame = isAudio ? try frame?.limited(to: Self.loudest) : frame
        let result = avcodec_send_frame(context, frame?.pointer)
        if result == replay_error(EAGAIN) { return false }
        try FFmpegError.check(result, operation: "encode with", subject: name)
        return true
    }

    /// Returns true if a frame has the format of the encoder, which would read beyond the planes of another one.
    private func matches(_ frame: Frame) -> Bool {
        let (wanted, found) = (context.pointee, frame.pointer.pointee)
        guard wanted.codec_type != AVMEDIA_TYPE_AUDIO else {
            return found.format == wanted.sample_fmt.rawValue && found.sample_rate == wanted.sample_rate
                && found.ch_layout.nb_channels == wanted.ch_layout.nb_channels
        }
        return (found.width, found.height) == (wanted.width, wanted.height)
            && Self.layout(of: AVPixelFormat(found.format)) == Self.layout(of: wanted.pix_fmt)
    }

    /// Returns the pixel format with the same planes for one of full range.
    private static func layout(of format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        default: format
        }
    }

    /// Receives the next packet.
    func receive() throws(FFmpegError) -> CodecOutput<Packet> {
        var result: Int32 = 0
        let packet = try Packet { result = avcodec_receive_packet(context, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, operation: "encode with", subject: name)
        return .next(packet)
    }

    /// Encodes a frame, or nil at the end, and returns the resulting packets.
    package func packets(of frame: Frame?) -> SendReceive<Packet> {
        SendReceive { () throws(FFmpegError) in
            try self.send(frame)
        } receive: { () throws(FFmpegError) in
            try self.receive()
        }
    }
}

extension VideoEncoderSettings.PixelFormat {
    fileprivate var format: AVPixelFormat {
        switch self {
        case .yuv420p: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .palette: AV_PIX_FMT_PAL8
        }
    }
}
