import FFmpeg
import ReplayRendering

/// The contents of a chunk's file, or of the file of the joined chunks, found by reading all its frames.
struct ChunkContents {
    /// The PTS of each frame, in ticks of the output from the beginning of the file, in decoding order.
    let times: [Int64]
    /// The codec parameters in the file (extradata).
    let extradata: [UInt8]

    static let stream = 0

    /// - Parameter demuxer: A demuxer at the start of the file.
    /// - Returns: Nil if the file is not a valid chunk.
    init?(_ demuxer: Demuxer) throws {
        guard let stream = demuxer.streams.first, stream.parameters.codecName == "h264",
            stream.timeBase == .oneOver(ExportPlan.timescale)
        else { return nil }
        demuxer.keepOnly(streams: [Self.stream])
        var times: [Int64] = []
        while let packet = try demuxer.read(stream: Self.stream) {
            guard let time = packet.pts, !packet.isCorrupt, packet.isKeyframe || !times.isEmpty else { return nil }
            times.append(time)
        }
        self.times = times
        extradata = stream.parameters.extradata
    }
}
