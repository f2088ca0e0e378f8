package import CFFmpeg

/// One decoded frame or one run of decoded samples; never changed once made.
///
/// `@unchecked Sendable`: immutable after `init`; its data buffers are counted by FFmpeg with atomics.
package final class Frame: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<AVFrame>

    /// Takes over `pointer`.
    private init(owning pointer: UnsafeMutablePointer<AVFrame>) { self.pointer = pointer }

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
        var owned: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&owned)
    }

    /// Presentation time in ticks of the time base of its source.
    package var pts: Int64? { Ticks.optional(pointer.pointee.pts) }

    /// The best guess of the decoder where packets carry poor times; equals `pts` elsewhere.
    package var bestEffortPTS: Int64? {
        Ticks.optional(pointer.pointee.best_effort_timestamp) ?? pts
    }

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
