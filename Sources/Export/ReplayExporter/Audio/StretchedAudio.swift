import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTimeline

/// The audio of a clip that plays faster or slower than it was recorded, as high as it was: libavfilter's `atempo`.
///
/// Nothing of the recording is heard but what the clip shows.
final class StretchedAudio {
    private let reader: AudioReader
    private let graph: FilterGraph
    /// The next sample of the recording.
    private var source: Int64
    private let end: Int64
    /// What is done and not taken.
    private var held: Frame?
    private var hasEnded = false

    /// How many samples go into the filter at once.
    private static let step: Int64 = 4096

    /// - Parameters:
    ///   - samples: of the recording.
    ///   - speed: not normal.
    init(_ reader: AudioReader, _ samples: Range<Int64>, speed: Speed) throws {
        self.reader = reader
        source = samples.lowerBound
        end = samples.upperBound
        graph = try FilterGraph.open(
            "[in0]\(Self.filters(speed)),aformat=sample_fmts=fltp[out]", inputs: [.audio(like: reader.model)])
        try reader.seek(to: source)
    }

    /// The filter does no less than a half at once.
    private static func filters(_ speed: Speed) -> String {
        var factor = Double(speed.factor.numerator) / Double(speed.factor.denominator)
        var filters: [String] = []
        while factor < 0.5 {
            filters.append("atempo=0.5")
            factor *= 2
        }
        return (filters + ["atempo=\(factor)"]).joined(separator: ",")
    }

    /// The next samples, 1...`count` of them; silence from the clip's end on.
    func read(_ count: Int) throws -> Frame {
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
