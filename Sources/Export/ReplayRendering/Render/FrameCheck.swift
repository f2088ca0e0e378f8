import H264
package import MediaTime
import ReplayComposition
import ReplayLibrary
package import ReplayMovie

/// A comparison of an export's frames with the frames of its plan, span by span.
///
/// Frames may be missing if the recording's bytes are no longer those that were recorded. That is reported as damage. A
/// sample without a frame gives none. Any other missing frame is an error.
package struct FrameCheck {
    private let movie: MovieReader
    private let track: Int
    private let showsCamera: Bool

    package init(_ plan: ExportPlan, movie: MovieReader, track: Int) {
        (self.movie, self.track) = (movie, track)
        showsCamera = plan.composition.showsCamera
    }

    /// Checks the frames of an encoded span.
    /// - Parameter made: The number of frames in the output.
    /// - Throws: `ExportError.lostFrames` if there are fewer than planned.
    package func check(_ span: VideoSpan, decodeFrom keyframe: MediaTime, made: Int) throws {
        var planned = 0
        try walk(FrameTimes.self).frames(of: span, decodeFrom: keyframe) { _, _, _ in planned += 1 }
        try check(made, of: planned, in: span)
    }

    /// Checks the frames of a stretch without copied frames.
    /// - Parameter made: The number of encoded frames, by the index of their span.
    /// - Throws: `ExportError.lostFrames` if a span has fewer than planned. `ExportError.noFrame` if there are none at
    ///   all.
    package func check(_ stretch: FrameStretch, made: [Int: Int]) throws {
        var planned: [Int: Int] = [:]
        try walk(FrameTimes.self).frames(of: stretch) { planned[$0.place.span, default: 0] += 1 }
        guard planned.isEmpty || !made.isEmpty else { throw ExportError.noFrame }
        for (number, span) in stretch.spans.enumerated() {
            try check(made[number] ?? 0, of: planned[number] ?? 0, in: span)
        }
    }

    /// Checks the frames of a span.
    /// - Throws: `ExportError.lostFrames` if there are fewer than planned.
    package func check(_ made: Int, of planned: Int, in span: VideoSpan) throws {
        guard made < planned else { return }
        let missing = try missingTimes(of: span)
        let lost = missing.filter { !isExplainedByDamage($0) && !isEmpty($0) }
        // If a second decoding shows some of the missing frames, those are lost too.
        guard !lost.isEmpty || missing.count < planned - made else { return }
        let range = "from \(span.source.start.timecode()) to \(span.source.end.timecode())"
        let first = lost.first.flatMap(time) ?? span.source.start
        throw ExportError.lostFrames(
            "\(planned - made) of the \(planned) frames \(range) cannot be decoded, the first at \(first.timecode()); "
                + "cut out that part")
    }

    /// Returns true if a sample contains no frame: H.264 without a slice, or an MPEG-4 frame that is not coded (ISO/IEC
    /// 14496-2, vop_coded).
    private func isEmpty(_ ticks: Int64) -> Bool {
        let samples = movie.index.tracks[track].samples
        guard let sample = samples.firstIndex(where: { $0.pts == ticks }) else { return false }
        let parameters = movie.streams[track].parameters
        if parameters.codecName == "mpeg4" { return samples[sample].size <= Self.maxEmptySize }
        guard let configuration = AVCConfiguration(parameters.extradata) else { return false }
        let start = movie.beginning(track: track, sample: sample, lengthSize: configuration.lengthSize)
        return start != nil && start?.firstSlice == nil
    }

    /// The maximum size of an MPEG-4 frame that is not coded, in bytes.
    private static let maxEmptySize = 19

    /// Returns the times of a span's frames that cannot be decoded, in ticks of the track, ascending. Decodes the span
    /// again.
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

    /// Returns true if damaged bytes explain why the frame at `ticks` cannot be decoded.
    private func isExplainedByDamage(_ ticks: Int64) -> Bool {
        let samples = movie.index.tracks[track].samples
        // Frames of an open GOP may depend on the GOP before it.
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

    /// Checks the number of packets from an encoder.
    /// - Parameter given: The number of frames that the encoder got.
    /// - Throws: `ExportError.lostFrames` if there are fewer packets.
    package static func check(encoded count: Int, of given: Int) throws(ExportError) {
        guard count < given else { return }
        throw .lostFrames("the encoder returned \(count) of \(given) frames")
    }
}
