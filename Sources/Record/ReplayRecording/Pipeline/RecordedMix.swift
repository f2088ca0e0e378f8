import AudioSources
package import FFmpeg
import ReplayLibrary
import ReplayMovie
import Threads

/// The track that mixes both audio tracks of a recording. It is made of the same frames as those tracks, so that an
/// export that does not change them can copy it.
///
/// The audio tracks use it from any thread. Its packets are queued in order.
package final class RecordedMix: Sendable {
    package let parameters: CodecParameters
    private let queue: PacketQueue
    private let state: ConditionLock<State>

    private struct State {
        var encoder: AudioEncoder
        var waiting: [AudioSource: FrameRun] = [:]
        var ended: Set<AudioSource> = []
        /// The start of the mix, in samples.
        let origin: Int64
        /// The interleaved frame to encode next.
        var sum: [Float]

        /// Adds a frame of a track. A mono frame is added to both channels.
        mutating func add(_ frame: [Float], channels: Int) {
            if channels == 2 {
                for index in sum.indices { sum[index] += frame[index] }
            } else {
                for index in frame.indices {
                    sum[2 * index] += frame[index]
                    sum[2 * index + 1] += frame[index]
                }
            }
        }
    }

    /// - Parameters:
    ///   - origins: The start of each track in samples: 0, or the end of the earlier recording.
    ///   - origin: The start of the mix, in samples. All starts are whole frames.
    ///   - streamIndex: The index of the mix in the movie.
    init(
        of origins: [AudioSource: Int64], origin: Int64, streamIndex: Int, queue: PacketQueue
    ) throws(FFmpegError) {
        let encoder = try AudioEncoder(
            channels: AudioSource.application.channels, bitRate: AudioSource.application.bitRate,
            streamIndex: streamIndex)
        var state = State(
            encoder: encoder, origin: origin,
            sum: Array(repeating: 0, count: encoder.frameSize * AudioSource.application.channels))
        for (kind, start) in origins {
            // If a track is longer than the mix, the mix begins with silence for it. If it is shorter, its first frames
            // are dropped.
            state.waiting[kind] = FrameRun(offset: Int((start - origin) / Int64(encoder.frameSize)))
        }
        parameters = encoder.parameters
        self.queue = queue
        self.state = ConditionLock(state)
    }

    /// Adds the next frame of a track: `frameSize` samples of each channel, interleaved.
    func append(_ samples: UnsafeBufferPointer<Float>, of kind: AudioSource) throws(FFmpegError) {
        let frame = Array(samples)
        try state.update { state throws(FFmpegError) in
            state.waiting[kind]?.append(frame)
            try mix(&state)
        }
    }

    /// Adds frames of silence.
    func appendSilence(frames: Int, of kind: AudioSource) throws(FFmpegError) {
        try state.update { state throws(FFmpegError) in
            state.waiting[kind]?.appendSilence(frames: frames)
            try mix(&state)
        }
    }

    /// Ends a track. After the last track, flushes the encoder.
    func end(_ kind: AudioSource) throws(FFmpegError) {
        try state.update { state throws(FFmpegError) in
            guard state.ended.insert(kind).inserted else { return }
            try mix(&state)
            guard state.ended.count == state.waiting.count else { return }
            try state.encoder.finish()
            deliver(&state)
        }
    }

    /// Encodes the frames that all tracks have delivered, except tracks that have ended.
    private func mix(_ state: inout State) throws(FFmpegError) {
        while let silent = Self.silentFrames(state) {
            if silent > 0 {
                try state.encoder.encodeSilence(frames: silent)
                for kind in state.waiting.keys { state.waiting[kind]?.dropSilence(frames: silent) }
            } else {
                try encodeFrame(&state)
            }
        }
        deliver(&state)
    }

    /// Returns the number of leading frames in which all tracks are silent. Nil if a track has no frame yet, or if all
    /// have ended.
    private static func silentFrames(_ state: State) -> Int? {
        var silent: Int?
        for (kind, run) in state.waiting where !run.isEmpty || !state.ended.contains(kind) {
            if run.isEmpty { return nil }
            silent = min(silent ?? .max, run.leadingSilence)
        }
        return silent
    }

    private func encodeFrame(_ state: inout State) throws(FFmpegError) {
        for index in state.sum.indices { state.sum[index] = 0 }
        for kind in state.waiting.keys {
            if let frame = state.waiting[kind]?.take() { state.add(frame, channels: kind.channels) }
        }
        try state.sum.withUnsafeBufferPointer { samples throws(FFmpegError) in try state.encoder.encode(samples) }
    }

    private func deliver(_ state: inout State) {
        let packets = state.encoder.takePackets().map { $0.moved(by: state.origin) }
        if !packets.isEmpty { queue.append(packets) }
    }
}
