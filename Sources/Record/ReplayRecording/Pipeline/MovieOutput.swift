import FFmpeg
import Files
import MediaTime
import ReplayMovie
import Synchronization
import Threads

/// Writes the movie on a thread of its own, in fragments of a fifth of a second, and syncs it on another.
final class MovieOutput: Sendable {
    /// What a kill costs at most, but for what the writing itself takes and audio is late by.
    private static let fragmentLength = Duration.milliseconds(200)
    /// A fragment is gathered in memory: a busy screen ends it sooner.
    private static let fragmentBytes = 1 << 20
    /// A call that takes longer than this is a disk that does not answer.
    private static let stallLength = Duration.milliseconds(1200)

    let queue: PacketQueue
    private let journal: RecordingJournal
    private let reserve: DiskReserve
    private let bytes = Atomic<Int>(0)
    /// What the writer was given, and what of it was handed to the kernel.
    private let extents: Mutex<(given: WrittenExtent, written: WrittenExtent)>
    private let keptLength: MediaTime?
    private let writing = StallWatch()
    private let syncing = StallWatch()
    private let failure = Mutex<(any Error)?>(nil)
    private let onEvent: @Sendable (OutputEvent) -> Void
    private let threads = Mutex<Threads?>(nil)

    private struct Threads: ~Copyable {
        let writer: WorkerThread
        let syncer: WorkerThread

        consuming func join() {
            writer.join()
            syncer.join()
        }
    }

    /// - Parameters:
    ///   - extent: what the movie holds before anything is written.
    ///   - keptLength: how much of its end is kept while it is made; nil: all of it.
    ///   - reserve: given back when the disk is full.
    ///   - tick: called with every fragment, on the writer's thread, before it ends; says how long the recording is.
    ///   - onEvent: called on one of the threads.
    init(
        _ writer: sending any FragmentWriter, extent: WrittenExtent, keeping keptLength: MediaTime?,
        queue: PacketQueue, journal: RecordingJournal, reserve: DiskReserve,
        tick: @escaping @Sendable () -> MediaTime?, onEvent: @escaping @Sendable (OutputEvent) -> Void
    ) throws(ThreadError) {
        extents = Mutex((extent, extent))
        self.keptLength = keptLength
        self.queue = queue
        self.journal = journal
        self.reserve = reserve
        self.onEvent = onEvent
        writer.onDiskFull { [reserve] in Self.reclaim(reserve, onEvent) }
        let writingThread = try WorkerThread("writer") { [self] in
            write(with: writer, tick: tick)
            journal.close()
        }
        let syncingThread = try WorkerThread("sync") { [self] in keepSynced() }
        var started = Optional(Threads(writer: writingThread, syncer: syncingThread))
        threads.withLock { $0 = started.take() }
    }

    /// Bytes in the movie so far.
    var bytesWritten: Int64 { Int64(bytes.load(ordering: .relaxed)) }

    /// How much of the recording was handed to the kernel.
    var written: (duration: MediaTime, frames: Int) {
        let extent = extents.withLock { $0.written }
        return (min(extent.end, keptLength ?? extent.end), extent.frames)
    }

    /// A duration that hides none of what was written: that one, or a longer one.
    func covering(_ duration: MediaTime) -> MediaTime { extents.withLock { $0.written }.covering(duration) }

    /// For how long the disk has not answered.
    func silence(at time: HostTime) -> Duration { max(writing.length(at: time), syncing.length(at: time)) }

    /// Whether the disk has not answered for so long that the movie cannot be said to grow.
    func isStalled(at time: HostTime) -> Bool { silence(at: time) > Self.stallLength }

    /// Writes what is queued and ends the movie.
    /// - Throws: the first error of all that were met; the movie is whole up to its last fragment then.
    func finish() throws {
        queue.close()
        threads.withLock({ $0.take() })?.join()
        reserve.release()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// After a failed write nothing more is tried: what comes after a hole is of no use.
    private func write(with writer: any FragmentWriter, tick: () -> MediaTime?) {
        do {
            try writeFragments(with: writer, tick: tick)
            try writing.watch { try writer.finish() }
            extents.withLock { $0.written = $0.given }
            bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        } catch {
            report(error)
            // Where not even this can be done, the movie's readers pass over its torn end.
            try? writing.watch {
                try writer.cutTornEnd()
                try writer.syncer.sync()
            }
            while queue.takeAll(until: .distantFuture) != nil {}
        }
    }

    private func writeFragments(with writer: any FragmentWriter, tick: () -> MediaTime?) throws {
        var deadline = HostTime.now + Self.fragmentLength
        // The first frame is written at once: from then on there is something to be recovered.
        var (gathered, isFirst) = (0, true)
        // Between two fragments nobody is woken, unless one has to end sooner.
        while let packets = queue.takeAll(until: deadline, orBytes: isFirst ? 1 : Self.fragmentBytes) {
            for packet in packets {
                try writing.watch { try writer.write(packet) }
                extents.withLock { $0.given.take(packet) }
                gathered += packet.size
                guard gathered >= Self.fragmentBytes else { continue }
                try endFragment(of: writer)
                gathered = 0
            }
            guard HostTime.now >= deadline || isFirst && !packets.isEmpty else { continue }
            isFirst = isFirst && packets.isEmpty
            let elapsed = tick()
            try endFragment(of: writer)
            if let elapsed { note(elapsed) }
            (deadline, gathered) = (HostTime.now + Self.fragmentLength, 0)
        }
    }

    private func endFragment(of writer: any FragmentWriter) throws {
        let before = writer.bytesWritten
        try writing.watch { try writer.endFragment() }
        extents.withLock { $0.written = $0.given }
        guard writer.bytesWritten != before else { return }
        bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        journal.movieGrew(writer.syncer)
    }

    /// The movie goes on to its end where only what is written beside it fails.
    private func note(_ elapsed: MediaTime) {
        let length = extents.withLock { $0.written }.length(after: elapsed)
        do { try writing.watch { try reclaiming { try journal.note(elapsed: length) } } } catch { report(error) }
    }

    private func keepSynced() {
        do {
            while journal.awaitWork() { try syncing.watch { try reclaiming { try journal.sync() } } }
        } catch {
            report(error)
        }
    }

    /// Does something again, on a full disk, with the space that was kept back.
    private func reclaiming(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FileSystemError where error.isDiskFull {
            guard Self.reclaim(reserve, onEvent) else { throw error }
            try body()
        }
    }

    private static func reclaim(_ reserve: DiskReserve, _ onEvent: (OutputEvent) -> Void) -> Bool {
        guard reserve.release() else { return false }
        onEvent(.diskFull)
        return true
    }

    private func report(_ error: any Error) {
        let isFirst = failure.withLock { failure in
            defer { failure = failure ?? error }
            return failure == nil
        }
        if isFirst { onEvent(.failed("\(error)")) }
    }
}
