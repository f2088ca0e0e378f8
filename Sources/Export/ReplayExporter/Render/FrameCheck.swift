import H264
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Compares the frames that an export got with those that its plan has, span by span.
///
/// Frames of a recording whose bytes are no longer those that were recorded may be missing: that is reported as damage.
/// A sample that holds no frame gives none. Everything else that is missing is an error, whatever the reason.
struct FrameCheck {
    private let movie: MovieReader
    private let track: Int
    private let showsCamera: Bool

    init(_ plan: ExportPlan, _ movie: MovieReader, track: Int) {
        (self.movie, self.track) = (movie, track)
        showsCamera = plan.cameraLayout != nil
    }

    /// The frames of one span that is encoded.
    /// - Parameter made: the number of frames that the output got.
    /// - Throws: `ExportError.lostFrames` if there are fewer than planned.
    func check(_ span: VideoSpan, decodeFrom keyframe: MediaTime, made: Int) throws {
        var planned = 0
        try walk(FrameTimes.self).frames(of: span, decodeFrom: keyframe) { _, _, _ in planned += 1 }
        try check(made, of: planned, in: span)
    }

    /// The frames of a stretch that copies none.
    /// - Parameter made: the number of frames that were encoded, by the place of their span.
    /// - Throws: `ExportError.lostFrames` if a span has fewer than planned; `noFrame` if there are none at all.
    func check(_ stretch: FrameStretch, made: [Int: Int]) throws {
        var planned: [Int: Int] = [:]
        try walk(FrameTimes.self).frames(of: stretch) { planned[$0.place.span, default: 0] += 1 }
        guard planned.isEmpty || !made.isEmpty else { throw ExportError.noFrame }
        for (number, span) in stretch.spans.enumerated() {
            try check(made[number] ?? 0, of: planned[number] ?? 0, in: span)
        }
    }

    /// The frames of a span.
    /// - Throws: `ExportError.lostFrames` if there are fewer than planned.
    func check(_ made: Int, of planned: Int, in span: VideoSpan) throws {
        guard made < planned else { return }
        let missing = try missingTimes(of: span)
        let lost = missing.filter { !isExplainedByDamage($0) && !isEmpty($0) }
        // Frames that were there when they were decoded once more are lost too.
        guard !lost.isEmpty || missing.count < planned - made else { return }
        let range = "from \(span.source.start.timecode()) to \(span.source.end.timecode())"
        let first = lost.first.flatMap(time) ?? span.source.start
        throw ExportError.lostFrames(
            "\(planned - made) of the \(planned) frames \(range) cannot be decoded, the first at \(first.timecode()); "
                + "cut that part out")
    }

    /// A Boolean value that indicates whether a sample holds no frame at all: H.264 without a slice, or a frame of MPEG-4
    /// that says only that nothing changes (ISO/IEC 14496-2, vop_coded).
    private func isEmpty(_ ticks: Int64) -> Bool {
        let samples = movie.index.tracks[track].samples
        guard let sample = samples.firstIndex(where: { $0.pts == ticks }) else { return false }
        let parameters = movie.streams[track].parameters
        if parameters.codecName == "mpeg4" { return samples[sample].size <= Self.maxEmptySize }
        guard let configuration = AVCConfiguration(parameters.extradata) else { return false }
        let start = movie.beginning(track: track, sample: sample, lengthSize: configuration.lengthSize)
        return start != nil && start?.firstSlice == nil
    }

    /// The size of a frame of MPEG-4 that is not coded, at most, in bytes.
    private static let maxEmptySize = 19

    /// The times of a span's frames that no decoder shows, in ticks of the track, ascending. Decodes the span once more.
    private func missingTimes(of span: VideoSpan) throws -> [Int64] {
        guard case .encode(_, let keyframe) = span.action else { return [] }
        var shown: Set<Int64> = []
        try walk(FrameReader.self).frames(of: span, decodeFrom: keyframe) { _, _, time in shown.insert(time) }
        var missing: [Int64] = []
        try walk(FrameTimes.self).frames(of: span, decodeFrom: keyframe) { _, _, time in
            if !shown.contains(time) { missing.append(time) }
        }
        return missing
    }

    /// A Boolean value that indicates whether bytes that the frame at `ticks` depends on are damaged.
    private func isExplainedByDamage(_ ticks: Int64) -> Bool {
        let samples = movie.index.tracks[track].samples
        // An open GOP depends on the one before it.
        let starts = samples.indices.filter { samples[$0].isKeyframe && samples[$0].pts <= ticks }.suffix(2)
        let start = starts.first.map { samples[$0].pts } ?? 0
        guard let begin = time(start), let end = time(ticks + 1) else { return false }
        let dependence = TimeRange(start: begin, end: max(begin, end))
        return movie.damagedRanges.contains { $0.intersection(dependence) != nil }
    }

    private func time(_ ticks: Int64) -> MediaTime? {
        MediaTime(validating: max(0, ticks), timescale: Int64(movie.index.tracks[track].timescale))
    }

    private func walk<Track: FrameTrack>(_ kind: Track.Type) throws -> FrameIterator<Track> {
        try FrameIterator(movie, track: track, showsCamera: showsCamera)
    }

    /// The packets that an encoder gave.
    /// - Parameter given: the number of frames that it was given.
    /// - Throws: `ExportError.lostFrames` if there are fewer.
    static func check(encoded count: Int, of given: Int) throws(ExportError) {
        guard count < given else { return }
        throw .lostFrames("the encoder gave \(count) of \(given) frames")
    }
}
