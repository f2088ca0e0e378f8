import CFFmpeg

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
            try FFmpegError.check(
                av_channel_layout_copy(&frame.pointee.ch_layout, &model.pointer.pointee.ch_layout), "cut", "audio")
            try FFmpegError.check(av_frame_get_buffer(frame, 0), "allocate", "an audio frame")
            try FFmpegError.check(fill(frame), "cut", "audio")
        }
    }
}
