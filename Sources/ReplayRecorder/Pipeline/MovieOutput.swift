import FFmpeg
import MediaTime
import ReplayMovie
import Synchronization

/// Writes the movie on a thread of its own, in fragments of a quarter of a second, and syncs it on another.
final class MovieOutput: Sendable {
    private static let fragmentLength: Int64 = 250_000_000

    /// A fragment is gathered in memory: a busy screen ends it sooner.
    private static let fragmentBytes = 1 << 20

    let queue: PacketQueue
    private let bytes = Atomic<Int>(0)
    private let failure = Mutex<(any Error)?>(nil)
    private let onFailure: @Sendable (any Error) -> Void
    private let syncState = Monitor((dirty: false, stopped: false))
    private let threads = Mutex<[WorkerThread]>([])

    /// - Parameters:
    ///   - tick: called with every fragment, on the writer's thread, before it ends.
    ///   - onFailure: called once, on one of the threads, when the movie cannot be written any more.
    init(
        _ writer: sending MovieWriter, queue: PacketQueue, tick: @escaping @Sendable () -> Void,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) throws(FFmpegError) {
        self.queue = queue
        self.onFailure = onFailure
        let syncer = writer.syncer
        let writing = try WorkerThread("writer") { [self] in
            write(with: writer, tick: tick)
            syncState.update { $0.stopped = true }
        }
        let syncing = try WorkerThread("sync") { [self] in sync(with: syncer) }
        threads.withLock { $0 = [writing, syncing] }
    }

    /// Bytes in the movie so far.
    var bytesWritten: Int64 { Int64(bytes.load(ordering: .relaxed)) }

    /// Writes what is queued and ends the movie.
    /// - Throws: the first error of all that were met.
    func finish() throws {
        queue.close()
        for thread in threads.withLock({ threads in
            defer { threads = [] }
            return threads
        }) { thread.join() }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func write(with writer: MovieWriter, tick: () -> Void) {
        var deadline = HostTime.now + Self.fragmentLength
        var gathered = 0
        while let packets = queue.takeAll(until: deadline) {
            for packet in packets {
                attempt { try writer.write(packet) }
                gathered += packet.size
                guard gathered >= Self.fragmentBytes else { continue }
                endFragment(of: writer)
                gathered = 0
            }
            guard HostTime.now >= deadline else { continue }
            tick()
            endFragment(of: writer)
            (deadline, gathered) = (HostTime.now + Self.fragmentLength, 0)
        }
        attempt { try writer.finish() }
        bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
    }

    private func endFragment(of writer: MovieWriter) {
        let before = writer.bytesWritten
        attempt { try writer.endFragment() }
        guard writer.bytesWritten > before else { return }
        bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        syncState.update { $0.dirty = true }
    }

    /// What was not on the disk half a second ago is now: a power cut costs no more.
    private func sync(with syncer: MovieSyncer) {
        while !syncState.read({ $0.stopped }) {
            let due = syncState.wait(until: .now + 1_000_000_000) { state -> Bool? in
                guard state.dirty || state.stopped else { return nil }
                defer { state.dirty = false }
                return !state.stopped
            }
            if due == true { attempt { try syncer.sync() } }
        }
    }

    /// After a failed write nothing more is tried: what comes after a hole is of no use.
    private func attempt(_ body: () throws -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        do {
            try body()
        } catch {
            let isFirst = failure.withLock { failure in
                defer { failure = failure ?? error }
                return failure == nil
            }
            if isFirst { onFailure(error) }
        }
    }
}
