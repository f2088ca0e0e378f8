package import CFFmpeg

/// How a stream is coded: what a decoder or a muxer must know before the first packet.
///
/// `@unchecked Sendable`: `owned`, through which alone they could be changed, is written to by initializers only, and
/// freed by `deinit`; all others are given `pointer`, to read.
package final class CodecParameters: @unchecked Sendable {
    private let owned: UnsafeMutablePointer<AVCodecParameters>

    package var pointer: UnsafePointer<AVCodecParameters> { UnsafePointer(owned) }

    private init(
        _ fill: (UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) -> Void
    ) throws(FFmpegError) {
        guard let owned = avcodec_parameters_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "codec parameters")
        }
        self.owned = owned
        try fill(owned)
    }

    /// Copies `source`.
    package convenience init(copying source: UnsafePointer<AVCodecParameters>) throws(FFmpegError) {
        try self.init { parameters throws(FFmpegError) in
            try FFmpegError.check(avcodec_parameters_copy(parameters, source), "copy", "codec parameters")
        }
    }

    /// The parameters that an opened codec settled on.
    convenience init(of context: UnsafePointer<AVCodecContext>) throws(FFmpegError) {
        try self.init { parameters throws(FFmpegError) in
            try FFmpegError.check(avcodec_parameters_from_context(parameters, context), "copy", "codec parameters")
        }
    }

    deinit {
        var freed: UnsafeMutablePointer<AVCodecParameters>? = owned
        avcodec_parameters_free(&freed)
    }

    /// Those of 3GPP timed text.
    /// - Parameters:
    ///   - width: of the frames over which it is shown, in pixels.
    ///   - height: as `width`.
    ///   - description: what a sample entry holds.
    package static func timedText(width: Int, height: Int, description: [UInt8]) throws(FFmpegError) -> CodecParameters
    {
        try CodecParameters { parameters throws(FFmpegError) in
            parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            parameters.pointee.codec_id = AV_CODEC_ID_MOV_TEXT
            (parameters.pointee.width, parameters.pointee.height) = (Int32(clamping: width), Int32(clamping: height))
        }.with(extradata: description)
    }

    /// The parameters of captions as plain text: SubRip in Matroska, WebVTT in WebM.
    package static func plainCaptions(isWebVTT: Bool) throws(FFmpegError) -> CodecParameters {
        try CodecParameters { parameters throws(FFmpegError) in
            parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            parameters.pointee.codec_id = isWebVTT ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_SUBRIP
        }
    }

    package var kind: MediaKind { MediaKind(pointer.pointee.codec_type) }
    /// FFmpeg's name of the codec: "h264", "aac".
    package var codecName: String { String(cString: avcodec_get_name(pointer.pointee.codec_id)) }
    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }
    /// In Hz.
    package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    /// Samples of each channel in a packet; 0: not always as many, or nobody knows.
    package var frameSize: Int { Int(pointer.pointee.frame_size) }
    package var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }
    /// Whether this is AAC whose packets each carry a header of their own, as in MPEG-TS.
    package var isADTS: Bool { pointer.pointee.codec_id == AV_CODEC_ID_AAC && pointer.pointee.extradata_size == 0 }
    /// Whether this is VP9, some of whose frames are never shown.
    package var isVP9: Bool { pointer.pointee.codec_id == AV_CODEC_ID_VP9 }
    package var sampleAspectRatio: (Int, Int) {
        let ratio = pointer.pointee.sample_aspect_ratio
        return ratio.num > 0 && ratio.den > 0 ? (Int(ratio.num), Int(ratio.den)) : (1, 1)
    }
}

extension CodecParameters {
    /// What a decoder must have before the first packet, in the form that the container gave it.
    package var extradata: [UInt8] {
        guard let data = pointer.pointee.extradata else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(pointer.pointee.extradata_size)))
    }

    /// The same with another `extradata`.
    package func with(extradata: [UInt8]) throws(FFmpegError) -> CodecParameters {
        try CodecParameters { copy throws(FFmpegError) in
            try FFmpegError.check(avcodec_parameters_copy(copy, pointer), "copy", "codec parameters")
            av_freep(&copy.pointee.extradata)
            copy.pointee.extradata_size = 0
            guard let data = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
                throw FFmpegError(.outOfMemory, operation: "allocate", subject: "codec parameters")
            }
            data.copyMemory(from: extradata, byteCount: extradata.count)
            copy.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
            copy.pointee.extradata_size = Int32(extradata.count)
        }
    }

    /// In bits a second; 0 where unknown.
    package var bitRate: Int { Int(pointer.pointee.bit_rate) }
}

extension CodecParameters {
    /// A Boolean value that indicates whether there is a decoder.
    package var hasDecoder: Bool { avcodec_find_decoder(pointer.pointee.codec_id) != nil }

    private var properties: Int32 { avcodec_descriptor_get(pointer.pointee.codec_id)?.pointee.props ?? 0 }

    /// A Boolean value that indicates whether the stream is subtitles.
    package var isSubtitle: Bool { pointer.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE }
    /// A Boolean value that indicates whether the stream is subtitles in text, not in bitmaps.
    package var isTextSubtitle: Bool { isSubtitle && properties & AV_CODEC_PROP_TEXT_SUB != 0 }
    /// A Boolean value that indicates whether the codec is one of still images, such as JPEG.
    package var isOfImages: Bool {
        [AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG, AV_CODEC_ID_BMP, AV_CODEC_ID_GIF, AV_CODEC_ID_TIFF, AV_CODEC_ID_WEBP]
            .contains(pointer.pointee.codec_id)
    }

    /// The kind of stream as FFmpeg names it: "video", "subtitle", "data".
    package var mediaName: String {
        av_get_media_type_string(pointer.pointee.codec_type).map { String(cString: $0) } ?? "unknown"
    }

    /// FFmpeg's name of the codec, or the four characters that the file has instead of a codec that FFmpeg knows.
    package var codecLabel: String {
        let tag = pointer.pointee.codec_tag
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        let isKnown = pointer.pointee.codec_id != AV_CODEC_ID_NONE && pointer.pointee.codec_id != AV_CODEC_ID_BIN_DATA
        guard !isKnown, characters.allSatisfy({ (33...126).contains($0) }) else { return codecName }
        return String(decoding: characters, as: UTF8.self)
    }
}

/// What a stream carries.
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
