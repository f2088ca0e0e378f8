import FFmpeg
import FFmpegFilter
import MediaTime

/// Measures the loudness of encoded audio by decoding it, because the encoder removes a part of the signal. Use it from
/// one thread.
final class LoudnessMeter {
    private let decoder: Decoder
    private var graph: FilterGraph?
    private var integrated: Double?
    private var peak: Float = 0

    /// - Parameters:
    ///   - parameters: The codec parameters of the packets.
    ///   - timeBase: The time base of the packets.
    init(_ parameters: CodecParameters, timeBase: Rational) throws {
        decoder = try .open(parameters, timeBase: timeBase)
    }

    /// Measures a packet.
    /// - Parameter packet: The packet, or nil for the end.
    func take(_ packet: Packet?) throws {
        var frames = decoder.frames(of: packet)
        while let frame = try frames.next() { try measure(frame) }
        if packet == nil { try measure(nil) }
    }

    /// The loudness of all packets. It is complete after the end was passed to `take`.
    var loudness: Loudness { Loudness(integrated: integrated, peak: peak) }

    private func measure(_ frame: Frame?) throws {
        if graph == nil, let frame { graph = try .open(Loudness.filters, inputs: [.audio(like: frame)]) }
        guard let graph else { return }
        try graph.push(frame)
        while case .next(let measured) = try graph.pull() {
            // The last frame may lack the value, because the filter measures once per 100 ms.
            integrated = measured.metadata(Loudness.key).flatMap(Double.init) ?? integrated
            peak = max(peak, try measured.peak())
        }
    }
}
