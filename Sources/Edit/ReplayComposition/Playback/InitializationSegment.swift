import FFmpeg
import MediaTime

/// The initialization segment of a track: `ftyp` and `moov`. A player gets it before the fragments.
enum InitializationSegment {
    /// Returns the segment of a track.
    /// - Parameter timeBase: The time base of the track.
    static func bytes(_ parameters: CodecParameters, timeBase: Rational) throws(FFmpegError) -> [UInt8] {
        let memory = IOMemory()
        let muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "an initialization segment")
        _ = try muxer.addStream(parameters, timeBase: timeBase)
        try muxer.writeHeader(options: [
            "movflags": "empty_moov+default_base_moof+frag_custom+skip_trailer", "use_editlist": "0",
            "video_track_timescale": String(timeBase.denominator),
            // The bit rate of a proxy changes while it grows, and a player needs no `btrt` box.
            "write_btrt": "0",
            // FFmpeg 5 marks FLAC in MP4 as experimental.
            "strict": "experimental",
        ])
        return memory.take()
    }
}
