package import MediaTime

/// The position in the file and the times of every sample of a fragmented movie, read from its boxes without its media.
package struct MovieIndex: Sendable {
    /// A coded picture or an audio packet.
    package struct Sample: Sendable, Equatable {
        /// The decoding time in the track's ticks, relative to the start of the presentation.
        package let dts: Int64
        /// The presentation time in the same ticks. Negative for encoder priming, which precedes the audio.
        package let pts: Int64
        /// The duration in ticks, as the movie says, in 0 ..< 2^32. `Track.frameEnd(_:)`
        /// returns how long a frame is really shown.
        package let duration: Int64
        /// The offset of the data in the file, in bytes.
        package let offset: Int64
        /// The size of the data, in bytes; not negative.
        package let size: Int32
        /// True if decoding can begin at this sample.
        package let isKeyframe: Bool

        package init(dts: Int64, pts: Int64, duration: Int64, offset: Int64, size: Int32, isKeyframe: Bool) {
            (self.dts, self.pts, self.duration) = (dts, pts, duration)
            (self.offset, self.size, self.isKeyframe) = (offset, size, isKeyframe)
        }
    }

    package enum TrackKind: Sendable { case video, audio, other }

    /// A track with its samples in decoding order.
    package struct Track: Sendable {
        package let kind: TrackKind
        /// The number of ticks per second.
        package let timescale: Int32
        package let samples: SampleTable

        /// The end of the sample that ends last, in ticks; 0 for an empty track.
        package var end: Int64 { samples.lazy.map { $0.pts + $0.duration }.max() ?? 0 }

        package var timeBase: Rational { .oneOver(timescale) }
    }

    /// A fragment of the file with samples of all tracks.
    package struct Fragment: Sendable, Equatable {
        /// The range of the media data in the file, in bytes.
        package let media: Range<Int64>
        /// The hash of the media data from the time of the recording, or nil if there is none.
        package let mediaHash: [UInt8]?
    }

    /// A part of the movie that cannot be read.
    package struct Gap: Sendable, Equatable {
        /// The range from the end of the last sample before the gap to the start of the first sample after it.
        package let range: TimeRange
    }

    /// The tracks in the file's order, which is also the order of a demuxer's streams.
    package let tracks: [Track]
    /// The fragments in the file's order.
    package let fragments: [Fragment]
    /// The gaps in ascending order.
    package let gaps: [Gap]
    /// True if damaged boxes were restored from their copies, or if bytes were skipped.
    /// Other programs cannot read such a file.
    package let isDamaged: Bool
    /// True if the file ends within a fragment, as after a crash.
    package let isTruncated: Bool
    /// The end of the last complete fragment, or of the header if there is none, in bytes.
    package let wholeEnd: Int64

    /// The index of the first video track, which is the screen. A camera's track comes after it.
    package var videoTrack: Int? { tracks.firstIndex { $0.kind == .video } }

    /// The indices of the audio tracks.
    package var audioTracks: [Int] { tracks.indices.filter { tracks[$0].kind == .audio } }

    /// The end of the sample that ends last in any track, rounded up to the first video track's clock.
    package var end: MediaTime {
        let clock = videoTrack.map { tracks[$0].timescale } ?? 90_000
        let ends = tracks.compactMap { MediaTime(validating: $0.end, timescale: Int64($0.timescale)) }
        return (ends.max() ?? .zero).converted(to: clock, rounding: .up)
    }
}

extension MovieIndex {
    /// A sample, its track and its index.
    package struct Place {
        package let track: Int
        package let number: Int
        package let sample: Sample
    }

    /// The samples of all tracks in the order of their decoding times.
    package var samplesByTime: [Place] {
        let places = tracks.enumerated().flatMap { track, entry in
            entry.samples.enumerated().map { Place(track: track, number: $0, sample: $1) }
        }
        return places.sorted { first, second in
            let left = Int128(first.sample.dts) * Int128(tracks[second.track].timescale)
            let right = Int128(second.sample.dts) * Int128(tracks[first.track].timescale)
            return left == right ? first.track < second.track : left < right
        }
    }

    /// The timescale in which durations are given, in ticks per second: that of the first video track.
    package var clock: Int32 { videoTrack.map { tracks[$0].timescale } ?? 90_000 }
}
