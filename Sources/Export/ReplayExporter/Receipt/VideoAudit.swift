import FFmpeg
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// A comparison of an output's frames with the recording and the plan, packet by packet and frame by frame.
final class VideoAudit {
    private let output: Demuxer
    private let decoder: any PacketDecoder
    private let movie: MovieReader
    private let track: Int
    private let walk: FrameIterator<FrameReader>
    private var next: Packet?

    private static let stream = 0

    /// - Parameter output: The output, from its start.
    init(_ output: Demuxer, movie: MovieReader, track: Int, plan: ExportPlan) throws {
        self.output = output
        self.movie = movie
        self.track = track
        output.keepOnly(streams: [Self.stream])
        decoder = try movie.openDecoder(ofOutput: output.streams[Self.stream])
        walk = try FrameIterator(movie, track: track, showsCamera: plan.composition.showsCamera)
        next = try output.read(stream: Self.stream)
    }

    /// Reads and checks the frames of the next span.
    /// - Throws: `ExportError.notAsPlanned` if a packet or a time differs from the plan.
    func check(_ span: VideoSpan) throws -> ExportReceipt.Frames {
        var entry = ExportReceipt.Frames(
            isCopied: false, source: span.source, start: span.start, packets: 0)
        switch span.action {
        case .copy(let samples):
            entry.isCopied = true
            entry.hash = try checkCopies(of: samples, in: span)
            entry.packets = samples.count
        case .splice(let splice):
            entry.reason = .cut
            entry.isSpliced = true
            (entry.packets, entry.worstFrame) = try checkEncoded(
                span, from: MediaTime(value: splice.keyframeTime, timescale: movie.index.tracks[track].timescale),
                isCompared: true)
        case .encode(let reason, let keyframe):
            entry.reason = reason
            (entry.packets, entry.worstFrame) = try checkEncoded(
                span, from: keyframe, isCompared: ![.camera, .effect, .pointer].contains(reason))
        }
        return entry
    }

    /// Checks that no packets are left.
    /// - Throws: `ExportError.notAsPlanned` if there are.
    func finish() throws { if next != nil { throw ExportError.notAsPlanned("there are frames after its end") } }

    private func checkCopies(of samples: Range<Int>, in span: VideoSpan) throws -> String {
        let hash = try ContentHash()
        let index = movie.index.tracks[track]
        for (sample, time) in zip(samples, span.outputTimes(of: index.samples[samples], timescale: index.timescale)) {
            let wanted = try movie.packet(track: track, sample: sample)
            guard let packet = next, packet.hasSameData(as: wanted), packet.pts == time else {
                throw ExportError.notAsPlanned("the copy of frame \(sample) differs")
            }
            packet.withBytes { hash.update($0) }
            next = try output.read(stream: Self.stream)
        }
        return hash.finish()
    }

    private func checkEncoded(
        _ span: VideoSpan, from keyframe: MediaTime, isCompared: Bool
    ) throws -> (packets: Int, worst: Double?) {
        let end = span.endTicks
        let timescale = movie.index.tracks[track].timescale
        var (count, worst) = (0, Double.infinity)
        decoder.reset()
        try walk.frames(of: span, decodeFrom: keyframe) { frame, _, time in
            guard let made = try nextFrame(before: end),
                made.bestEffortPTS == span.outputTicks(of: time, timescale: timescale)
            else {
                throw ExportError.notAsPlanned("frame \(count) after \(span.start.timecode()) has the wrong time")
            }
            count += 1
            if isCompared, let likeness = made.signalToNoise(of: frame) { worst = min(worst, likeness) }
        }
        guard try nextFrame(before: end) == nil else {
            throw ExportError.notAsPlanned("there is an extra frame after \(span.start.timecode())")
        }
        return (count, worst.isFinite ? worst : nil)
    }

    /// Decodes the next frame that is shown before `end`, or returns nil if there is none.
    private func nextFrame(before end: Int64) throws -> Frame? {
        try decoder.nextFrame {
            guard let packet = next, let time = packet.pts, time < end else { return nil }
            next = try output.read(stream: Self.stream)
            return packet
        }
    }
}
