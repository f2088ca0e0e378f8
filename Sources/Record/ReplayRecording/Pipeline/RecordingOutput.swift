import FFmpeg
import Files
import MediaTime
import ReplayMovie
import Synchronization
import Threads

/// The output of the movie. One thread writes it in fragments of 200 ms, and another one syncs it.
final class RecordingOutput: Sendable {
    /// The length of a fragment. A kill loses at most this much, plus the time of a write and the delay of audio.
    private static let fragmentLength = Duration.milliseconds(200)
    /// The maximum size of a fragment, in bytes. A busy screen ends it earlier, because it is collected in memory.
    private static let fragmentBytes = 1 << 20
    /// The duration of a call after which the disk counts as not answering.
    private static let stallLength = Duration.milliseconds(1200)

    let queue: PacketQueue
    private let journal: RecordingJournal
    private let reserve: DiskReserve
    private let bytes = Atomic<Int>(0)
    /// The extents of the data that the writer received and of the data that it passed to the kernel.
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
    ///   - extent: The extent of the movie before anything is written.
    ///   - keptLength: The length to keep from the end back, or nil to keep everything.
    ///   - reserve: The reserved space, which is released when the disk is full.
    ///   - tick: Called on the writer's thread before a fragment ends after its time, but not if its size ends it. Returns
    ///     the length of the recording.
    ///   - onEvent: Called on one of the threads.
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
        writer.onDiskFull { [reserve] in Self.reclaim(reserve, onEvent: onEvent) }
        let writingThread = try WorkerThread(named: "writer") { [self] in
            write(with: writer, tick: tick)
            journal.close()
        }
        let syncingThread = try WorkerThread(named: "sync") { [self] in keepSynced() }
        var started = Optional(Threads(writer: writingThread, syncer: syncingThread))
        threads.withLock { $0 = started.take() }
    }

    /// The size of the movie so far, in bytes.
    var bytesWritten: Int64 { Int64(bytes.load(ordering: .relaxed)) }

    /// The length and frames of the recording that were passed to the kernel.
    var written: (duration: MediaTime, frames: Int) {
        let extent = extents.withLock { $0.written }
        return (min(extent.end, keptLength ?? extent.end), extent.frames)
    }

    /// Returns a duration that includes all written frames: `duration` or a longer one.
    func covering(_ duration: MediaTime) -> MediaTime { extents.withLock { $0.written }.covering(duration) }

    /// The time for which the disk has not answered.
    func silence(at time: HostTime) -> Duration { max(writing.length(at: time), syncing.length(at: time)) }

    /// True if the disk has not answered for so long that the movie counts as not growing.
    func isStalled(at time: HostTime) -> Bool { silence(at: time) > Self.stallLength }

    /// Writes the queued packets and completes the movie.
    /// - Throws: The first error of the output. The movie is then valid up to its last fragment.
    func finish() throws {
        queue.close()
        threads.withLock({ $0.take() })?.join()
        reserve.release()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    /// Writes until the queue is closed. After a failed write it stops, because data after a gap is useless.
    private func write(with writer: any FragmentWriter, tick: () -> MediaTime?) {
        do {
            try writeFragments(with: writer, tick: tick)
            try writing.watch { try writer.finish() }
            extents.withLock { $0.written = $0.given }
            bytes.store(Int(writer.bytesWritten), ordering: .relaxed)
        } catch {
            report(error)
            // If even this fails, the movie's readers skip its torn end.
            try? writing.watch {
                try writer.cutTornEnd()
                try writer.syncer.sync()
            }
            while queue.takeAll(until: .distantFuture) != nil {}
        }
    }

    private func writeFragments(with writer: any FragmentWriter, tick: () -> MediaTime?) throws {
        var deadline = HostTime.now + Self.fragmentLength
        // The first frame is written at once, so that there is something to recover from then on.
        var (gathered, isFirst) = (0, true)
        // Between two fragments the thread sleeps, unless a fragment must end earlier.
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

    /// Writes the elapsed time beside the movie. If this fails, the movie still continues to its end.
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

    /// Runs an operation. If the disk is full, releases the reserved space and runs it again.
    private func reclaiming(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as FileSystemError where error.isDiskFull {
            guard Self.reclaim(reserve, onEvent: onEvent) else { throw error }
            try body()
        }
    }

    private static func reclaim(_ reserve: DiskReserve, onEvent: (OutputEvent) -> Void) -> Bool {
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
