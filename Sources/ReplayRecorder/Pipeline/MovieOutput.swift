import FFmpeg
import MediaTime
import ReplayMovie
import Synchronization

/// Writes the movie on a thread of its own, in fragments of a quarter of a second, and syncs it on another.
final class MovieOutput: Sendable {
    private static let fragmentLength: Int64 = 250_000_000
    /// A fragment is gathered in memory: a busy screen ends it sooner.
    private static let fragmentBytes = 1 << 20
    /// A write that takes longer than this is a disk that does not answer.
    private static let stallLength: Int64 = 1_500_000_000

    let queue: PacketQueue
    private let journal: RecordingJournal
    private let reserve: DiskReserve
    private let bytes = Atomic<Int>(0)
    /// When the write that is under way began, in the host's nanoseconds; 0: none is.
    private let writingSince = Atomic<Int64>(0)
    private let failure = Mutex<(any Error)?>(nil)
    private let onEvent: @Sendable (OutputEvent) -> Void
    private let threads = Mutex<[WorkerThread]>([])

    /// - Parameters:
    ///   - reserve: given back when the disk is full.
    ///   - tick: called with every fragment, on the writer's thread, before it ends.
    ///   - onEvent: called on one of the threads.
    init(
        _ writer: sending any FragmentWriter, queue: PacketQueue, journal: RecordingJournal, reserve: DiskReserve,
        tick: @escaping @Sendable () -> Void, onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws(FFmpegError) {
        self.queue = queue
        self.journal = journal
        self.reserve = reserve
        self.onEvent = onEvent
        writer.onDiskFull {
            let isFreed = reserve.release()
            if isFreed { onEvent(.diskFull) }
            return isFreed
        }
        let writing = try WorkerThread("writer") { [self] in
            write(with: writer, tick: tick)
            journal.close()
        }
        let syncing = try WorkerThread("sync") { [self] in
            while journal.awaitWork() { attempt { try journal.sync() } }
        }
        threads.withLock { $0 = [writing, syncing] }
    }

    /// Bytes in the movie so far.
    var bytesWritten: Int64 { Int64(bytes.load(ordering: .relaxed)) }

    /// Whether the disk has not taken a write for so long that the movie cannot be said to grow.
    func isStalled(at time: HostTime) -> Bool {
        let since = writingSince.load(ordering: .relaxed)
        return since != 0 && time.nanoseconds - since > Self.stallLength
    }

    /// Writes what is queued and ends the movie.
    /// - Throws: the first error of all that were met; the movie is whole up to its last fragment then.
    func finish() throws {
        queue.close()
        for thread in threads.withLock({ threads in
            defer { threads = [] }
            return threads
        }) { thread.join() }
        reserve.release()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func write(with writer: any FragmentWriter, tick: () -> Void) {
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
            attempt { tick() }
            endFragment(of: writer)
            (deadline, gathered) = (HostTime.now + Self.fragmentLength, 0)
        }
        attempt { try writer.finish() }
        bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        guard failure.withLock({ $0 != nil }) else { return }
        // Where not even this can be done, the movie's readers pass over its torn end.
        try? writer.cutTornEnd()
    }

    private func endFragment(of writer: any FragmentWriter) {
        let before = writer.bytesWritten
        attempt { try writer.endFragment() }
        guard writer.bytesWritten != before else { return }
        bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        journal.movieGrew(writer.syncer)
    }

    /// After a failed write nothing more is tried: what comes after a hole is of no use.
    private func attempt(_ body: () throws -> Void) {
        guard failure.withLock({ $0 == nil }) else { return }
        writingSince.store(HostTime.now.nanoseconds, ordering: .relaxed)
        defer { writingSince.store(0, ordering: .relaxed) }
        do {
            try body()
        } catch {
            let isFirst = failure.withLock { failure in
                defer { failure = failure ?? error }
                return failure == nil
            }
            if isFirst { onEvent(.failed("\(error)")) }
        }
    }
}
