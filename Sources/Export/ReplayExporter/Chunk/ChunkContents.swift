import FFmpeg

/// What is in a chunk's file, or in what they are joined to, found by reading all its frames.
struct ChunkContents {
    /// When each frame is shown, in ticks of the output after the file's beginning, in decoding order.
    let times: [Int64]
    /// How the frames are coded, as the file has it.
    let extradata: [UInt8]

    static let stream = 0

    /// - Parameter demuxer: from its start.
    /// - Returns: nil for what is no such file.
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
