import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

/// The ranges in which an audio track is louder than a threshold. Uses the levels that the recorder noted, and decodes
/// the rest.
struct AudibleStretches {
    private let movie: MovieReader
    private let track: Int
    private let threshold: Double
    private let duration: MediaTime
    private var rate: Int32 { Int32(clamping: movie.streams[track].parameters.sampleRate) }

    /// The number of samples per level: the length of an AAC packet.
    private static let stretchLength = 1024

    /// - Parameter threshold: The level relative to full scale. Audio at this level or below counts as silent.
    init(of movie: MovieReader, track: Int, above threshold: Gain, duration: MediaTime) {
        self.movie = movie
        self.track = track
        self.threshold = threshold.decibels
        self.duration = duration
    }

    /// Returns the audible ranges in ascending order; adjacent ranges may touch. Blocks: decoding one hour of audio
    /// takes about five seconds.
    /// - Parameters:
    ///   - notes: The levels that the recorder noted.
    ///   - wanted: The ranges to decode, ascending and disjoint. Outside them, only noted levels are used.
    /// - Throws: `MovieError`, or an error of FFmpeg.
    func ranges(notes: [AudioLevel], within wanted: [TimeRange]) throws -> [TimeRange] {
        guard rate > 0 else { return [] }
        let count = Int(duration.converted(to: rate, rounding: .up).value) / Self.stretchLength + 1
        let levels = try complete(Array(notes.prefix(count)), count: count, at: places(in: wanted, count))
        return stride(from: 0, to: count, by: 1).lazy.filter { levels[$0].decibels > threshold }.map { place in
            let start = Int64(place * Self.stretchLength)
            return TimeRange(
                start: MediaTime(value: start, timescale: rate),
                end: MediaTime(value: start + Int64(Self.stretchLength), timescale: rate))
        }
    }

    /// Returns the indices of the levels in each range.
    private func places(in ranges: [TimeRange], _ count: Int) -> [Range<Int>] {
        ranges.map { range in
            let start = Int(range.start.converted(to: rate, rounding: .down).value) / Self.stretchLength
            let end = Int(range.end.converted(to: rate, rounding: .up).value) / Self.stretchLength + 1
            return min(start, count)..<min(end, count)
        }
    }

    private func complete(_ notes: [AudioLevel], count: Int, at places: [Range<Int>]) throws -> [AudioLevel] {
        var levels = notes + repeatElement(AudioLevel(rawValue: 0), count: max(0, count - notes.count))
        let unknown = places.joined().filter { !levels[$0].isKnown }
        guard !unknown.isEmpty else { return levels }
        guard let reader = try AudioReader(movie, track: track) else {
            for place in unknown { levels[place] = .silence }
            return levels
        }
        var next: Int?
        for place in unknown where !levels[place].isKnown {
            let start = Int64(place * Self.stretchLength)
            if place != next { try reader.seek(to: start) }
            levels[place] = AudioLevel(peak: try reader.peak(from: start, count: Self.stretchLength))
            next = place + 1
        }
        return levels
    }
}

extension AudioReader {
    /// Returns the largest absolute sample of all channels.
    fileprivate func peak(from start: Int64, count: Int) throws -> Float {
        var (position, peak) = (start, Float(0))
        while position < start + Int64(count) {
            let frame = try read(from: position, count: Int(start) + count - Int(position))
            peak = max(peak, try frame.peak())
            position += Int64(frame.sampleCount)
        }
        return peak
    }
}
