package import CFFmpeg
import Glibc

/// One decoded frame or one run of decoded samples; never changed once made.
///
/// `@unchecked Sendable`: `owned`, through which alone it could be changed, is given to `make`’s `fill` before anybody has
/// the frame, and freed by `deinit`; all others are given `pointer`, to read. Frames may share their data: FFmpeg counts
/// that by atomics, and whoever writes there, such as a filter, copies it first where it is shared. The one exception are
/// the frames of a `PixelBuffer`, whose data is painted over.
package final class Frame: @unchecked Sendable {
    private let owned: UnsafeMutablePointer<AVFrame>

    package var pointer: UnsafePointer<AVFrame> { UnsafePointer(owned) }

    /// Takes over `pointer`.
    private init(owning pointer: UnsafeMutablePointer<AVFrame>) { owned = pointer }

    /// Makes a frame from what `fill` puts into a fresh `AVFrame`.
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

    /// Presentation time in ticks of the time base of its source.
    package var pts: Int64? { Ticks.optional(pointer.pointee.pts) }

    /// The best guess of the decoder where packets carry poor times; equals `pts` elsewhere.
    package var bestEffortPTS: Int64? {
        Ticks.optional(pointer.pointee.best_effort_timestamp) ?? pts
    }

    /// Whether the decoder found errors in what it was made of, and guessed the rest.
    package var hasErrors: Bool { pointer.pointee.decode_error_flags != 0 }

    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }
    package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    package var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }

    /// The same data at another time; the data itself is shared, not copied.
    /// - Parameter isKeyframe: asks the encoder to make an IDR of this frame.
    package func stamped(pts: Int64, isKeyframe: Bool = false) throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), "share", "a frame")
            copy.pointee.pts = pts
            copy.pointee.pict_type = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        }
    }
}

extension Frame {
    /// What of the frame is shown; the data is shared, not copied.
    package func cropped() throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), "share", "a frame")
            try FFmpegError.check(
                av_frame_apply_cropping(copy, Int32(AV_FRAME_CROP_UNALIGNED)), "crop", "a frame")
        }
    }
}

extension Frame {
    /// Makes a frame of planar 32-bit float samples.
    ///
    /// - Parameters:
    ///   - interleaved: `sampleCount * channels` samples, channel after channel within each sample.
    ///   - channels: 1...8, laid out as FFmpeg's default layout of that many channels.
    ///   - sampleRate: in Hz.
    ///   - pts: in ticks of 1/sampleRate.
    package static func audio(
        interleaved samples: UnsafeBufferPointer<Float>, channels: Int, sampleRate: Int, pts: Int64
    ) throws(FFmpegError) -> Frame {
        let count = samples.count / channels
        return try audio(channels: channels, count: count, sampleRate: sampleRate, pts: pts) { channel, plane in
            for index in 0..<count { plane[index] = samples[index * channels + channel] }
        }
    }

    /// Makes a frame of planar 32-bit float samples, in FFmpeg's default layout of so many channels.
    /// - Parameters:
    ///   - count: samples of each channel.
    ///   - pts: in ticks of 1/sampleRate.
    ///   - fill: called with the place of each channel and its samples, to be set.
    package static func audio(
        channels: Int, count: Int, sampleRate: Int, pts: Int64, fill: (Int, UnsafeMutableBufferPointer<Float>) -> Void
    ) throws(FFmpegError) -> Frame {
        try make { frame throws(FFmpegError) in
            frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            frame.pointee.sample_rate = Int32(sampleRate)
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.pts = pts
            av_channel_layout_default(&frame.pointee.ch_layout, Int32(channels))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "an audio frame")
            for channel in 0..<channels {
                frame.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: count) {
                    fill(channel, UnsafeMutableBufferPointer(start: $0, count: count))
                }
            }
        }
    }

    /// FFmpeg's name of the channel layout: "stereo", "5.1".
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
    /// Whether it is audio in planar 32-bit floats, which can be read as it is.
    package var isPlanarFloat: Bool { pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue }

    /// The samples of a channel, of audio in planar 32-bit floats, as long as `body` runs.
    /// - Throws: for audio in another format, and for a channel that is not there.
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

    /// What a filter noted of the frame; nil: nothing of this name.
    package func metadata(_ name: String) -> String? {
        av_dict_get(pointer.pointee.metadata, name, nil, 0).map { String(cString: $0.pointee.value) }
    }

    /// Audio in planar 32-bit floats: as many channels as there are planes, in FFmpeg's default layout of that many.
    /// - Parameter pts: in ticks of the sample rate.
    package static func audio(planes: [[Float]], sampleRate: Int, pts: Int64) throws(FFmpegError) -> Frame {
        let count = planes.first?.count ?? 0
        return try audio(channels: planes.count, count: count, sampleRate: sampleRate, pts: pts) {
            _ = $1.update(fromContentsOf: planes[$0])
        }
    }
}

extension Frame {
    /// The samples of a range, in the same format.
    /// - Parameter pts: the time of the first, in ticks of the sample rate.
    package func slice(_ range: Range<Int>, pts: Int64) throws(FFmpegError) -> Frame {
        try audio(like: self, count: range.count, pts: pts) { copy in
            av_samples_copy(
                copy.pointee.extended_data, pointer.pointee.extended_data, 0, Int32(range.lowerBound),
                Int32(range.count), Int32(channelCount), AVSampleFormat(pointer.pointee.format))
        }
    }

    /// Each sample multiplied by the factor of its place; planar 32-bit floats alone.
    package func amplified(by factors: [Float]) throws(FFmpegError) -> Frame {
        guard isPlanarFloat, factors.count == sampleCount else {
            throw FFmpegError(.invalidData, operation: "amplify", subject: "audio")
        }
        let copy = try slice(0..<sampleCount, pts: pts ?? 0)
        for channel in 0..<channelCount {
            // Nobody else has the copy yet.
            copy.pointer.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: sampleCount) {
                for (place, factor) in factors.enumerated() { $0[place] *= factor }
            }
        }
        return copy
    }

    /// The samples of another frame added to these, from that place on; planar 32-bit floats alone. What is mono is added to each
    /// channel.
    package func adding(_ other: Frame, at place: Int) throws -> Frame {
        guard isPlanarFloat, other.isPlanarFloat, [1, channelCount].contains(other.channelCount),
            place >= 0, place + other.sampleCount <= sampleCount
        else { throw FFmpegError(.invalidData, operation: "mix", subject: "audio") }
        let copy = try slice(0..<sampleCount, pts: pts ?? 0)
        for channel in 0..<channelCount {
            try other.withSamples(ofChannel: min(channel, other.channelCount - 1)) { added in
                // Nobody else has the copy yet.
                copy.pointer.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: sampleCount) {
                    for (index, sample) in added.enumerated() { $0[place + index] += sample }
                }
            }
        }
        return copy
    }

    /// Mono in stereo, each channel as loud as the one; planar 32-bit floats alone.
    package func widened() throws -> Frame {
        guard channelCount == 1 else { throw FFmpegError(.invalidData, operation: "widen", subject: "audio") }
        return try withSamples(ofChannel: 0) { samples in
            try .audio(channels: 2, count: sampleCount, sampleRate: sampleRate, pts: pts ?? 0) {
                _ = $1.update(fromContentsOf: samples)
            }
        }
    }

    /// Silence in the same format.
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
            try FFmpegError.check(av_channel_layout_copy(&frame.pointee.ch_layout, &layout), "cut", "audio")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "an audio frame")
            try FFmpegError.check(fill(frame), "cut", "audio")
        }
    }
}

extension Frame {
    /// Whether values go from 0 to 255, as in frames, and not from 16 to 235, as in movies.
    package var hasFullRange: Bool {
        let values = pointer.pointee
        guard values.color_range == AVCOL_RANGE_UNSPECIFIED else { return values.color_range == AVCOL_RANGE_JPEG }
        let full = [
            AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ444P,
        ]
        return full.map(\.rawValue).contains(values.format)
    }

    /// The same data with the colours that it is known to have, in limited range.
    package func tagged(_ colours: ColourSpace) throws(FFmpegError) -> Frame {
        try Frame.make { copy throws(FFmpegError) in
            try FFmpegError.check(av_frame_ref(copy, self.pointer), "share", "a frame")
            copy.pointee.color_range = AVCOL_RANGE_MPEG
            copy.pointee.colorspace = colours.matrix
            copy.pointee.color_primaries = colours.primaries
            copy.pointee.color_trc = colours.transfer
        }
    }
}

extension Frame {
    /// The frame with another one over it. Both are planar 4:2:0.
    /// - Parameters:
    ///   - x: from the left edge, in pixels, even; the other frame must lie within this one.
    ///   - y: from the upper edge.
    package func covered(by image: Frame, x: Int, y: Int) throws(FFmpegError) -> Frame {
        let (lower, upper) = (pointer.pointee, image.pointer.pointee)
        guard lower.format == AV_PIX_FMT_YUV420P.rawValue, upper.format == lower.format, x >= 0, y >= 0,
            x + image.width <= width, y + image.height <= height
        else { throw FFmpegError(.invalidData, operation: "place", subject: "a frame") }
        return try Frame.make { frame throws(FFmpegError) in
            (frame.pointee.format, frame.pointee.width, frame.pointee.height) =
                (lower.format, lower.width, lower.height)
            try FFmpegError.check(av_frame_copy_props(frame, pointer), "place", "a frame")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "a frame")
            try FFmpegError.check(av_frame_copy(frame, pointer), "copy", "a frame")
            let canvas = frame.pointee
            Self.copy(upper.data.0, upper.linesize.0, canvas.data.0, canvas.linesize.0, x, y, upper.width, upper.height)
            let (width, height) = ((upper.width + 1) / 2, (upper.height + 1) / 2)
            Self.copy(upper.data.1, upper.linesize.1, canvas.data.1, canvas.linesize.1, x / 2, y / 2, width, height)
            Self.copy(upper.data.2, upper.linesize.2, canvas.data.2, canvas.linesize.2, x / 2, y / 2, width, height)
        }
    }

    private static func copy(
        _ plane: UnsafeMutablePointer<UInt8>?, _ stride: Int32, _ canvas: UnsafeMutablePointer<UInt8>?,
        _ canvasStride: Int32, _ x: Int, _ y: Int, _ width: Int32, _ height: Int32
    ) {
        guard let plane, let canvas else { return }
        av_image_copy_plane(canvas + y * Int(canvasStride) + x, canvasStride, plane, stride, width, height)
    }
}

extension Frame {
    /// How much like another frame this one is: its peak signal-to-noise ratio in dB, over all planes of 8-bit 4:2:0,
    /// at most 100, which is also what frames have that are the same.
    /// - Returns: nil where size or format differ, or the format is another.
    package func signalToNoise(of other: Frame) -> Double? {
        let (mine, theirs) = (pointer.pointee, other.pointer.pointee)
        guard mine.format == theirs.format, mine.format == AV_PIX_FMT_YUV420P.rawValue, width == other.width,
            height == other.height
        else { return nil }
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let error =
            Self.error(mine.data.0, mine.linesize.0, theirs.data.0, theirs.linesize.0, width, height)
            + Self.error(mine.data.1, mine.linesize.1, theirs.data.1, theirs.linesize.1, halfWidth, halfHeight)
            + Self.error(mine.data.2, mine.linesize.2, theirs.data.2, theirs.linesize.2, halfWidth, halfHeight)
        let count = Double(width * height + 2 * halfWidth * halfHeight)
        return error == 0 ? 100 : min(100, 10 * log10(255 * 255 * count / Double(error)))
    }

    private static func error(
        _ first: UnsafeMutablePointer<UInt8>?, _ firstStride: Int32, _ second: UnsafeMutablePointer<UInt8>?,
        _ secondStride: Int32, _ width: Int, _ height: Int
    ) -> Int {
        guard let first, let second else { return 0 }
        var sum = 0
        for row in 0..<height {
            let (left, right) = (first + row * Int(firstStride), second + row * Int(secondStride))
            var rowSum: Int32 = 0
            // A row of 16,384 pixels still fits: 255² times as many is below 2³¹.
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
    /// Audio in planar 32-bit floats in which nothing is louder than `peak`, and what is no number is silent; the same
    /// frame where all is well.
    func limited(to peak: Float) throws(FFmpegError) -> Frame {
        let planes = samplePlanes
        // Magnitudes are ordered as their bits are, with what is no number above all; and bits are compared quickly.
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
