import FFmpeg
import ReplayMovie

/// Decodes one track of a movie, from any of its packets on. Used from one thread at a time.
final class TrackDecoder {
    private let movie: MovieReader
    private let track: Int
    private let samples: SampleTable
    private let decoder: Decoder

    /// The sample that is decoded next.
    private(set) var nextSample = 0
    /// What is decoded, where that is not all from `nextSample` on.
    private var selection: ArraySlice<() throws -> Packet>?

    /// - Parameters:
    ///   - threads: how many threads may decode.
    ///   - isCropped: false: frames come with all that is coded, beyond what is shown.
    init(_ movie: MovieReader, track: Int, threads: Int = 1, isCropped: Bool = true) throws {
        self.movie = movie
        self.track = track
        let facts = movie.index.tracks[track]
        samples = facts.samples
        decoder = try Decoder.open(
            movie.streams[track].parameters, timeBase: facts.timeBase, threads: threads, isCropped: isCropped)
    }

    /// Goes on with a sample, as if nothing had been decoded.
    func seek(toSample sample: Int) {
        decoder.reset()
        nextSample = sample
        selection = nil
    }

    /// Goes on with some packets alone, as if nothing had been decoded.
    func select(_ packets: [() throws -> Packet]) {
        decoder.reset()
        selection = packets[...]
    }

    /// The next frame, or nil after the last; times are in the track's ticks. A damaged packet costs its frame, not the
    /// export: what stays on the screen is the one before.
    /// - Throws: `FFmpegError`, `MovieError`.
    func nextFrame() throws -> Frame? { try decoder.nextFrame(skippingDamaged: true, nextPacket) }

    private func nextPacket() throws -> Packet? {
        guard selection == nil else { return try selection?.popFirst()?() }
        guard nextSample < samples.count else { return nil }
        let packet = try movie.packet(track: track, sample: nextSample)
        _ = try movie.verify(at: samples[nextSample].offset)
        nextSample += 1
        return packet
    }
}
