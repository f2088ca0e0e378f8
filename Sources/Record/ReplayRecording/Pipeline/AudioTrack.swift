package import AudioSources
package import FFmpeg
package import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplaySources
import Threads

/// An audio track during recording: it takes sample buffers and yields AAC packets.
///
/// Samples are dropped before the recording has begun, during a pause, and after `end(at:)`.
package final class AudioTrack: Sendable {
    package let kind: AudioSource
    package let parameters: CodecParameters
    private let control: SessionControl
    let mix: RecordedMix?
    private let state: ConditionLock<State>

    private struct State {
        var encoder: AudioEncoder
        let stretch: SampleStretch
        /// The start of the track and, once known, its end, in samples.
        let origin: Int64
        var limit: Int64?
        var timeline: AudioTimeline
        var held: [HeldAudio] = []
        /// The interleaved samples that do not fill a frame yet.
        var pending: [Float] = []
        var peak: Float = 0
        /// The levels of the frames encoded since the last `takeLevels()`.
        var levels: [AudioLevel] = []

        mutating func append(_ samples: UnsafeBufferPointer<Float>, count: Int) {
            let loudest = samples.reduce(0) { max($0, $1.isFinite ? abs($1) : .infinity) }
            guard loudest <= Self.maxSample else { return append(Self.repaired(samples), count: count) }
            peak = max(peak, loudest)
            if count * stretch.channels == samples.count {
                pending.append(contentsOf: samples)
            } else if count > 1 {
                pending.append(contentsOf: stretch(samples, to: count))
            }
        }

        private mutating func append(_ samples: [Float], count: Int) {
            samples.withUnsafeBufferPointer { append($0, count: count) }
        }

        /// Returns samples in which NaN is replaced by 0 and large values are limited. The encoder rejects invalid
        /// samples, and a program that plays them must not end the recording.
        private static func repaired(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
            samples.map { $0.isFinite ? min(max($0, -maxSample), maxSample) : 0 }
        }

        /// The maximum sample value: 40 dB above full scale.
        private static let maxSample: Float = 100

        mutating func takePackets() -> [Packet] {
            encoder.takePackets().map { $0.moved(by: origin) }
        }
    }

    /// - Parameters:
    ///   - streamIndex: The index of the track in the movie.
    ///   - origin: The start of the track in samples: 0, or the end of the earlier recording.
    ///   - mix: The mix that also receives each frame.
    package init(
        _ kind: AudioSource, streamIndex: Int, control: SessionControl, origin: Int64 = 0, mix: RecordedMix? = nil
    ) throws(FFmpegError) {
        let encoder = try AudioEncoder(kind, streamIndex: streamIndex)
        self.kind = kind
        self.control = control
        self.mix = mix
        parameters = encoder.parameters
        state = ConditionLock(
            State(
                encoder: encoder, stretch: SampleStretch(channels: kind.channels), origin: origin,
                timeline: AudioTimeline(origin: origin)))
    }

    /// Takes interleaved samples. `time` is the time of the first one.
    ///
    /// - Parameters:
    ///   - now: The current time. Samples that end later are held until then, because a pause, a cover or a mute may
    ///     come first. In the distant future, nothing is held.
    ///   - deliver: Receives the completed packets. It is called under the track's lock, so that packets of several
    ///     threads keep their order.
    package func append(
        _ samples: UnsafeBufferPointer<Float>, at time: HostTime, now: HostTime = .now, deliver: ([Packet]) -> Void
    ) throws(FFmpegError) {
        // The gate is read after `now`, so that any later change of it has a later time.
        guard let gate = control.current else { return }
        let end = time + SampleClock.duration(of: Int64(samples.count / kind.channels))
        let audio = HeldAudio(samples: Array(samples), time: time, end: end)
        try state.update { state throws(FFmpegError) in
            guard state.limit == nil else { return }
            state.held.append(audio)
            try release(heardBy: now, gate: gate, state: &state)
            deliver(state.takePackets())
        }
    }

    /// Takes the held samples that end by `now`.
    private func release(heardBy now: HostTime, gate: SessionGate, state: inout State) throws(FFmpegError) {
        let due = state.held.prefix { $0.end <= now }
        state.held.removeFirst(due.count)
        for audio in due {
            try audio.samples.withUnsafeBufferPointer { samples throws(FFmpegError) in
                try take(samples, range: audio.time..<audio.end, gate: gate, state: &state)
            }
        }
    }

    private func take(
        _ samples: UnsafeBufferPointer<Float>, range: Range<HostTime>, gate: SessionGate, state: inout State
    ) throws(FFmpegError) {
        for piece in gate.pieces(of: range, for: kind) {
            let first = Self.sample(at: piece.range.lowerBound, from: range.lowerBound)
            let last = Self.sample(at: piece.range.upperBound, from: range.lowerBound)
            let start = position(piece.range.lowerBound, gate: gate)
            try place(first..<last, of: samples, isSilenced: piece.isInside, at: start, in: &state)
        }
    }

    private static func sample(at instant: HostTime, from time: HostTime) -> Int {
        Int(SampleClock.samples(in: instant - time))
    }

    private func place(
        _ part: Range<Int>, of samples: UnsafeBufferPointer<Float>, isSilenced: Bool, at start: Int64,
        in state: inout State
    ) throws(FFmpegError) {
        let placement = state.timeline.place(part.count, at: start)
        try encode(silence: placement.silence, &state)
        let count = part.count - placement.skipped + placement.stretch
        if isSilenced { return try encode(silence: count, &state) }
        let rest = (part.lowerBound + placement.skipped) * kind.channels..<part.upperBound * kind.channels
        state.append(UnsafeBufferPointer(rebasing: samples[rest]), count: count)
        try encodeWholeFrames(&state)
    }

    /// Fills the track with silence up to `time`, because a suspended or lost source sends nothing.
    /// - Parameter deliver: Receives the completed packets, as in `append`.
    package func fill(to time: HostTime, deliver: ([Packet]) -> Void) throws(FFmpegError) {
        let now = HostTime.now
        guard let gate = control.current else { return }
        try state.update { state throws(FFmpegError) in
            guard state.limit == nil else { return }
            try release(heardBy: max(now, time), gate: gate, state: &state)
            try encode(silence: state.timeline.fill(to: position(time, gate: gate)), &state)
            deliver(state.takePackets())
        }
    }

    /// Ends the track at `time`: fills it with silence up to there, or cuts off the surplus.
    /// - Parameter deliver: Receives the last packets, as in `append`.
    package func end(at time: HostTime, deliver: ([Packet]) -> Void) throws(FFmpegError) {
        guard let gate = control.current else { return }
        try fill(to: time, deliver: deliver)
        try state.update { state throws(FFmpegError) in
            guard state.limit == nil else { return }
            let limit = position(time, gate: gate)
            state.limit = limit
            let surplus = max(0, state.timeline.position - limit)
            state.pending.removeLast(min(state.pending.count, Int(surplus) * kind.channels))
            let rest = state.pending.count / kind.channels
            if rest > 0 { try encode(silence: state.encoder.frameSize - rest, &state) }
            try state.encoder.finish()
            try mix?.end(kind)
            deliver(state.takePackets())
        }
    }

    /// Returns true if the track extends to `time`.
    package func reaches(_ time: HostTime) -> Bool {
        guard let gate = control.current else { return false }
        return state.read { $0.timeline.position } >= position(time, gate: gate)
    }

    /// Returns the peak sample value since the last call: 0...1, or more if the audio is too loud.
    package func takePeak() -> Float {
        state.update { state in
            defer { state.peak = 0 }
            return state.peak
        }
    }

    /// Returns the level of each frame that was encoded since the last call, in order.
    func takeLevels() -> [AudioLevel] {
        state.update { state in
            defer { state.levels = [] }
            return state.levels
        }
    }

    /// The number of samples in a packet.
    var packetLength: Int64 { Int64(state.read { $0.encoder.frameSize }) }

    private func encode(silence count: Int, _ state: inout State) throws(FFmpegError) {
        let frameSize = state.encoder.frameSize
        // The silence completes the current frame, then come whole frames, then the start of a new one. Whole frames
        // are not stored, so that an hour of silence needs no memory.
        let begun = state.pending.count / kind.channels
        let completing = begun == 0 ? 0 : min(count, frameSize - begun)
        state.pending.append(contentsOf: repeatElement(0, count: completing * kind.channels))
        try encodeWholeFrames(&state)
        let (frames, rest) = (count - completing).quotientAndRemainder(dividingBy: frameSize)
        try state.encoder.encodeSilence(frames: frames)
        state.levels.append(contentsOf: repeatElement(.silence, count: frames))
        try mix?.appendSilence(frames: frames, of: kind)
        state.pending.append(contentsOf: repeatElement(0, count: rest * kind.channels))
    }

    private func encodeWholeFrames(_ state: inout State) throws(FFmpegError) {
        let frameLength = state.encoder.frameSize * kind.channels
        var start = 0
        while state.pending.count - start >= frameLength {
            try state.pending.withUnsafeBufferPointer { samples throws(FFmpegError) in
                let frame = UnsafeBufferPointer(rebasing: samples[start..<(start + frameLength)])
                let peak = frame.reduce(0) { max($0, abs($1)) }
                try state.encoder.encode(frame)
                state.levels.append(AudioLevel(peak: peak))
                try peak > 0 ? mix?.append(frame, of: kind) : mix?.appendSilence(frames: 1, of: kind)
            }
            start += frameLength
        }
        state.pending.removeFirst(start)
    }

    private func position(_ time: HostTime, gate: SessionGate) -> Int64 {
        gate.ticks(at: time, timescale: Int32(AudioSource.sampleRate))
    }
}
