import FFmpeg
import MediaTime

/// What a player is given before the fragments of a track: `ftyp` and `moov`.
enum InitializationSegment {
    /// - Parameter timeBase: of the track.
    static func bytes(_ parameters: CodecParameters, timeBase: Rational) throws(FFmpegError) -> [UInt8] {
        let memory = IOMemory()
        let muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "an initialization segment")
        _ = try muxer.addStream(parameters, timeBase: timeBase)
        try muxer.writeHeader(options: [
            "movflags": "empty_moov+default_base_moof+frag_custom+skip_trailer", "use_editlist": "0",
            "video_track_timescale": String(timeBase.denominator),
            // FFmpeg 5 calls FLAC in MP4 experimental.
            "strict": "experimental",
        ])
        return memory.take()
    }
}
