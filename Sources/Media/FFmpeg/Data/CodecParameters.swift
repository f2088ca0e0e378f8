package import CFFmpeg

/// The coding parameters of a stream, which a decoder or a muxer needs before the first packet.
///
/// `@unchecked Sendable`: `owned` is the only way to change the parameters. Only initializers write to it, and `deinit`
/// frees it. All other code gets `pointer`, which is read-only.
package final class CodecParameters: @unchecked Sendable {
    private let owned: UnsafeMutablePointer<AVCodecParameters>

    package var pointer: UnsafePointer<AVCodecParameters> { UnsafePointer(owned) }

    /// Creates parameters and lets `fill` set them.
    init(
        _ fill: (UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) -> Void
    ) throws(FFmpegError) {
        guard let owned = avcodec_parameters_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "codec parameters")
        }
        self.owned = owned
        try fill(owned)
    }

    /// Creates a copy of `source`.
    package convenience init(copying source: UnsafePointer<AVCodecParameters>) throws(FFmpegError) {
        try self.init { parameters throws(FFmpegError) in
            try FFmpegError.check(
                avcodec_parameters_copy(parameters, source), operation: "copy", subject: "codec parameters")
        }
    }

    /// Creates a copy of the parameters of an open codec.
    convenience init(of context: UnsafePointer<AVCodecContext>) throws(FFmpegError) {
        try self.init { parameters throws(FFmpegError) in
            try FFmpegError.check(
                avcodec_parameters_from_context(parameters, context), operation: "copy", subject: "codec parameters")
        }
    }

    deinit {
        var freed: UnsafeMutablePointer<AVCodecParameters>? = owned
        avcodec_parameters_free(&freed)
    }

    /// Returns the parameters of 3GPP timed text.
    /// - Parameters:
    ///   - width: The width in pixels of the frames under the text.
    ///   - height: The height in pixels of the frames under the text.
    ///   - description: The contents of the sample entry.
    package static func timedText(width: Int, height: Int, description: [UInt8]) throws(FFmpegError) -> CodecParameters
    {
        try CodecParameters { parameters throws(FFmpegError) in
            parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            parameters.pointee.codec_id = AV_CODEC_ID_MOV_TEXT
            (parameters.pointee.width, parameters.pointee.height) = (Int32(clamping: width), Int32(clamping: height))
        }.with(extradata: description)
    }

    /// Returns the parameters of captions as plain text: SubRip in Matroska, WebVTT in WebM.
    package static func plainCaptions(isWebVTT: Bool) throws(FFmpegError) -> CodecParameters {
        try CodecParameters { parameters throws(FFmpegError) in
            parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            parameters.pointee.codec_id = isWebVTT ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_SUBRIP
        }
    }

    package var kind: MediaKind { MediaKind(pointer.pointee.codec_type) }
    /// The codec's name in FFmpeg, such as "h264" or "aac".
    package var codecName: String { String(cString: avcodec_get_name(pointer.pointee.codec_id)) }
    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }
    /// The sample rate in Hz.
    package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    /// The number of samples per channel in each packet; 0 if it varies or is unknown.
    package var frameSize: Int { Int(pointer.pointee.frame_size) }
    package var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }
    /// True if this is AAC with a header in each packet (ADTS), as in MPEG-TS.
    package var isADTS: Bool { pointer.pointee.codec_id == AV_CODEC_ID_AAC && pointer.pointee.extradata_size == 0 }
    /// True if this is VP9, which can have frames that are never shown.
    /// False if packets are frames as they are, in memory of this process or of a device.
    package var isCoded: Bool {
        ![AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_WRAPPED_AVFRAME].contains(pointer.pointee.codec_id)
    }

    package var isVP9: Bool { pointer.pointee.codec_id == AV_CODEC_ID_VP9 }
    package var sampleAspectRatio: (Int, Int) {
        let ratio = pointer.pointee.sample_aspect_ratio
        return ratio.num > 0 && ratio.den > 0 ? (Int(ratio.num), Int(ratio.den)) : (1, 1)
    }
}

extension CodecParameters {
    /// The codec's configuration, which a decoder needs before the first packet, in the container's format.
    package var extradata: [UInt8] {
        guard let data = pointer.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(pointer.pointee.extradata_size)))
    }

    /// Returns a copy with another `extradata`.
    package func with(extradata: [UInt8]) throws(FFmpegError) -> CodecParameters {
        try CodecParameters { copy throws(FFmpegError) in
            try FFmpegError.check(
                avcodec_parameters_copy(copy, pointer), operation: "copy", subject: "codec parameters")
            try Self.set(extradata, in: copy)
        }
    }

    static func set(
        _ extradata: [UInt8], in parameters: UnsafeMutablePointer<AVCodecParameters>
    ) throws(FFmpegError) {
        av_freep(&parameters.pointee.extradata)
        parameters.pointee.extradata_size = 0
        guard let data = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "codec parameters")
        }
        data.copyMemory(from: extradata, byteCount: extradata.count)
        parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
        parameters.pointee.extradata_size = Int32(extradata.count)
    }

    /// The bit rate in bits per second; 0 if unknown.
    package var bitRate: Int { Int(pointer.pointee.bit_rate) }
}

extension CodecParameters {
    /// A Boolean value that indicates whether FFmpeg has a decoder for the stream.
    package var hasDecoder: Bool { avcodec_find_decoder(pointer.pointee.codec_id) != nil }

    private var properties: Int32 { avcodec_descriptor_get(pointer.pointee.codec_id)?.pointee.props ?? 0 }

    /// A Boolean value that indicates whether the stream is subtitles.
    package var isSubtitle: Bool { pointer.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE }
    /// A Boolean value that indicates whether the stream is subtitles as text, not as bitmaps.
    package var isTextSubtitle: Bool { isSubtitle && properties & AV_CODEC_PROP_TEXT_SUB != 0 }
    /// A Boolean value that indicates whether the codec is for still images, such as JPEG.
    package var isOfImages: Bool {
        [AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG, AV_CODEC_ID_BMP, AV_CODEC_ID_GIF, AV_CODEC_ID_TIFF, AV_CODEC_ID_WEBP]
            .contains(pointer.pointee.codec_id)
    }

    /// The kind of stream in FFmpeg's naming: "video", "subtitle", "data".
    package var mediaName: String {
        av_get_media_type_string(pointer.pointee.codec_type).map { String(cString: $0) } ?? "unknown"
    }

    /// The codec's name in FFmpeg, or the file's four-character code if FFmpeg does not know the codec.
    package var codecLabel: String {
        let tag = pointer.pointee.codec_tag
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        let isKnown = pointer.pointee.codec_id != AV_CODEC_ID_NONE && pointer.pointee.codec_id != AV_CODEC_ID_BIN_DATA
        guard !isKnown, characters.allSatisfy({ (33...126).contains($0) }) else { return codecName }
        return String(decoding: characters, as: UTF8.self)
    }
}

/// The kind of media in a stream.
package enum MediaKind: String, Hashable, Sendable {
    case video, audio, other

    init(_ type: AVMediaType) {
        switch type {
        case AVMEDIA_TYPE_VIDEO: self = .video
        case AVMEDIA_TYPE_AUDIO: self = .audio
        default: self = .other
        }
    }
}
