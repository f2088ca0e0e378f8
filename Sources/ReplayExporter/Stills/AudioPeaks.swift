import FFmpeg
import FFmpegFilter
package import MediaTime
package import ReplayEditor
import ReplayLibrary
package import ReplayMovie

/// How loud an audio track is, a hundred times a second: the largest sample of any channel.
package struct AudioPeaks: Sendable, Equatable {
    /// How many values there are a second.
    package static let rate: Int32 = 100

    /// From the recording's beginning on; 0 (silence) to 255 (full scale).
    package private(set) var values: [UInt8] = []

    /// Decodes a whole track. Blocks: an hour takes some ten seconds.
    /// - Parameter duration: how much of it is read.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package init(_ movie: MovieReader, track: Int, duration: MediaTime) throws {
        guard let reader = try AudioReader(movie, track: track) else { return }
        let count = Int(duration.converted(to: Self.rate, rounding: .up).value)
        values.reserveCapacity(count)
        let converter = try SampleConverter(for: reader.model)
        var (position, peak) = (Int64(0), Float(0))
        while values.count < count {
            let end = (Int64(values.count) + 1) * Int64(reader.sampleRate) / Int64(Self.rate)
            let frame = try reader.read(from: position, count: Int(end - position))
            peak = max(peak, try converter.peak(of: frame))
            position += Int64(frame.sampleCount)
            guard position >= end else { continue }
            values.append(UInt8(exactly: (peak * 255).rounded()) ?? 255)
            peak = 0
        }
    }

    /// The loudest value within a stretch of the recording; 0 where there is none.
    package func peak(in range: TimeRange) -> UInt8 {
        let start = Int(clamping: range.start.converted(to: Self.rate, rounding: .down).value)
        let end = Int(clamping: range.end.converted(to: Self.rate, rounding: .up).value)
        return values[min(max(0, start), values.count)..<min(max(0, start, end), values.count)].max() ?? 0
    }
}

extension AudioPeaks {
    /// How high a value is drawn: by its root, so that speech is seen beside what is loud.
    /// - Parameter full: how high full scale is, in pixels; silence is a line.
    static func height(of value: UInt8, full: Int) -> Int {
        max(1, Int(saturating: (Double(value) / 255).squareRoot() * Double(full)))
    }
}

extension EditSession {
    /// How loud each audio track of the whole recording is, but for the recorder's own mix of them. Blocks.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    package func audioPeaks() throws -> [AudioPeaks] {
        try movie.index.audioTracks.filter { movie.streams[$0].title != MovieTrack.mixTitle }
            .map { try AudioPeaks(movie, track: $0, duration: edit.duration) }
    }
}

/// Finds the largest sample of audio in any format.
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
    fileprivate func peak() throws -> Float {
        try (0..<channelCount).map { channel in
            try withSamples(ofChannel: channel) { $0.reduce(0) { max($0, abs($1)) } }
        }.max() ?? 0
    }
}
