internal import CFFmpeg

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
