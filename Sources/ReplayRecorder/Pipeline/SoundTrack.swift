package import FFmpeg
import MediaTime

/// One sound track while it is recorded: takes sample buffers, gives AAC packets.
///
/// Before `begin(at:)` and after `end(at:)` what comes is left out.
package final class SoundTrack: Sendable {
    package let kind: SoundKind
    package let parameters: CodecParameters
    private let state: Monitor<State>

    private struct State {
        var encoder: SoundEncoder
        let stretch: SampleStretch
        var epoch: HostTime?
        /// Where the track ends, in samples, once it is known.
        var limit: Int64?
        var timeline = SoundTimeline()
        /// Interleaved samples that do not fill a frame yet.
        var pending: [Float] = []
        var peak: Float = 0

        mutating func append(_ samples: UnsafeBufferPointer<Float>, count: Int) {
            for sample in samples { peak = max(peak, abs(sample)) }
            if count * stretch.channels == samples.count {
                pending.append(contentsOf: samples)
            } else if count > 1 {
                pending.append(contentsOf: stretch(samples, to: count))
            }
        }
    }

    /// - Parameter streamIndex: the track's place in the movie.
    package init(_ kind: SoundKind, streamIndex: Int) throws(FFmpegError) {
        let encoder = try SoundEncoder(kind, streamIndex: streamIndex)
        self.kind = kind
        parameters = encoder.parameters
        state = Monitor(State(encoder: encoder, stretch: SampleStretch(channels: kind.channels)))
    }

    /// Sets the instant of the track's first sample.
    package func begin(at epoch: HostTime) { state.update { $0.epoch = epoch } }

    /// Takes samples, interleaved; `time` is that of the first.
    /// - Returns: the packets that became whole.
    package func append(
        _ samples: UnsafeBufferPointer<Float>, at time: HostTime
    ) throws(FFmpegError) -> [Packet] {
        try state.update { state throws(FFmpegError) in
            guard let epoch = state.epoch, state.limit == nil else { return [] }
            let count = samples.count / kind.channels
            let placement = state.timeline.place(count, at: Self.samples(from: epoch, to: time))
            try encode(silence: placement.silence, &state)
            let rest = UnsafeBufferPointer(rebasing: samples[(placement.skipped * kind.channels)...])
            state.append(rest, count: count - placement.skipped + placement.stretch)
            try encodeWholeFrames(&state)
            return state.encoder.takePackets()
        }
    }

    /// Fills with silence what should have come by `time`: a source that is asleep or gone sends nothing.
    package func fill(to time: HostTime) throws(FFmpegError) -> [Packet] {
        try state.update { state throws(FFmpegError) in
            guard let epoch = state.epoch, state.limit == nil else { return [] }
            try encode(silence: state.timeline.fill(to: Self.samples(from: epoch, to: time)), &state)
            return state.encoder.takePackets()
        }
    }

    /// Ends the track at `time`: silence up to there, or what is more is cut off.
    /// - Returns: the last packets.
    package func end(at time: HostTime) throws(FFmpegError) -> [Packet] {
        let packets = try fill(to: time)
        return try state.update { state throws(FFmpegError) in
            guard let epoch = state.epoch, state.limit == nil else { return packets }
            let limit = Self.samples(from: epoch, to: time)
            state.limit = limit
            let surplus = max(0, state.timeline.position - limit)
            state.pending.removeLast(min(state.pending.count, Int(surplus) * kind.channels))
            let rest = state.pending.count / kind.channels
            if rest > 0 { try encode(silence: state.encoder.frameSize - rest, &state) }
            try state.encoder.finish()
            return packets + state.encoder.takePackets()
        }
    }

    /// Whether the track reaches to `time`.
    package func reaches(_ time: HostTime) -> Bool {
        state.update { state in
            guard let epoch = state.epoch else { return false }
            return state.timeline.position >= Self.samples(from: epoch, to: time)
        }
    }

    /// The loudest sample since the last call, 0...1 and beyond where it is too loud.
    package func takePeak() -> Float {
        state.update { state in
            defer { state.peak = 0 }
            return state.peak
        }
    }

    private func encode(silence count: Int, _ state: inout State) throws(FFmpegError) {
        let frameSize = state.encoder.frameSize
        // What completes the frame that was begun, whole frames, and the beginning of another: of an hour of silence
        // no sample is held.
        let begun = state.pending.count / kind.channels
        let completing = begun == 0 ? 0 : min(count, frameSize - begun)
        state.pending.append(contentsOf: repeatElement(0, count: completing * kind.channels))
        try encodeWholeFrames(&state)
        let (frames, rest) = (count - completing).quotientAndRemainder(dividingBy: frameSize)
        try state.encoder.encodeSilence(frames: frames)
        state.pending.append(contentsOf: repeatElement(0, count: rest * kind.channels))
    }

    private func encodeWholeFrames(_ state: inout State) throws(FFmpegError) {
        let frameLength = state.encoder.frameSize * kind.channels
        var start = 0
        while state.pending.count - start >= frameLength {
            try state.pending.withUnsafeBufferPointer { samples throws(FFmpegError) in
                try state.encoder.encode(UnsafeBufferPointer(rebasing: samples[start..<(start + frameLength)]))
            }
            start += frameLength
        }
        state.pending.removeFirst(start)
    }

    private static func samples(from epoch: HostTime, to time: HostTime) -> Int64 {
        time.time(since: epoch).converted(to: Int32(SoundKind.sampleRate), rounding: .nearest).value
    }
}
