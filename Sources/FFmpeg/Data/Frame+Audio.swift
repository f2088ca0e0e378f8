internal import CFFmpeg

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
        return try make { frame throws(FFmpegError) in
            frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            frame.pointee.sample_rate = Int32(sampleRate)
            frame.pointee.nb_samples = Int32(count)
            frame.pointee.pts = pts
            av_channel_layout_default(&frame.pointee.ch_layout, Int32(channels))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "a sound frame")
            for channel in 0..<channels {
                guard let plane = frame.pointee.extended_data[channel] else { continue }
                plane.withMemoryRebound(to: Float.self, capacity: count) { plane in
                    for index in 0..<count { plane[index] = samples[index * channels + channel] }
                }
            }
        }
    }

    /// Calls `body` with each channel's samples, where the frame holds planar 32-bit floats.
    package func withPlanarSamples<Result>(
        _ body: ([UnsafeBufferPointer<Float>]) throws -> Result
    ) rethrows -> Result {
        precondition(pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue)
        let planes = (0..<channelCount).map { channel in
            UnsafeBufferPointer(
                start: UnsafeRawPointer(pointer.pointee.extended_data[channel])?
                    .assumingMemoryBound(to: Float.self),
                count: sampleCount)
        }
        return try body(planes)
    }
}
