import MediaTime

/// Creates the `MovieIndex` of a scanned movie. It does not read media data.
struct MovieIndexReader {
    private let scan: MovieScan
    private let fileSize: Int64
    private var samples: [UInt32: SampleTable] = [:]
    private var gaps: [MovieIndex.Gap] = []
    private var isTruncated: Bool
    /// The video tracks whose frames cannot be decoded before the next keyframe.
    private var awaitingKeyframe: Set<UInt32> = []

    /// - Parameter fileSize: The size of the file, in bytes.
    init(_ scan: MovieScan, fileSize: Int64) {
        self.scan = scan
        self.fileSize = fileSize
        isTruncated = scan.isTorn
    }

    mutating func read() -> MovieIndex {
        for fragment in scan.fragments { append(fragment.tracks, followsGap: fragment.followsGap) }
        for id in samples.keys { samples[id]?.shrink() }
        return MovieIndex(
            tracks: scan.header.contents.tracks.map {
                MovieIndex.Track(kind: $0.kind, timescale: $0.timescale, samples: samples[$0.id] ?? SampleTable())
            },
            fragments: scan.fragments.map { .init(media: $0.media, mediaHash: $0.mediaHash) }, gaps: gaps,
            isDamaged: scan.isDamaged, isTruncated: isTruncated, wholeEnd: scan.wholeEnd)
    }

    private mutating func append(_ tracks: [TrackFragment], followsGap: Bool) {
        if followsGap {
            note(gapBefore: tracks)
            awaitingKeyframe = Set(scan.header.contents.tracks.filter { $0.kind == .video }.map(\.id))
        }
        for track in tracks { append(track) }
    }

    /// Appends a track's samples, without samples beyond the end of the file and frames whose references were lost.
    private mutating func append(_ track: TrackFragment) {
        let isWhole = track.samples.allSatisfy(isInFile)
        if !isWhole { isTruncated = true }
        guard !isWhole || awaitingKeyframe.contains(track.trackID) else {
            return append(track.samples, of: track.trackID)
        }
        let decodable = track.samples.prefix(while: isInFile)
            .drop { awaitingKeyframe.contains(track.trackID) && !$0.isKeyframe }
        if !decodable.isEmpty { awaitingKeyframe.remove(track.trackID) }
        append(SampleTable(Array(decodable)), of: track.trackID)
    }

    private func isInFile(_ sample: MovieIndex.Sample) -> Bool { sample.offset + Int64(sample.size) <= fileSize }

    private mutating func append(_ table: SampleTable, of track: UInt32) {
        samples[track, default: SampleTable()].append(table)
    }

    private mutating func note(gapBefore tracks: [TrackFragment]) {
        let ends = scan.header.contents.tracks.compactMap { track in
            (samples[track.id]?.last).flatMap {
                MediaTime(validating: $0.pts + $0.duration, timescale: Int64(track.timescale))
            }
        }
        let starts = tracks.compactMap { fragment in
            scan.header.contents.tracks.first { $0.id == fragment.trackID }.flatMap { track in
                (fragment.samples.first?.pts).flatMap { MediaTime(validating: $0, timescale: Int64(track.timescale)) }
            }
        }
        guard let first = starts.min() else { return }
        // All gaps have one timescale, so that their durations can be added.
        let clock = scan.header.contents.tracks.first { $0.kind == .video }?.timescale ?? 90_000
        let start = (ends.max() ?? .zero).converted(to: clock, rounding: .up)
        let end = first.converted(to: clock, rounding: .down)
        gaps.append(.init(range: TimeRange(start: start, end: max(start, end))))
    }
}
