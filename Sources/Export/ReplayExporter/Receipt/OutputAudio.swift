import FFmpeg
import ReplayMovie

/// The first channel of an output's audio, decoded sequentially from its start.
final class OutputAudio {
    private let output: Demuxer
    private let stream: Int
    private let decoder: any PacketDecoder
    /// The decoded samples that are still needed, and their position in the output.
    private var held: (samples: [Float], start: Int64) = ([], 0)

    /// - Parameters:
    ///   - output: The output, from its start, which delivers packets of this stream only.
    ///   - movie: The recording's movie.
    init(_ output: Demuxer, stream: Int, of movie: MovieReader) throws {
        self.output = output
        self.stream = stream
        decoder = try movie.openDecoder(ofOutput: output.streams[stream])
    }

    /// Returns samples of the output.
    /// - Parameter start: The position of the first sample, which must not decrease from call to call.
    /// - Returns: The samples, or nil if the audio ends earlier.
    func samples(from start: Int64, count: Int) throws -> [Float]? {
        while held.start + Int64(held.samples.count) < start + Int64(count) {
            let late = Int(min(Int64(held.samples.count), max(0, start - held.start)))
            held = (Array(held.samples.dropFirst(late)), held.start + Int64(late))
            guard try decodeMore() else { return nil }
        }
        let first = Int(start - held.start)
        return first < 0 ? nil : Array(held.samples[first..<first + count])
    }

    private func decodeMore() throws -> Bool {
        guard let frame = try decoder.nextFrame({ try output.read(stream: stream) }) else { return false }
        if held.samples.isEmpty { held.start = frame.bestEffortPTS ?? held.start }
        try frame.withSamples(ofChannel: 0) { held.samples += $0 }
        return true
    }
}
