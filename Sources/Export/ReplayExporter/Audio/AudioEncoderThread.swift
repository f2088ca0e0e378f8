import FFmpeg
import MediaTime
import Threads

/// Encodes audio on a thread of its own, while what comes next is mixed. It gives what the encoder gives, in its order, and each
/// packet when a set number of further frames is there: so nothing in a file hangs on which thread is faster.
final class AudioEncoderThread {
    /// Frames that are encoded at a stretch: threads that wake each other for each single one take a tenth more time.
    private struct Batch {
        var frames: [Frame] = []
        var isLast = false
    }

    private struct State {
        /// What is to be encoded.
        var batches: [Batch] = []
        /// What came of those before, a batch each.
        var packets: [[Packet]] = []
        var failure: (any Error)?
        var isAbandoned = false
    }

    private static let (batchSize, batchesAhead) = (16, 4)
    /// So many frames are there before the first packet is given: 1.4 s, and 0.5 MB.
    static let lead = batchSize * batchesAhead

    private let state: ConditionLock<State>
    private let thread: WorkerThread
    private var batch = Batch()
    /// Batches of which nothing was given yet.
    private var pending = 0

    init(_ encoder: sending any AudioEncoding) throws(ThreadError) {
        let state = ConditionLock(State())
        self.state = state
        thread = try WorkerThread("encode audio") {
            AudioEncoderThread.encode(by: encoder, state)
        }
    }

    deinit { state.update { $0.isAbandoned = true } }

    /// Encodes a frame, and gives packets of those that came `lead` frames before it.
    func encode(_ frame: Frame, _ body: (Packet) throws -> Void) throws {
        batch.frames.append(frame)
        guard batch.frames.count == Self.batchSize else { return }
        send()
        if pending > Self.batchesAhead { try give(body) }
    }

    /// Encodes the rest; nothing may come after it.
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

    /// - Returns: nil where nobody wants more.
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
