package import FFmpeg
import MediaTime

/// One sound track while it is recorded: takes sample buffers, gives AAC packets.
///
/// Before `begin(at:)` and after `end(at:)` what comes is left out.
package final class SoundTrack: Sendable {
    package let kind: SoundKind
    package let parameters: CodecParameters
    private let streamIndex: Int
    private let state: Monitor<State>

    private struct State {
        let encoder: Encoder
        let stretch: SampleStretch
        var epoch: HostTime?
        /// Where the track ends, in samples, once it is known.
        var limit: Int64?
        var timeline = SoundTimeline()
        /// Interleaved samples that do not fill a frame yet.
        var pending: [Float] = []
        var encodedSamples: Int64 = 0
        var peak: Float = 0
        var packets: [Packet] = []

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
        let encoder = try Encoder.audio(
            AudioEncoderSettings(
                sampleRate: SoundKind.sampleRate, channels: kind.channels, bitRate: kind.bitRate,
                options: ["aac_coder": "fast"]))
        self.kind = kind
        self.streamIndex = streamIndex
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
            return takePackets(&state)
        }
    }

    /// Fills with silence what should have come by `time`: a source that is asleep or gone sends nothing.
    package func fill(to time: HostTime) throws(FFmpegError) -> [Packet] {
        try state.update { state throws(FFmpegError) in
            guard let epoch = state.epoch, state.limit == nil else { return [] }
            try encode(silence: state.timeline.fill(to: Self.samples(from: epoch, to: time)), &state)
            return takePackets(&state)
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
            try state.encoder.encode(nil) { state.packets.append($0) }
            return packets + takePackets(&state)
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
        var missing = count
        while missing > 0 {
            // A second at a time: a machine that was stopped for an hour must not cost an hour's memory.
            let part = min(missing, SoundKind.sampleRate)
            state.pending.append(contentsOf: repeatElement(0, count: part * kind.channels))
            try encodeWholeFrames(&state)
            missing -= part
        }
    }

    private func encodeWholeFrames(_ state: inout State) throws(FFmpegError) {
        let frameLength = state.encoder.frameSize * kind.channels
        var start = 0
        while state.pending.count - start >= frameLength {
            try encodeFrame(start..<(start + frameLength), &state)
            start += frameLength
        }
        state.pending.removeFirst(start)
    }

    private func encodeFrame(_ range: Range<Int>, _ state: inout State) throws(FFmpegError) {
        // The encoder's first packet holds only what it puts before the sound and is left out, so that the
        // track begins at 0 without an edit list. The first frame needs that packet to be decoded truly: it is
        // silent, 21 ms.
        if state.encodedSamples == 0 { for index in range { state.pending[index] = 0 } }
        let pts = state.encodedSamples
        let frame = try state.pending.withUnsafeBufferPointer { samples throws(FFmpegError) in
            try Frame.audio(
                interleaved: UnsafeBufferPointer(rebasing: samples[range]), channels: kind.channels,
                sampleRate: SoundKind.sampleRate, pts: pts)
        }
        state.encodedSamples += Int64(state.encoder.frameSize)
        try state.encoder.encode(frame) { state.packets.append($0) }
    }

    private func takePackets(_ state: inout State) -> [Packet] {
        defer { state.packets = [] }
        let audible = state.packets.filter { ($0.pts ?? 0) >= 0 }
        for packet in audible { packet.streamIndex = streamIndex }
        return audible
    }

    private static func samples(from epoch: HostTime, to time: HostTime) -> Int64 {
        time.time(since: epoch).converted(to: Int32(SoundKind.sampleRate), rounding: .nearest).value
    }
}
