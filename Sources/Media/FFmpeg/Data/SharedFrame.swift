internal import CFFmpeg

/// The description of a decoded frame whose data is in memory that two processes share.
///
/// The process that decodes may be under the control of a movie. So `frame(in:as:onFree:)` checks every value, and finds
/// the planes by the format and the size alone. All values have 64 bits, so that nothing lies between them.
package struct SharedFrame: BitwiseCopyable, Sendable {
    private var format: Int64 = -1
    private var pts: Int64 = 0
    private var bestEffortPTS: Int64 = 0
    private var errors: Int64 = 0
    // Video.
    private var width: Int64 = 0
    private var height: Int64 = 0
    private var aspectNumerator: Int64 = 0
    private var aspectDenominator: Int64 = 0
    private var frameType: Int64 = 0
    private var colourRange: Int64 = 0
    private var matrix: Int64 = 0
    private var primaries: Int64 = 0
    private var transfer: Int64 = 0
    private var chromaLocation: Int64 = 0
    private var cropTop: Int64 = 0
    private var cropBottom: Int64 = 0
    private var cropLeft: Int64 = 0
    private var cropRight: Int64 = 0
    // Audio.
    private var sampleRate: Int64 = 0
    private var sampleCount: Int64 = 0
    private var channels: Int64 = 0
    /// The mask of the channels in FFmpeg's order, or 0 if their layout is unknown.
    private var channelMask: Int64 = 0

    /// The description of no frame.
    package init() {}

    /// Creates the description of a frame.
    package init(_ frame: Frame) {
        let source = frame.pointer.pointee
        format = Int64(source.format)
        (pts, bestEffortPTS) = (source.pts, source.best_effort_timestamp)
        errors = Int64(source.decode_error_flags)
        (width, height) = (Int64(source.width), Int64(source.height))
        (aspectNumerator, aspectDenominator) =
            (Int64(source.sample_aspect_ratio.num), Int64(source.sample_aspect_ratio.den))
        frameType = Int64(source.pict_type.rawValue)
        (colourRange, matrix) = (Int64(source.color_range.rawValue), Int64(source.colorspace.rawValue))
        (primaries, transfer) = (Int64(source.color_primaries.rawValue), Int64(source.color_trc.rawValue))
        chromaLocation = Int64(source.chroma_location.rawValue)
        (cropTop, cropBottom) = (Int64(clamping: source.crop_top), Int64(clamping: source.crop_bottom))
        (cropLeft, cropRight) = (Int64(clamping: source.crop_left), Int64(clamping: source.crop_right))
        (sampleRate, sampleCount) = (Int64(source.sample_rate), Int64(source.nb_samples))
        channels = Int64(source.ch_layout.nb_channels)
        let isNative = source.ch_layout.order == AV_CHANNEL_ORDER_NATIVE
        channelMask = isNative ? Int64(bitPattern: source.ch_layout.u.mask) : 0
    }

    private var isAudio: Bool { sampleCount > 0 }

    /// The alignment of the lines of a frame, in bytes, which FFmpeg's vector code expects.
    private static let alignment: Int32 = 64
    /// The bytes after the data, which vector code may read.
    private static let padding = 64
    private static let maxChannels: Int64 = 64

    /// The number of bytes of memory for the data.
    /// - Throws: `FFmpegError` (invalid data) if there is no such frame, or if it is too large.
    package var size: Int {
        get throws(FFmpegError) {
            let size =
                isAudio
                ? av_samples_get_buffer_size(
                    nil, try value(channels), try value(sampleCount), try sampleFormat, Self.alignment)
                : av_image_get_buffer_size(try pixelFormat, try value(width), try value(height), Self.alignment)
            guard size > 0, size <= AllocationLimit.bytes else { throw Self.invalid }
            return Int(size) + Self.padding
        }
    }

    private func value(_ number: Int64) throws(FFmpegError) -> Int32 {
        guard let value = Int32(exactly: number), value >= 0 else { throw Self.invalid }
        return value
    }

    private var pixelFormat: AVPixelFormat {
        get throws(FFmpegError) {
            let format = AVPixelFormat(try value(format))
            guard width > 0, height > 0, let description = av_pix_fmt_desc_get(format),
                description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
            else { throw Self.invalid }
            return format
        }
    }

    private var sampleFormat: AVSampleFormat {
        get throws(FFmpegError) {
            let format = AVSampleFormat(try value(format))
            guard sampleRate > 0, channels > 0, channels <= Self.maxChannels, av_get_bytes_per_sample(format) > 0 else {
                throw Self.invalid
            }
            return format
        }
    }

    private static var invalid: FFmpegError { FFmpegError(.invalidData, operation: "decode", subject: "a frame") }
}

extension SharedFrame {
    /// The pointers to the planes of a frame.
    private typealias Planes = [UnsafeMutablePointer<UInt8>?]

    /// Copies the data of the frame with this description.
    /// - Parameter memory: The memory, which has at least `size` bytes.
    package func write(_ frame: Frame, to memory: UnsafeMutableRawBufferPointer) throws(FFmpegError) {
        guard try size <= memory.count else { throw Self.invalid }
        let start = memory.assumingMemoryBound(to: UInt8.self).baseAddress
        if isAudio {
            var planes = try audioPlanes(start)
            let source = frame.pointer.pointee
            try FFmpegError.check(
                av_samples_copy(
                    &planes, source.extended_data, 0, 0, source.nb_samples, source.ch_layout.nb_channels,
                    try sampleFormat), operation: "copy", subject: "a frame")
        } else {
            var (planes, strides) = try videoPlanes(start)
            let (format, width, height) = (try pixelFormat, try value(width), try value(height))
            frame.withRawPlanes { data, sizes in
                var sources = (0..<4).map { data?[$0] }
                av_image_copy(&planes, &strides, &sources, sizes, format, width, height)
            }
        }
    }

    private func videoPlanes(
        _ start: UnsafeMutablePointer<UInt8>?
    ) throws(FFmpegError) -> (planes: Planes, strides: [Int32]) {
        var (planes, strides) = (Planes(repeating: nil, count: 4), [Int32](repeating: 0, count: 4))
        try FFmpegError.check(
            av_image_fill_arrays(
                &planes, &strides, start, try pixelFormat, try value(width), try value(height), Self.alignment),
            operation: "copy", subject: "a frame")
        return (planes, strides)
    }

    private func audioPlanes(_ start: UnsafeMutablePointer<UInt8>?) throws(FFmpegError) -> Planes {
        var planes = Planes(repeating: nil, count: Int(channels))
        var stride: Int32 = 0
        try FFmpegError.check(
            av_samples_fill_arrays(
                &planes, &stride, start, try value(channels), try value(sampleCount), try sampleFormat,
                Self.alignment), operation: "copy", subject: "a frame")
        return planes
    }
}

extension SharedFrame {
    /// An object that a frame keeps until it is freed.
    private final class Owner {
        let onFree: () -> Void
        init(_ onFree: @escaping () -> Void) { self.onFree = onFree }
        deinit { onFree() }
    }

    /// Creates the frame.
    /// - Parameters:
    ///   - memory: The data. It must exist, and nobody may write to it, until `onFree` is called.
    ///   - kind: The kind of media that is expected.
    ///   - onFree: Called on any thread after the last use of the memory, also after an error.
    /// - Throws: `FFmpegError` (invalid data) if the description is not that of a frame in the memory.
    package func frame(
        in memory: UnsafeMutableRawBufferPointer, as kind: MediaKind, onFree: @escaping @Sendable () -> Void
    ) throws(FFmpegError) -> Frame {
        let owner = Owner(onFree)
        guard kind == (isAudio ? .audio : .video), try size <= memory.count else { throw Self.invalid }
        return try Frame.make { frame throws(FFmpegError) in
            frame.pointee.format = try value(format)
            (frame.pointee.pts, frame.pointee.best_effort_timestamp) = (pts, bestEffortPTS)
            frame.pointee.decode_error_flags = Int32(clamping: errors)
            if isAudio { try setAudio(frame, memory: memory) } else { try setVideo(frame, memory: memory, owner) }
        }
    }

    /// Audio is short, so it is copied.
    private func setAudio(
        _ frame: UnsafeMutablePointer<AVFrame>, memory: UnsafeMutableRawBufferPointer
    ) throws(FFmpegError) {
        (frame.pointee.sample_rate, frame.pointee.nb_samples) = (try value(sampleRate), try value(sampleCount))
        try setLayout(&frame.pointee.ch_layout)
        try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "an audio frame")
        var planes = try audioPlanes(memory.assumingMemoryBound(to: UInt8.self).baseAddress)
        try FFmpegError.check(
            av_samples_copy(
                frame.pointee.extended_data, &planes, 0, 0, frame.pointee.nb_samples, try value(channels),
                try sampleFormat), operation: "copy", subject: "a frame")
    }

    private func setLayout(_ layout: inout AVChannelLayout) throws(FFmpegError) {
        guard channelMask != 0 else {
            (layout.order, layout.nb_channels) = (AV_CHANNEL_ORDER_UNSPEC, try value(channels))
            return
        }
        guard channelMask.nonzeroBitCount == Int(channels),
            av_channel_layout_from_mask(&layout, UInt64(bitPattern: channelMask)) == 0
        else { throw Self.invalid }
    }

    private func setVideo(
        _ frame: UnsafeMutablePointer<AVFrame>, memory: UnsafeMutableRawBufferPointer, _ owner: Owner
    ) throws(FFmpegError) {
        (frame.pointee.width, frame.pointee.height) = (try value(width), try value(height))
        frame.pointee.sample_aspect_ratio = AVRational(
            num: try value(aspectNumerator), den: try value(aspectDenominator))
        try setColours(frame)
        try setCropping(frame)
        let start = memory.assumingMemoryBound(to: UInt8.self).baseAddress
        let opaque = Unmanaged.passRetained(owner).toOpaque()
        frame.pointee.buf.0 = av_buffer_create(
            start, memory.count, { opaque, _ in opaque.map { Unmanaged<Owner>.fromOpaque($0).release() } }, opaque,
            AV_BUFFER_FLAG_READONLY)
        guard frame.pointee.buf.0 != nil else {
            Unmanaged<Owner>.fromOpaque(opaque).release()
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a frame")
        }
        let (planes, strides) = try videoPlanes(start)
        withUnsafeMutableBytes(of: &frame.pointee.data) { data in
            planes.withUnsafeBytes { data.copyMemory(from: $0) }
        }
        withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
            strides.withUnsafeBytes { sizes.copyMemory(from: $0) }
        }
    }

    private func setColours(_ frame: UnsafeMutablePointer<AVFrame>) throws(FFmpegError) {
        let values = [
            (colourRange, AVCOL_RANGE_NB.rawValue), (matrix, AVCOL_SPC_NB.rawValue),
            (primaries, AVCOL_PRI_NB.rawValue), (transfer, AVCOL_TRC_NB.rawValue),
            (chromaLocation, AVCHROMA_LOC_NB.rawValue), (frameType, AV_PICTURE_TYPE_BI.rawValue + 1),
        ]
        guard values.allSatisfy({ (0..<Int64($1)).contains($0) }) else { throw Self.invalid }
        frame.pointee.color_range = AVColorRange(UInt32(colourRange))
        frame.pointee.colorspace = AVColorSpace(UInt32(matrix))
        frame.pointee.color_primaries = AVColorPrimaries(UInt32(primaries))
        frame.pointee.color_trc = AVColorTransferCharacteristic(UInt32(transfer))
        frame.pointee.chroma_location = AVChromaLocation(UInt32(chromaLocation))
        frame.pointee.pict_type = .init(UInt32(frameType))
    }

    private func setCropping(_ frame: UnsafeMutablePointer<AVFrame>) throws(FFmpegError) {
        let rows = cropTop.addingReportingOverflow(cropBottom)
        let columns = cropLeft.addingReportingOverflow(cropRight)
        guard min(cropTop, cropBottom, cropLeft, cropRight) >= 0, !rows.overflow, rows.partialValue < height,
            !columns.overflow, columns.partialValue < width
        else { throw Self.invalid }
        (frame.pointee.crop_top, frame.pointee.crop_bottom) = (Int(cropTop), Int(cropBottom))
        (frame.pointee.crop_left, frame.pointee.crop_right) = (Int(cropLeft), Int(cropRight))
    }
}
