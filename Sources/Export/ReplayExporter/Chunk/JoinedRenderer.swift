import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// Renders the frames of a plan by reading them from its chunks. The result is the same as rendering all frames at
/// once.
struct JoinedRenderer: Renderer {
    /// A chunk whose file was read completely.
    struct Part {
        let result: ChunkResult
        /// The PTS of each frame, in ticks of the output, in decoding order.
        let times: [Int64]
        /// The start of the chunk in the output, in ticks.
        let start: Int64
    }

    let whole: any Renderer
    let folder: ChunkFolder
    let parts: [Part]
    /// The codec parameters in the chunks' files (extradata).
    let extradata: [UInt8]

    var plan: ExportPlan { whole.plan }
    var reorderDepth: Int { whole.reorderDepth }

    func parameters() throws -> CodecParameters { try whole.parameters().with(extradata: extradata) }

    func forEachPlannedFrame(_ body: (PlannedFrame) throws -> Void) throws { try whole.forEachPlannedFrame(body) }

    func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int {
        try output.begin(try parameters())
        // The last `count` chunks are enough, because frames are never reordered across a chunk's border.
        let count = DecodingTimes.lastCount(depth: reorderDepth)
        let last = Array(parts.suffix(count).flatMap(\.times).sorted().suffix(count))
        let times = DecodingTimes(
            depth: reorderDepth, last: last, lastDecoded: parts.last?.times.last ?? 0, range: stretch.range)
        let frames = SplicedStream(times: times, last: last.last ?? 0, end: stretch.range.upperBound) {
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

    private func append(_ part: Part, isFirst: Bool, to frames: SplicedStream) throws {
        let demuxer = try folder.demuxer(part.result)
        demuxer.keepOnly(streams: [ChunkContents.stream])
        for (number, time) in part.times.enumerated() {
            guard let read = try demuxer.read(stream: ChunkContents.stream), read.pts == time - part.start else {
                throw ChunkError.unbelieved([(part.result.chunk, .damaged)])
            }
            var packet = number == 0 && !isFirst && plan.rendering != .smart ? try slices(of: read) : read
            (packet.pts, packet.isKeyframe) = (time, read.isKeyframe)
            try frames.append(packet, idrPicID: nil)
        }
    }

    /// Returns the packet with its slices only. The encoder writes its name (SEI) before its first frame, and that does
    /// not belong inside a stream.
    private func slices(of packet: Packet) throws -> Packet {
        let size = 4
        guard let unit = AccessUnit(sample: packet.withBytes { Array($0) }, lengthSize: size) else { return packet }
        return try Packet(bytes: unit.keeping([.slice, .idrSlice]).sample(lengthSize: size))
    }
}
