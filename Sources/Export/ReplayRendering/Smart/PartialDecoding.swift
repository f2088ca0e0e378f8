import FFmpeg
import H264
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// A selection of the packets to decode in GOPs with cuts: only the frames that the spans at the cuts need. The same
/// packets serve all consecutive spans within a GOP.
struct PartialDecoding {
    private let renderer: SmartRenderer
    /// The parts that the last selection still has to serve.
    private var selected: ArraySlice<Part> = []

    /// The part of a GOP that a span shows and must decode.
    private struct Part: Equatable {
        let gop: GOPIndex.GOP
        /// The range, in the track's ticks.
        let range: Range<Int64>
        /// The frames that the range needs, if they are already known.
        let excerpt: GOPExcerpt?
    }

    init(_ renderer: SmartRenderer) { self.renderer = renderer }

    /// Returns the packets that a reader decodes for a span.
    /// - Parameter spans: The span and those after it in the output.
    /// - Returns: Nil if all packets from the keyframe on are decoded, or none.
    mutating func selection(for spans: ArraySlice<VideoSpan>) -> FrameReader.Selection? {
        guard let part = spans.first.flatMap(part) else { return nil }
        guard part != selected.first else {
            selected.removeFirst()
            return .same
        }
        let parts = parts(from: part, following: spans.dropFirst())
        let together = parts.count > 1 ? excerpt(of: parts) : nil
        selected = together == nil ? [] : parts.dropFirst()
        guard let excerpt = together ?? excerpt(of: [part]) else { return nil }
        let samples = excerpt.frames.map { part.gop.samples.lowerBound + $0 }
        return .packets(renderer.packets(samples, of: excerpt))
    }

    /// Returns a span's part and the parts of the following spans that continue in the same GOP.
    private func parts(from first: Part, following: ArraySlice<VideoSpan>) -> [Part] {
        var (parts, last) = ([first], first)
        for span in following {
            if case .copy = span.action { continue }
            guard let part = part(of: span), part.gop == first.gop, comesLater(part, than: last) else { break }
            parts.append(part)
            last = part
        }
        return parts
    }

    /// Returns true if a part starts on a different frame than the previous part ends on.
    private func comesLater(_ part: Part, than last: Part) -> Bool {
        guard last.range.upperBound <= part.range.lowerBound else { return false }
        let between = last.range.upperBound...part.range.lowerBound
        return renderer.movie.index.tracks[renderer.videoTrack].samples[part.gop.samples].contains {
            between.contains($0.pts)
        }
    }

    private func part(of span: VideoSpan) -> Part? {
        let (gops, track) = (renderer.video.gops, renderer.movie.index.tracks[renderer.videoTrack])
        var (range, excerpt): (Range<Int64>, GOPExcerpt?)
        switch span.action {
        case .splice(let splice):
            let first = splice.leading.first.map { track.samples[$0].pts } ?? splice.time
            (range, excerpt) = (first..<splice.time + 1, splice.frames.lead)
        case .encode(.cut, _), .encode(.reordering, _):
            let source = span.source.converted(to: track.timescale, rounding: .nearest)
            (range, excerpt) = (source.start.value..<source.end.value, nil)
        case .copy, .encode: return nil
        }
        let number = gops.first(from: range.lowerBound + 1) - 1
        guard gops.reorderDepth > 0, number >= 0 else { return nil }
        let next = gops.gops.dropFirst(number + 1).first
        guard range.upperBound <= next?.start ?? .max else { return nil }
        return Part(gop: gops.gops[number], range: range, excerpt: excerpt)
    }

    /// Returns the frames of a GOP that some parts of it need.
    /// - Returns: Nil if all earlier frames are needed, or too many.
    private func excerpt(of parts: [Part]) -> GOPExcerpt? {
        if parts.count == 1, let excerpt = parts[0].excerpt { return excerpt.isWhole ? nil : excerpt }
        let references = renderer.video.references(of: parts[0].gop, in: renderer.movie, track: renderer.videoTrack)
        guard let excerpt = references?.excerpt(showing: parts.map(\.range)),
            excerpt.frames.count <= CopyableVideo.maxLead * parts.count
        else { return nil }
        return excerpt
    }
}
