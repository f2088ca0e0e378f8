package import FFmpeg
import FFmpegFilter
import MediaTime
package import ReplayTimeline

/// The audio of a clip that plays faster or slower than it was recorded, at its original pitch: libavfilter's `atempo`.
///
/// Only the samples of the clip's range are used.
package final class StretchedAudio {
    private let reader: AudioReader
    private let graph: FilterGraph
    /// The position of the next sample to read, in the recording.
    private var source: Int64
    private let end: Int64
    /// The filtered audio that was not returned yet.
    private var held: Frame?
    private var hasEnded = false

    /// The number of samples to filter in one step.
    private static let step: Int64 = 4096

    /// - Parameters:
    ///   - samples: The range of the clip, in samples of the recording.
    ///   - speed: A speed other than normal.
    package init(_ reader: AudioReader, samples: Range<Int64>, speed: Speed) throws {
        self.reader = reader
        source = samples.lowerBound
        end = samples.upperBound
        graph = try FilterGraph.open(
            "[in0]\(Self.filters(speed)),aformat=sample_fmts=fltp[out]", inputs: [.audio(like: reader.model)])
        try reader.seek(to: source)
    }

    /// Returns the filters for a speed. One `atempo` filter cannot go below 0.5.
    private static func filters(_ speed: Speed) -> String {
        var factor = Double(speed.factor.numerator) / Double(speed.factor.denominator)
        var filters: [String] = []
        while factor < 0.5 {
            filters.append("atempo=0.5")
            factor *= 2
        }
        return (filters + ["atempo=\(factor)"]).joined(separator: ",")
    }

    /// Returns the next samples, 1...`count` of them. Returns silence after the clip's end.
    package func read(_ count: Int) throws -> Frame {
        while held == nil, !hasEnded { try fill() }
        guard let frame = held else { return try reader.model.silence(count, pts: 0) }
        guard frame.sampleCount > count else {
            held = nil
            return frame
        }
        held = try frame.slice(count..<frame.sampleCount, pts: 0)
        return try frame.slice(0..<count, pts: 0)
    }

    private func fill() throws {
        switch try graph.pull() {
        case .next(let frame): held = frame
        case .end: hasEnded = true
        case .again:
            guard source < end else { return try graph.push(nil) }
            let frame = try reader.read(from: source, count: Int(min(Self.step, end - source)))
            try graph.push(try frame.stamped(pts: source))
            source += Int64(frame.sampleCount)
        }
    }
}
