import FFmpeg
import FFmpegFilter
package import MediaTime
package import ReplayEditor
import ReplayLibrary
package import ReplayMovie

/// The peak levels of an audio track, 100 per second. Each is the largest sample of any channel.
package struct AudioPeaks: Sendable, Equatable {
    /// The number of values per second.
    package static let rate: Int32 = 100

    /// The values from the recording's beginning, in 0 (silence) ... 255 (full scale).
    package fileprivate(set) var values: [UInt8]

    package init(values: [UInt8] = []) { self.values = values }

    /// Returns the largest value in a range of the recording, or 0 if there is none.
    package func peak(in range: TimeRange) -> UInt8 {
        let start = Int(clamping: range.start.converted(to: Self.rate, rounding: .down).value)
        let end = Int(clamping: range.end.converted(to: Self.rate, rounding: .up).value)
        return values[min(max(0, start), values.count)..<min(max(0, start, end), values.count)].max() ?? 0
    }
}

extension AudioPeaks {
    /// Returns the height at which a value is drawn. It is proportional to the square root, so that speech is visible
    /// beside louder audio.
    /// - Parameter full: The height of full scale, in pixels. Silence has a height of 1.
    package static func height(of value: UInt8, full: Int) -> Int {
        max(1, Int(saturating: (Double(value) / 255).squareRoot() * Double(full)))
    }
}

/// A reader of a track's peaks that works step by step. Used from one thread at a time.
package final class AudioPeakReader {
    private let reader: AudioReader?
    private let converter: SampleConverter?
    /// The number of values for the whole duration.
    private let count: Int
    private var position: Int64

    /// The peaks that were read so far.
    package private(set) var peaks: AudioPeaks

    /// - Parameters:
    ///   - movie: The movie.
    ///   - track: The index of the track.
    ///   - duration: The duration to read.
    ///   - known: The peaks that were read before.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package init(
        _ movie: MovieReader, track: Int, duration: MediaTime, known: AudioPeaks = AudioPeaks()
    ) throws {
        reader = try AudioReader(movie, track: track)
        converter = try reader.map { try SampleConverter(for: $0.model) }
        count = Int(duration.converted(to: AudioPeaks.rate, rounding: .up).value)
        peaks = known
        position = Int64(known.values.count) * Int64(reader?.sampleRate ?? 0) / Int64(AudioPeaks.rate)
        try reader?.seek(to: position)
    }

    /// The part of the peaks that is known, in 0...1.
    package var progress: Double { count == 0 ? 1 : min(1, Double(peaks.values.count) / Double(count)) }

    /// Reads more peaks. Blocks.
    /// - Parameter seconds: The duration to read, in seconds.
    /// - Returns: True if there is more to read.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package func read(seconds: Int) throws -> Bool {
        let limit = min(count, peaks.values.count + seconds * Int(AudioPeaks.rate))
        guard let reader, let converter else {
            peaks.values += repeatElement(0, count: max(0, limit - peaks.values.count))
            return peaks.values.count < count
        }
        var peak: Float = 0
        while peaks.values.count < limit {
            let end = (Int64(peaks.values.count) + 1) * Int64(reader.sampleRate) / Int64(AudioPeaks.rate)
            let frame = try reader.read(from: position, count: Int(end - position))
            peak = max(peak, try converter.peak(of: frame))
            position += Int64(frame.sampleCount)
            guard position >= end else { continue }
            peaks.values.append(UInt8(exactly: (peak * 255).rounded()) ?? 255)
            peak = 0
        }
        return peaks.values.count < count
    }
}

extension EditSession {
    /// The audio tracks of the recording except the recorder's mix, with their indices and titles.
    package var waveformTracks: [(track: Int, title: String)] {
        movie.index.audioTracks.map { ($0, movie.streams[$0].title ?? "Audio") }
            .filter { $0.1 != MovieTrack.mixTitle }
    }

    /// Returns the peaks of each of these tracks. Blocks: an hour of one track takes about 10 s.
    /// - Throws: `MovieError`, or `FFmpegError`.
    package func audioPeaks() throws -> [AudioPeaks] {
        try waveformTracks.map { entry in
            let reader = try AudioPeakReader(movie, track: entry.track, duration: edit.duration)
            while try reader.read(seconds: 600) {}
            return reader.peaks
        }
    }
}

/// A converter that finds the largest sample of an audio frame in any format.
private struct SampleConverter {
    private let graph: FilterGraph?

    init(for model: Frame) throws {
        graph =
            model.isPlanarFloat ? nil : try .open("[in0]aformat=sample_fmts=fltp[out]", inputs: [.audio(like: model)])
    }

    func peak(of frame: Frame) throws -> Float {
        guard let graph else { return try frame.peak() }
        try graph.push(frame)
        var peak: Float = 0
        while case .next(let converted) = try graph.pull() { peak = max(peak, try converted.peak()) }
        return peak
    }
}

extension Frame {
    /// Returns the largest absolute sample of any channel. The format must be planar float.
    package func peak() throws -> Float {
        try (0..<channelCount).map { channel in
            try withSamples(ofChannel: channel) { $0.reduce(0) { max($0, abs($1)) } }
        }.max() ?? 0
    }
}
