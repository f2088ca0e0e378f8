internal import CFFmpeg

extension Frame {
    /// The samples of a channel, of audio in planar 32-bit floats, as long as `body` runs.
    /// - Throws: for audio in another format, and for a channel that is not there.
    package func withSamples<Result>(
        ofChannel channel: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result
    ) throws -> Result {
        guard pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, channel < channelCount,
            let plane = pointer.pointee.extended_data[channel]
        else { throw FFmpegError(.invalidData, operation: "read", subject: "audio") }
        return try plane.withMemoryRebound(to: Float.self, capacity: sampleCount) {
            try body(UnsafeBufferPointer(start: $0, count: sampleCount))
        }
    }

    /// Audio in planar 32-bit floats: as many channels as there are planes, in FFmpeg's default layout of that many.
    /// - Parameter pts: in ticks of the sample rate.
    package static func audio(planes: [[Float]], sampleRate: Int, pts: Int64) throws(FFmpegError) -> Frame {
        try make { frame throws(FFmpegError) in
            frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
            frame.pointee.sample_rate = Int32(sampleRate)
            frame.pointee.nb_samples = Int32(planes.first?.count ?? 0)
            frame.pointee.pts = pts
            av_channel_layout_default(&frame.pointee.ch_layout, Int32(planes.count))
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "an audio frame")
            for (channel, samples) in planes.enumerated() {
                frame.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: samples.count) {
                    $0.update(from: samples, count: samples.count)
                }
            }
        }
    }
}
