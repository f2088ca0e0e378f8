import FFmpeg
import MediaTime
import Threads

/// Encodes audio on a thread of its own while the next audio is mixed. It returns the packets in the encoder's order,
/// each after a fixed number of further frames. The file therefore does not depend on the speed of the threads.
final class AudioEncoderThread {
    /// A batch of frames that are encoded together. If the threads woke each other for each frame, the work would take
    /// 10 % longer.
    private struct Batch {
        var frames: [Frame] = []
        var isLast = false
    }

    private struct State {
        /// The batches to encode.
        var batches: [Batch] = []
        /// The packets of the encoded batches, one element per batch.
        var packets: [[Packet]] = []
        var failure: (any Error)?
        var isAbandoned = false
    }

    private static let (batchSize, batchesAhead) = (16, 4)
    /// The minimum number of frames to queue after a frame before its packets are returned: 1.4 s of audio and 0.5 MB.
    static let lead = batchSize * batchesAhead

    private let state: ConditionLock<State>
    private let thread: WorkerThread
    private var batch = Batch()
    /// The number of batches whose packets were not returned yet.
    private var pending = 0

    init(_ encoder: sending any AudioEncoding) throws(ThreadError) {
        let state = ConditionLock(State())
        self.state = state
        thread = try WorkerThread(named: "encode audio") {
            AudioEncoderThread.encode(by: encoder, state)
        }
    }

    deinit { state.update { $0.isAbandoned = true } }

    /// Encodes a frame, and passes the packets of earlier frames, at least `lead` frames back, to `body`.
    func encode(_ frame: Frame, output body: (Packet) throws -> Void) throws {
        batch.frames.append(frame)
        guard batch.frames.count == Self.batchSize else { return }
        send()
        if pending > Self.batchesAhead { try give(body) }
    }

    /// Encodes the rest. Nothing may be encoded after this call.
    func finish(_ body: (Packet) throws -> Void) throws {
        batch.isLast = true
        send()
        while pending > 0 { try give(body) }
    }

    private func send() {
        state.update { $0.batches.append(batch) }
        batch = Batch()
        pending += 1
    }

    private func give(_ body: (Packet) throws -> Void) throws {
        let packets = state.wait(until: .distantFuture) { state -> Result<[Packet], any Error>? in
            guard state.packets.isEmpty else { return .success(state.packets.removeFirst()) }
            return state.failure.map { .failure($0) }
        }
        pending -= 1
        for packet in try packets?.get() ?? [] { try body(packet) }
    }

    private static func encode(by encoder: any AudioEncoding, _ state: ConditionLock<State>) {
        while let batch = nextBatch(state) {
            do {
                let packets = try encode(batch, by: encoder)
                state.update { $0.packets.append(packets) }
            } catch {
                return state.update { $0.failure = error }
            }
            if batch.isLast { return }
        }
    }

    /// - Returns: The next batch, or nil if the encoder was abandoned.
    private static func nextBatch(_ state: ConditionLock<State>) -> Batch? {
        state.wait(until: .distantFuture) { state -> Batch?? in
            guard !state.isAbandoned else { return .some(nil) }
            return state.batches.isEmpty ? .none : .some(state.batches.removeFirst())
        } ?? nil
    }

    private static func encode(_ batch: Batch, by encoder: any AudioEncoding) throws -> [Packet] {
        var made: [Packet] = []
        for frame in batch.frames.map(Optional.some) + (batch.isLast ? [nil] : []) {
            var packets = encoder.packets(of: frame)
            while let packet = try packets.next() { made.append(packet) }
        }
        return made
    }
}
