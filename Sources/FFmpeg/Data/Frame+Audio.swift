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
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "an audio frame")
            for channel in 0..<channels {
                guard let plane = frame.pointee.extended_data[channel] else { continue }
                plane.withMemoryRebound(to: Float.self, capacity: count) { plane in
                    for index in 0..<count { plane[index] = samples[index * channels + channel] }
                }
            }
        }
    }

    /// FFmpeg's name of the channel layout: "stereo", "5.1".
    package var channelLayoutName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress,
                av_channel_layout_describe(&pointer.pointee.ch_layout, base, buffer.count) > 0
            else { return "\(channelCount)c" }
            return String(cString: base)
        }
    }
}
