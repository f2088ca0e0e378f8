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
