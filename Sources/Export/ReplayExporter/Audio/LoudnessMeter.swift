import FFmpeg
import FFmpegFilter
import MediaTime

/// Measures audio as it will be heard: without what its coder leaves out. Used from one thread.
final class LoudnessMeter {
    private let decoder: Decoder
    private var graph: FilterGraph?
    private var integrated: Double?
    private var peak: Float = 0

    /// - Parameters:
    ///   - parameters: how the packets are coded.
    ///   - timeBase: that of the packets.
    init(_ parameters: CodecParameters, timeBase: Rational) throws {
        decoder = try .open(parameters, timeBase: timeBase)
    }

    /// - Parameter packet: nil for the end.
    func take(_ packet: Packet?) throws {
        var frames = decoder.frames(of: packet)
        while let frame = try frames.next() { try measure(frame) }
        if packet == nil { try measure(nil) }
    }

    /// How loud all of it is; of what was taken when the end was.
    var loudness: Loudness { Loudness(integrated: integrated, peak: peak) }

    private func measure(_ frame: Frame?) throws {
        if graph == nil, let frame { graph = try .open(Loudness.filters, inputs: [.audio(like: frame)]) }
        guard let graph else { return }
        try graph.push(frame)
        while case .next(let measured) = try graph.pull() {
            // The last one need not say it: each tenth of a second is measured.
            integrated = measured.metadata(Loudness.key).flatMap(Double.init) ?? integrated
            peak = max(peak, try measured.peak())
        }
    }
}
