internal import CFFmpeg

/// The coding of parameters for another process. Data beside the stream, such as a display matrix, is left out.
extension CodecParameters: Codable {
    /// The values in the order of FFmpeg's structure. The numbers are those of FFmpeg.
    fileprivate struct Values: Codable {
        var type: Int32
        var codec: UInt32
        var tag: UInt32
        var extradata: [UInt8]
        var format: Int32
        var bitRate: Int64
        var bitsPerCodedSample, bitsPerRawSample, profile, level, width, height: Int32
        var aspectNumerator, aspectDenominator: Int32
        var fieldOrder, colourRange, primaries, transfer, matrix, chromaLocation: UInt32
        var videoDelay: Int32
        var channelMask: UInt64
        var channels, sampleRate, blockAlign, frameSize, initialPadding, trailingPadding, seekPreroll: Int32
    }

    package func encode(to encoder: any Swift.Encoder) throws {
        let source = pointer.pointee
        let isNative = source.ch_layout.order == AV_CHANNEL_ORDER_NATIVE
        try Values(
            type: source.codec_type.rawValue, codec: source.codec_id.rawValue, tag: source.codec_tag,
            extradata: extradata, format: source.format, bitRate: source.bit_rate,
            bitsPerCodedSample: source.bits_per_coded_sample, bitsPerRawSample: source.bits_per_raw_sample,
            profile: source.profile, level: source.level, width: source.width, height: source.height,
            aspectNumerator: source.sample_aspect_ratio.num, aspectDenominator: source.sample_aspect_ratio.den,
            fieldOrder: source.field_order.rawValue, colourRange: source.color_range.rawValue,
            primaries: source.color_primaries.rawValue, transfer: source.color_trc.rawValue,
            matrix: source.color_space.rawValue, chromaLocation: source.chroma_location.rawValue,
            videoDelay: source.video_delay, channelMask: isNative ? source.ch_layout.u.mask : 0,
            channels: source.ch_layout.nb_channels, sampleRate: source.sample_rate, blockAlign: source.block_align,
            frameSize: source.frame_size, initialPadding: source.initial_padding,
            trailingPadding: source.trailing_padding, seekPreroll: source.seek_preroll
        ).encode(to: encoder)
    }

    /// Reads the parameters of a process that may be under the control of a movie.
    /// - Throws: `DecodingError` if a value is impossible.
    package convenience init(from decoder: any Swift.Decoder) throws {
        let values = try Values(from: decoder)
        guard values.isPossible else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "impossible parameters"))
        }
        try self.init { parameters throws(FFmpegError) in try values.set(parameters) }
    }
}

extension CodecParameters.Values {
    fileprivate var isPossible: Bool {
        let sizes = [width, height, aspectNumerator, aspectDenominator, videoDelay, channels, sampleRate]
        let lengths = [blockAlign, frameSize, initialPadding, trailingPadding, seekPreroll, bitsPerCodedSample]
        let colours = [
            (colourRange, AVCOL_RANGE_NB.rawValue), (primaries, AVCOL_PRI_NB.rawValue),
            (transfer, AVCOL_TRC_NB.rawValue), (matrix, AVCOL_SPC_NB.rawValue),
            (chromaLocation, AVCHROMA_LOC_NB.rawValue), (fieldOrder, AV_FIELD_BT.rawValue + 1),
        ]
        return (sizes + lengths).allSatisfy { $0 >= 0 } && max(width, height) <= 1 << 16 && channels <= 512
            && (channelMask == 0 || channelMask.nonzeroBitCount == Int(channels))
            && colours.allSatisfy { $0 < $1 } && bitRate >= 0 && bitsPerRawSample >= 0
            && extradata.count <= 16 << 20
            && (AVMEDIA_TYPE_UNKNOWN.rawValue..<AVMEDIA_TYPE_NB.rawValue).contains(type)
    }

    fileprivate func set(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
        try CodecParameters.set(extradata, in: parameters)
        setCodec(&parameters.pointee)
        setVideo(&parameters.pointee)
        setAudio(&parameters.pointee)
        if channelMask == 0 {
            parameters.pointee.ch_layout.nb_channels = channels
        } else {
            try FFmpegError.check(
                av_channel_layout_from_mask(&parameters.pointee.ch_layout, channelMask), operation: "read",
                subject: "codec parameters")
        }
    }

    private func setCodec(_ parameters: inout AVCodecParameters) {
        parameters.codec_type = AVMediaType(type)
        parameters.codec_id = AVCodecID(codec)
        (parameters.codec_tag, parameters.format, parameters.bit_rate) = (tag, format, bitRate)
        (parameters.bits_per_coded_sample, parameters.bits_per_raw_sample) = (bitsPerCodedSample, bitsPerRawSample)
        (parameters.profile, parameters.level) = (profile, level)
    }

    private func setVideo(_ parameters: inout AVCodecParameters) {
        (parameters.width, parameters.height) = (width, height)
        parameters.sample_aspect_ratio = AVRational(num: aspectNumerator, den: aspectDenominator)
        parameters.field_order = AVFieldOrder(fieldOrder)
        parameters.color_range = AVColorRange(colourRange)
        parameters.color_primaries = AVColorPrimaries(primaries)
        parameters.color_trc = AVColorTransferCharacteristic(transfer)
        parameters.color_space = AVColorSpace(matrix)
        parameters.chroma_location = AVChromaLocation(chromaLocation)
        parameters.video_delay = videoDelay
    }

    private func setAudio(_ parameters: inout AVCodecParameters) {
        (parameters.sample_rate, parameters.block_align, parameters.frame_size) = (sampleRate, blockAlign, frameSize)
        (parameters.initial_padding, parameters.trailing_padding) = (initialPadding, trailingPadding)
        parameters.seek_preroll = seekPreroll
    }
}
