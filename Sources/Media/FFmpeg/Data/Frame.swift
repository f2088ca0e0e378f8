package import CFFmpeg
import Glibc

/// A decoded video frame or a block of decoded audio samples. It is immutable.
///
/// `@unchecked Sendable`: `owned` is the only way to change the frame. Only `fill` of `make` gets it, before any other
/// code has the frame, and `deinit` frees it. All other code gets `pointer`, which is read-only. Frames may share their
/// data: FFmpeg counts references atomically, and code that writes, such as a filter, first copies shared data. The
/// only exceptions are the frames of a `PixelBuffer`, whose data is overwritten.
package final class Frame: @unchecked Sendable {
    private let owned: UnsafeMutablePointer<AVFrame>

    package var pointer: UnsafePointer<AVFrame> { UnsafePointer(owned) }

    /// Takes ownership of `pointer`.
    private init(owning pointer: UnsafeMutablePointer<AVFrame>) { owned = pointer }

    /// Creates a frame and lets `fill` set up its new `AVFrame`.
    package static func make(
        _ fill: (UnsafeMutablePointer<AVFrame>) throws(FFmpegError) -> Void
    ) throws(FFmpegError) -> Frame {
        guard let pointer = av_frame_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "allocate", subject: "a frame")
        }
        let frame = Frame(owning: pointer)
        try fill(pointer)
        return frame
    }

    deinit {
        var freed: UnsafeMutablePointer<AVFrame>? = owned
        av_frame_free(&freed)
    }

    /// The presentation time in ticks of the source's time base.
    package var pts: Int64? { Ticks.optional(pointer.pointee.pts) }

    /// The decoder's best estimate of the presentation time, for packets with bad times. Otherwise equal to `pts`.
    package var bestEffortPTS: Int64? {
        Ticks.optional(pointer.pointee.best_effort_timestamp) ?? pts
    }

    /// True if the decoder found errors in the coded data and concealed them.
    package var hasErrors: Bool { pointer.pointee.decode_error_flags != 0 }

    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }
    package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    package var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }

    /// Returns a frame with the same, shared data and another presentation time.
    /// - Parameter isKeyframe: True to make the encoder code this frame as an IDR.
    package func stamped(pts: Int64, isKeyframe: Bool = false) throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), operation: "share", subject: "a frame")
            copy.pointee.pts = pts
            copy.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        }
    }
}

extension Frame {
    /// Returns the frame cropped to the area that is shown. The data is shared, not copied.
    package func cropped() throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), operation: "share", subject: "a frame")
            try FFmpegError.check(
                av_frame_apply_cropping(copy, Int32(AV_FRAME_CROP_UNALIGNED)), operation: "crop", subject: "a frame")
        }
    }
}

extension Frame {
    /// Creates a frame of planar 32-bit float samples.
    ///
    /// - Parameters:
    ///   - interleaved: The interleaved samples: one value per channel, for each instant.
    ///   - channels: The number of channels, in 1...8, in FFmpeg's default layout.
    ///   - sampleRate: The sample rate in Hz.
    ///   - pts: The presentation time in ticks of 1/sampleRate s.
    package static func audio(
        interleaved samples: UnsafeBufferPointer<Float>, channels: Int, sampleRate: Int, pts: Int64
    ) throws(FFmpegError) -> Frame {
        let count = samples.count / channels
        return try audio(channels: channels, count: count, sampleRate: sampleRate, pts: pts) { channel, plane in
            for index in 0..<count { plane[index] = samples[index * channels + channel] }
        }
    }

    /// Creates a frame of planar 32-bit float samples, in FFmpeg's default layout for the number of channels.
    /// - Parameters:
    ///   - count: The number of samples per channel.
    ///   - pts: The presentation time in ticks of 1/sampleRate s.
    ///   - fill: Sets the samples of a channel. It gets the index of the channel and its samples.
    package static func audio(
        channels: Int, count: Int, sampleRate: Int, pts: Int64, fill: (Int, UnsafeMutableBufferPointer<Float>) -> Void
    ) throws(FFmpegError) -> Frame {
        try make { frame throws(FFmpegError) in
            frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            frame.pointee.sample_rate = Int32(sampleRate)
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.pts = pts
            av_channel_layout_default(&frame.pointee.ch_layout, Int32(channels))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "an audio frame")
            for channel in 0..<channels {
                frame.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: count) {
                    fill(channel, UnsafeMutableBufferPointer(start: $0, count: count))
                }
            }
        }
    }

    /// The channel layout's name in FFmpeg, such as "stereo" or "5.1".
    package var channelLayoutName: String {
        var layout = pointer.pointee.ch_layout
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, av_channel_layout_describe(&layout, base, buffer.count) > 0 else {
                return "\(channelCount)c"
            }
            return String(cString: base)
        }
    }
}

extension Frame {
    /// True if this is audio as planar 32-bit floats, which can be read directly.
    package var isPlanarFloat: Bool { pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue }

    /// Calls `body` with the samples of a channel, which are valid only during the call. The format must be planar
    /// 32-bit floats.
    /// - Throws: ``FFmpegError`` (invalid data) for another format or if there is no such channel, and the errors of `body`.
    package func withSamples<Result>(
        ofChannel channel: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result
    ) throws -> Result {
        guard isPlanarFloat, channel < channelCount,
            let plane = pointer.pointee.extended_data[channel]
        else { throw FFmpegError(.invalidData, operation: "read", subject: "audio") }
        return try plane.withMemoryRebound(to: Float.self, capacity: sampleCount) {
            try body(UnsafeBufferPointer(start: $0, count: sampleCount))
        }
    }

    /// Returns a metadata value that a filter set on the frame, or nil if there is none of this name.
    package func metadata(_ name: String) -> String? {
        av_dict_get(pointer.pointee.metadata, name, nil, 0).map { String(cString: $0.pointee.value) }
    }

    /// Creates a frame of planar 32-bit float samples: one channel per plane, in FFmpeg's default layout.
    /// - Parameter pts: The presentation time in ticks of 1/sampleRate s.
    package static func audio(planes: [[Float]], sampleRate: Int, pts: Int64) throws(FFmpegError) -> Frame {
        let count = planes.first?.count ?? 0
        return try audio(channels: planes.count, count: count, sampleRate: sampleRate, pts: pts) {
            _ = $1.update(fromContentsOf: planes[$0])
        }
    }
}

extension Frame {
    /// Returns the samples of a range in the same format.
    /// - Parameter pts: The time of the first sample in ticks of 1/sampleRate s.
    package func slice(_ range: Range<Int>, pts: Int64) throws(FFmpegError) -> Frame {
        try audio(like: self, count: range.count, pts: pts) { copy in
            av_samples_copy(
                copy.pointee.extended_data, pointer.pointee.extended_data, 0, Int32(range.lowerBound),
                Int32(range.count), Int32(channelCount), AVSampleFormat(pointer.pointee.format))
        }
    }

    /// Returns the audio with each sample multiplied by the factor of the same index. Only for planar 32-bit floats.
    package func amplified(by factors: [Float]) throws(FFmpegError) -> Frame {
        guard isPlanarFloat, factors.count == sampleCount else {
            throw FFmpegError(.invalidData, operation: "amplify", subject: "audio")
        }
        let copy = try slice(0..<sampleCount, pts: pts ?? 0)
        for channel in 0..<channelCount {
            // The copy is not shared yet.
            copy.pointer.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: sampleCount) {
                for (place, factor) in factors.enumerated() { $0[place] *= factor }
            }
        }
        return copy
    }

    /// Returns the audio with the samples of another frame added from an index on. Only for planar 32-bit floats. A
    /// mono frame is added to every channel.
    package func adding(_ other: Frame, at place: Int) throws -> Frame {
        guard isPlanarFloat, other.isPlanarFloat, [1, channelCount].contains(other.channelCount),
            place >= 0, place + other.sampleCount <= sampleCount
        else { throw FFmpegError(.invalidData, operation: "mix", subject: "audio") }
        let copy = try slice(0..<sampleCount, pts: pts ?? 0)
        for channel in 0..<channelCount {
            try other.withSamples(ofChannel: min(channel, other.channelCount - 1)) { added in
                // The copy is not shared yet.
                copy.pointer.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: sampleCount) {
                    for (index, sample) in added.enumerated() { $0[place + index] += sample }
                }
            }
        }
        return copy
    }

    /// Returns mono audio as stereo, with the same samples in both channels. Only for planar 32-bit floats.
    package func widened() throws -> Frame {
        guard channelCount == 1 else { throw FFmpegError(.invalidData, operation: "widen", subject: "audio") }
        return try withSamples(ofChannel: 0) { samples in
            try .audio(channels: 2, count: sampleCount, sampleRate: sampleRate, pts: pts ?? 0) {
                _ = $1.update(fromContentsOf: samples)
            }
        }
    }

    /// Returns silence in the same format.
    package func silence(_ count: Int, pts: Int64) throws(FFmpegError) -> Frame {
        try audio(like: self, count: count, pts: pts) { copy in
            av_samples_set_silence(
                copy.pointee.extended_data, 0, Int32(count), Int32(channelCount),
                AVSampleFormat(pointer.pointee.format))
        }
    }

    private func audio(
        like model: Frame, count: Int, pts: Int64, fill: (UnsafeMutablePointer<AVFrame>) -> Int32
    ) throws(FFmpegError) -> Frame {
        try Frame.make { frame throws(FFmpegError) in
            frame.pointee.format = model.pointer.pointee.format
            frame.pointee.sample_rate = model.pointer.pointee.sample_rate
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.pts = pts
            var layout = model.pointer.pointee.ch_layout
            try FFmpegError.check(
                av_channel_layout_copy(&frame.pointee.ch_layout, &layout), operation: "cut", subject: "audio")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "an audio frame")
            try FFmpegError.check(fill(frame), operation: "cut", subject: "audio")
        }
    }
}

extension Frame {
    /// True if luma values are in 0...255 (full range), as in JPEG, not in 16...235 (limited range), as in most video.
    package var hasFullRange: Bool {
        let values = pointer.pointee
        guard values.color_range == AVCOL_RANGE_UNSPECIFIED else { return values.color_range == AVCOL_RANGE_JPEG }
        let full = [
            AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ444P,
        ]
        return full.map(\.rawValue).contains(values.format)
    }

    /// Returns a frame with the same, shared data, tagged with these colours in limited range.
    package func tagged(_ colours: ColourSpace) throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), operation: "share", subject: "a frame")
            copy.pointee.color_range = AVCOL_RANGE_MPEG
            copy.pointee.colorspace = colours.matrix
            copy.pointee.color_primaries = colours.primaries
            copy.pointee.color_trc = colours.transfer
        }
    }
}

extension Frame {
    /// Returns the frame with an opaque image drawn over it. Both must be planar 4:2:0.
    /// - Parameters:
    ///   - x: The distance from the left edge in pixels, even. The image must lie within this frame.
    ///   - y: The distance from the upper edge in pixels, even.
    package func covered(by image: Frame, x: Int, y: Int) throws(FFmpegError) -> Frame {
        let (lower, upper) = (pointer.pointee, image.pointer.pointee)
        guard lower.format == AV_PIX_FMT_YUV420P.rawValue, upper.format == lower.format, x >= 0, y >= 0,
            x + image.width <= width, y + image.height <= height
        else { throw FFmpegError(.invalidData, operation: "place", subject: "a frame") }
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (lower.format, lower.width, lower.height)
            try FFmpegError.check(av_frame_copy_props(frame, pointer), operation: "place", subject: "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), operation: "allocate", subject: "a frame")
            try FFmpegError.check(av_frame_copy(frame, pointer), operation: "copy", subject: "a frame")
            let canvas = frame.pointee
            Self.copy(
                upper.data.0, stride: upper.linesize.0, canvas: canvas.data.0, canvasStride: canvas.linesize.0, x: x,
                y: y, width: upper.width, height: upper.height)
            let (width, height) = ((upper.width + 1) / 2, (upper.height + 1) / 2)
            Self.copy(
                upper.data.1, stride: upper.linesize.1, canvas: canvas.data.1, canvasStride: canvas.linesize.1,
                x: x / 2, y: y / 2, width: width, height: height)
            Self.copy(
                upper.data.2, stride: upper.linesize.2, canvas: canvas.data.2, canvasStride: canvas.linesize.2,
                x: x / 2, y: y / 2, width: width, height: height)
        }
    }

    private static func copy(
        _ plane: UnsafeMutablePointer<UInt8>?, stride: Int32, canvas: UnsafeMutablePointer<UInt8>?,
        canvasStride: Int32, x: Int, y: Int, width: Int32, height: Int32
    ) {
        guard let plane, let canvas else { return }
        av_image_copy_plane(canvas + y * Int(canvasStride) + x, canvasStride, plane, stride, width, height)
    }
}

extension Frame {
    /// Returns the similarity of two frames: the peak signal-to-noise ratio in dB over all planes of 8-bit 4:2:0. The
    /// maximum is 100, which identical frames have.
    /// - Returns: Nil if the sizes or formats differ, or if the format is not 8-bit planar 4:2:0.
    package func signalToNoise(of other: Frame) -> Double? {
        let (mine, theirs) = (pointer.pointee, other.pointer.pointee)
        guard mine.format == theirs.format, mine.format == AV_PIX_FMT_YUV420P.rawValue, width == other.width,
            height == other.height
        else { return nil }
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let error =
            Self.error(
                mine.data.0, firstStride: mine.linesize.0, second: theirs.data.0, secondStride: theirs.linesize.0,
                width: width, height: height)
            + Self.error(
                mine.data.1, firstStride: mine.linesize.1, second: theirs.data.1, secondStride: theirs.linesize.1,
                width: halfWidth, height: halfHeight)
            + Self.error(
                mine.data.2, firstStride: mine.linesize.2, second: theirs.data.2, secondStride: theirs.linesize.2,
                width: halfWidth, height: halfHeight)
        let count = Double(width * height + 2 * halfWidth * halfHeight)
        return error == 0 ? 100 : min(100, 10 * log10(255 * 255 * count / Double(error)))
    }

    private static func error(
        _ first: UnsafeMutablePointer<UInt8>?, firstStride: Int32, second: UnsafeMutablePointer<UInt8>?,
        secondStride: Int32, width: Int, height: Int
    ) -> Int {
        guard let first, let second else { return 0 }
        var sum = 0
        for row in 0..<height {
            let (left, right) = (first + row * Int(firstStride), second + row * Int(secondStride))
            var rowSum: Int32 = 0
            // A row of 16,384 pixels still fits: 255² * 16,384 is below 2³¹.
            for column in 0..<width {
                let difference = Int32(left[column]) - Int32(right[column])
                rowSum &+= difference &* difference
            }
            sum += Int(rowSum)
        }
        return sum
    }
}

extension Frame {
    /// Returns the audio with all samples limited to ±`peak` and NaN replaced by 0, as planar 32-bit floats. Returns
    /// the same frame if nothing changes.
    func limited(to peak: Float) throws(FFmpegError) -> Frame {
        let planes = samplePlanes
        // Magnitudes sort like their bit patterns, with NaN above all numbers, and comparing integers is faster.
        let loudest = planes.lazy.map { $0.reduce(0) { max($0, $1.magnitude.bitPattern) } }.max() ?? 0
        guard loudest > peak.bitPattern else { return self }
        let limited = planes.map { $0.map { $0.isNaN ? 0 : min(max($0, -peak), peak) } }
        return try Frame.audio(planes: limited, sampleRate: sampleRate, pts: pts ?? 0)
    }

    private var samplePlanes: [UnsafeBufferPointer<Float>] {
        guard isPlanarFloat else { return [] }
        return (0..<channelCount).compactMap { channel in
            guard let plane = pointer.pointee.extended_data[channel] else { return nil }
            let samples = UnsafeRawPointer(plane).assumingMemoryBound(to: Float.self)
            return UnsafeBufferPointer(start: samples, count: sampleCount)
        }
    }
}
