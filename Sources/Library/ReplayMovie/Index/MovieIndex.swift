package import MediaTime

/// Where every sample of a fragmented movie lies and when it is shown: read from its boxes, without its media.
package struct MovieIndex: Sendable {
    /// One coded picture or audio packet.
    package struct Sample: Sendable, Equatable {
        /// Decoding time, in the track's ticks, counted from the start of the presentation.
        package let dts: Int64
        /// Presentation time, in the same ticks; below zero for what an encoder puts before the audio.
        package let pts: Int64
        /// In ticks, as the movie says: 0 ..< 2^32. See `Track.frameEnd(_:)` for how long a frame is really shown.
        package let duration: Int64
        /// Where its data begins in the file, in bytes.
        package let offset: Int64
        /// In bytes; not below 0.
        package let size: Int32
        /// Whether decoding can begin here.
        package let isKeyframe: Bool

        package init(dts: Int64, pts: Int64, duration: Int64, offset: Int64, size: Int32, isKeyframe: Bool) {
            (self.dts, self.pts, self.duration) = (dts, pts, duration)
            (self.offset, self.size, self.isKeyframe) = (offset, size, isKeyframe)
        }
    }

    package enum TrackKind: Sendable { case video, audio, other }

    /// One track, its samples in decoding order.
    package struct Track: Sendable {
        package let kind: TrackKind
        /// Ticks a second.
        package let timescale: Int32
        package let samples: SampleTable

        /// Where the last sample ends, in ticks; 0 for an empty track.
        package var end: Int64 { samples.lazy.map { $0.pts + $0.duration }.max() ?? 0 }

        package var timeBase: Rational { .oneOver(timescale) }
    }

    /// A part of the file that holds samples of all tracks.
    package struct Fragment: Sendable, Equatable {
        /// Where its media data lies in the file, in bytes.
        package let media: Range<Int64>
        /// The hash of the media data, made while it was recorded; nil where none was.
        package let mediaHash: [UInt8]?
    }

    /// A stretch of the movie that cannot be read.
    package struct Gap: Sendable, Equatable {
        /// Where the last frame or audio packet before it ends, and where the first after it begins.
        package let range: TimeRange
    }

    /// In the file's order, which is also the order of a demuxer's streams.
    package let tracks: [Track]
    /// In the file's order.
    package let fragments: [Fragment]
    /// In the order of their times.
    package let gaps: [Gap]
    /// Whether boxes are damaged in the file that could be read from their copies, or bytes were passed over: other
    /// programs do not read it as it is.
    package let isDamaged: Bool
    /// Whether the file ends within a fragment, as after a crash.
    package let isTruncated: Bool
    /// Where the last whole fragment ends, or the header where there is none, in bytes.
    package let wholeEnd: Int64

    /// The place of the first video track: the screen. A camera, where there is one, comes after it.
    package var videoTrack: Int? { tracks.firstIndex { $0.kind == .video } }

    /// The places of the audio tracks.
    package var audioTracks: [Int] { tracks.indices.filter { tracks[$0].kind == .audio } }

    /// Where the last sample of all tracks ends, rounded up to the first video track's clock.
    package var end: MediaTime {
        let clock = videoTrack.map { tracks[$0].timescale } ?? 90_000
        let ends = tracks.compactMap { MediaTime(validating: $0.end, timescale: Int64($0.timescale)) }
        return (ends.max() ?? .zero).converted(to: clock, rounding: .up)
    }
}

extension MovieIndex {
    /// A sample and its place.
    package struct Place {
        package let track: Int
        package let number: Int
        package let sample: Sample
    }

    /// The samples of all tracks, in the order of their decoding times.
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

    /// Ticks a second of the clock in which lengths are given: the first video track's.
    package var clock: Int32 { videoTrack.map { tracks[$0].timescale } ?? 90_000 }
}
