package import FFmpeg
package import MediaTime
import ReplayLibrary
import ReplayMovie
package import ReplayRendering

extension ExportJob {
    /// Returns the chunks of the output.
    /// - Parameter length: The minimum duration of each chunk except the last.
    package func chunks(length: MediaTime) throws -> [PlannedChunk] {
        var planner = ChunkPlanner(length: length.converted(to: ExportPlan.timescale, rounding: .nearest).value)
        try renderer.forEachPlannedFrame { planner.add($0) }
        planner.finish(at: plan.durationTicks)
        return planner.chunks
    }

    /// Returns a chunk's part of the plan.
    func stretch(_ number: Int, of chunks: [PlannedChunk]) -> FrameStretch {
        let chunk = chunks[number]
        var next = number + 1 < chunks.count ? chunks[number + 1].first : nil
        // At a constant frame rate, frames are repeated: the first frame of the next chunk may also be shown in this
        // one.
        if plan.frameRate != nil { next?.time += 1 }
        let spans = plan.spans(
            from: chunk.first, to: next, track: movie.index.tracks[videoTrack], keyframes: keyframes)
        return FrameStretch(spans: spans, range: chunk.range, idBefore: chunk.idBefore, idAfter: chunk.idAfter)
    }

    /// Returns the time in the recording at which a chunk begins.
    package func source(of chunk: PlannedChunk) -> MediaTime {
        MediaTime(value: chunk.first.time, timescale: movie.index.tracks[videoTrack].timescale)
    }

    /// Writes a file that contains only the stretch's frames and begins at 0.
    package func render(
        _ stretch: FrameStretch, to io: IOContext, name: String, progress: @escaping (MediaTime) -> Bool
    ) throws {
        let output = ExportOutput(
            try Muxer.open(io, name: name), audio: nil, origin: stretch.range.lowerBound, progress: progress)
        _ = try renderer.render(stretch, to: output)
    }
}
