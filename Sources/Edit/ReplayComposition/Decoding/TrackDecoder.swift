package import FFmpeg
package import ReplayMovie

/// A decoder of one track of a movie, which can start at any packet. Used from one thread at a time.
package final class TrackDecoder {
    private let movie: MovieReader
    private let track: Int
    private let threads: Int
    private let isCropped: Bool
    private let samples: SampleTable
    private var decoder: any PacketDecoder
    /// True after a reset of the decoder.
    private var isReset = true

    /// The index of the sample that is decoded next.
    private(set) var nextSample = 0
    /// The packets to decode, or nil for all from `nextSample` on.
    private var selection: ArraySlice<() throws -> Packet>?

    /// - Parameters:
    ///   - movie: The movie.
    ///   - track: The index of the track.
    ///   - threads: The maximum number of decoding threads.
    ///   - isCropped: True if frames are cropped to the displayed area. If false, they have the whole coded area.
    package init(_ movie: MovieReader, track: Int, threads: Int = 1, isCropped: Bool = true) throws {
        self.movie = movie
        self.track = track
        (self.threads, self.isCropped) = (threads, isCropped)
        samples = movie.index.tracks[track].samples
        decoder = try movie.openDecoder(track: track, threads: threads, isCropped: isCropped)
    }

    /// Continues with a sample, after a reset of the decoder.
    package func seek(toSample sample: Int) {
        reset()
        nextSample = sample
        selection = nil
    }

    private func reset() {
        decoder.reset()
        isReset = true
    }

    /// Continues with these packets only, after a reset of the decoder.
    func select(_ packets: [() throws -> Packet]) {
        reset()
        selection = packets[...]
    }

    /// Returns the next frame, or nil after the last. Times are in the track's ticks. A damaged packet loses only its
    /// own frame: the frame before stays on the screen.
    /// - Throws: `FFmpegError`, `MovieError`, and the errors of a sandbox, after which only a seek helps.
    package func nextFrame() throws -> Frame? {
        if isReset, decoder.hasEnded {
            decoder = try movie.openDecoder(track: track, threads: threads, isCropped: isCropped)
        }
        isReset = false
        return try decoder.nextFrame(skippingDamaged: true, nextPacket)
    }

    private func nextPacket() throws -> Packet? {
        guard selection == nil else { return try selection?.popFirst()?() }
        guard nextSample < samples.count else { return nil }
        let packet = try movie.packet(track: track, sample: nextSample)
        _ = try movie.verify(at: samples[nextSample].offset)
        nextSample += 1
        return packet
    }
}
