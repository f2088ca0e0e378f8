import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

extension ExportJob {
    /// The parts in which the output can be made.
    /// - Parameter length: of each but the last at least.
    func chunks(length: MediaTime) throws -> [PlannedChunk] {
        var planner = ChunkPlanner(length: length.converted(to: ExportPlan.timescale, rounding: .nearest).value)
        try renderer.foresee { planner.add($0) }
        planner.finish(at: plan.durationTicks)
        return planner.chunks
    }

    /// What of the plan a chunk is.
    func stretch(_ number: Int, of chunks: [PlannedChunk]) -> FrameStretch {
        let chunk = chunks[number]
        var next = number + 1 < chunks.count ? chunks[number + 1].first : nil
        // At a constant rate a frame is repeated: what the next chunk begins with may be shown before.
        if plan.frameRate != nil { next?.time += 1 }
        let spans = plan.spans(
            from: chunk.first, to: next, track: movie.index.tracks[videoTrack], keyframes: keyframes)
        return FrameStretch(spans: spans, range: chunk.range, idBefore: chunk.idBefore, idAfter: chunk.idAfter)
    }

    /// Where a chunk begins in the recording.
    func source(of chunk: PlannedChunk) -> MediaTime {
        MediaTime(value: chunk.first.time, timescale: movie.index.tracks[videoTrack].timescale)
    }

    /// Writes a file of the stretch's frames alone, which begins at 0.
    func render(
        _ stretch: FrameStretch, to io: IOContext, name: String, progress: @escaping (MediaTime) -> Bool
    ) throws {
        let output = MovieOutput(
            try Muxer.open(io, name: name), audio: nil, origin: stretch.range.lowerBound, progress: progress)
        _ = try renderer.render(stretch, to: output)
    }
}
