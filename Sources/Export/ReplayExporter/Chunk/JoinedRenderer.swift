import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Makes the frames of a plan by taking them out of its chunks, as whoever renders them all would give them.
struct JoinedRenderer: Renderer {
    /// A chunk that was read through.
    struct Part {
        let result: ChunkResult
        /// When each frame is shown, in ticks of the output, in decoding order.
        let times: [Int64]
        /// Where the chunk begins in the output.
        let start: Int64
    }

    let whole: any Renderer
    let folder: ChunkFolder
    let parts: [Part]
    /// How the frames are coded, as the chunks have it.
    let extradata: [UInt8]

    var plan: ExportPlan { whole.plan }
    var reorderDepth: Int { whole.reorderDepth }

    func parameters() throws -> CodecParameters { try whole.parameters().with(extradata: extradata) }

    func foresee(_ body: (PlannedFrame) throws -> Void) throws { try whole.foresee(body) }

    func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int {
        try output.begin(try parameters())
        // Enough of them: what is decoded before a frame is in its own chunk.
        let count = DecodingTimes.lastCount(depth: reorderDepth)
        let last = Array(parts.suffix(count).flatMap(\.times).sorted().suffix(count))
        let times = DecodingTimes(
            depth: reorderDepth, last: last, lastDecoded: parts.last?.times.last ?? 0, range: stretch.range)
        let frames = StitchedFrames(times: times, last: last.last ?? 0, end: stretch.range.upperBound) {
            try output.write($0)
        }
        for (number, part) in parts.enumerated() {
            frames.expect(part.times.sorted())
            try append(part, isFirst: number == 0, to: frames)
        }
        try frames.finish()
        try output.finish()
        return frames.count
    }

    private func append(_ part: Part, isFirst: Bool, to frames: StitchedFrames) throws {
        let demuxer = try folder.demuxer(part.result)
        demuxer.keepOnly(streams: [ChunkContents.stream])
        for (number, time) in part.times.enumerated() {
            guard let read = try demuxer.read(stream: ChunkContents.stream), read.pts == time - part.start else {
                throw ChunkError.unbelieved([(part.result.chunk, .damaged)])
            }
            var packet = number == 0 && !isFirst && plan.rendering != .smart ? try slices(of: read) : read
            (packet.pts, packet.isKeyframe) = (time, read.isKeyframe)
            try frames.append(packet, idrID: nil)
        }
    }

    /// The encoder writes its name before its first frame; that has no place within a stream.
    private func slices(of packet: Packet) throws -> Packet {
        let size = 4
        guard let unit = AccessUnit(sample: packet.withBytes { Array($0) }, lengthSize: size) else { return packet }
        return try Packet(bytes: unit.keeping([.slice, .idrSlice]).sample(lengthSize: size))
    }
}
