import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The contents of a fragmented MP4 segment, read from its boxes. Of the media data, only NAL unit headers are read.
package struct FragmentedSegment: Sendable {
    let layout: BoxLayout
    /// The samples of each track, one run for each track.
    private(set) var runs: [TrackRun] = []
    /// A fault of the fragments.
    private(set) var fault: MediaFault?
    private(set) var fragmentCount = 0

    private static let maxFragmentHeaderSize: Int64 = 4 << 20
    private static let trackLimit = 64

    /// - Parameter movie: The initialization section that the playlist names.
    init(_ file: MediaFile, range: ByteRange, movie: InitSegment?, budget: inout ReadingBudget) {
        layout = BoxLayout(file, range: range, budget: &budget)
        guard let movie, let header = movie.header else { return }
        for place in layout.boxes where place.type == "moof" && fault == nil && !budget.isSpent {
            fragmentCount += 1
            guard let moof = file.box(at: place, limit: Self.maxFragmentHeaderSize, budget: &budget) else {
                fault = MediaFault(
                    offset: place.offset, found: "a moof box of \(place.size) bytes",
                    expected: "a complete box of at most 4 MiB")
                return
            }
            for traf in moof.children.filter({ $0.type == "traf" }).prefix(Self.trackLimit) where !budget.isSpent {
                read(traf, at: place.offset, range: range, file: file, movie: movie, header: header, budget: &budget)
            }
        }
    }

    private mutating func read(
        _ traf: Box, at offset: Int64, range: ByteRange, file: MediaFile, movie: InitSegment,
        header: MovieHeader, budget: inout ReadingBudget
    ) {
        guard let fragment = TrackFragment(traf: traf, moofOffset: offset, header: header),
            let track = movie.tracks.first(where: { $0.id == fragment.trackID })
        else {
            fault = MediaFault(
                offset: offset, found: "a fragment that cannot be parsed",
                expected: "tfhd, tfdt and trun boxes for a track of the initialization section")
            return
        }
        budget.spend(samples: fragment.samples.count + 1)
        let isInside = fragment.samples.allSatisfy {
            $0.offset >= range.offset && $0.offset + Int64($0.size) <= range.end
        }
        guard isInside else {
            fault = MediaFault(
                offset: offset, found: "samples outside of the segment", expected: "all samples in the segment")
            return
        }
        append(fragment, track: track, probe: track.probe(file), budget: &budget)
    }

    private mutating func append(
        _ fragment: TrackFragment, track: InitSegment.Track, probe: FrameProbe?, budget: inout ReadingBudget
    ) {
        if let place = runs.firstIndex(where: { $0.track.id == track.id }) {
            runs[place].append(fragment, probe: probe, budget: &budget)
        } else if let run = TrackRun(fragment, track: track, probe: probe, budget: &budget) {
            runs.append(run)
        }
    }

    /// The video run if there is one, otherwise the audio run. A playlist's durations refer to it.
    var leading: TrackRun? { video ?? runs.first }
    var video: TrackRun? { runs.first { $0.track.kind == .video } }
}

extension InitSegment.Track {
    /// Returns a probe for H.264 tracks, and nil for others.
    fileprivate func probe(_ file: MediaFile) -> FrameProbe? {
        description?.avc.map { FrameProbe(file: file, lengthSize: $0.lengthSize) }
    }
}
