import FFmpeg
import Files
import MediaTime
import ReplayLibrary
import ReplayMovie
import Synchronization
import Threads

/// A writer of the data beside a recording's movie: its events and its current length. A single thread waits for work
/// and does it, so that a disk that stalls delays no other thread.
final class RecordingJournal: Sendable {
    private struct State {
        var syncer: MovieSyncer?
        var events: [RecordingEvent] = []
        /// The bytes to append to files beside the movie, by file name.
        var notes: [String: [UInt8]] = [:]
        var isNoted = false
        var isClosed = false
        var freeBytes: Int64?

        var hasWork: Bool { syncer != nil || !events.isEmpty || !notes.isEmpty || isNoted }
    }

    /// The minimum time between two syncs. With it, a power cut costs about half a second.
    private static let interval = Duration.milliseconds(400)
    /// The maximum number of queued bytes for one file while a disk stalls.
    private static let maxNotesLength = 1 << 20
    /// The maximum number of queued events while a disk stalls. No user creates that many by hand.
    private static let maxQueueLength = 10_000

    private let recording: Recording
    private let lock: RecordingLock
    private let onEvent: @Sendable (OutputEvent) -> Void
    private let state = ConditionLock(State())
    private let unwritable = Mutex<Set<String>>([])
    private let lastSync = ConditionLock(HostTime(nanoseconds: 0))

    /// - Parameter onEvent: called on the thread that syncs, when a file beside the movie cannot be written.
    init(_ recording: Recording, lock: RecordingLock, onEvent: @escaping @Sendable (OutputEvent) -> Void) {
        self.recording = recording
        self.lock = lock
        self.onEvent = onEvent
        noteFreeBytes()
    }

    /// Queues an event, which is written soon.
    func note(_ event: RecordingEvent) {
        state.update { state in
            if state.events.count < Self.maxQueueLength { state.events.append(event) }
        }
    }

    /// Queues levels of audio packets, which are written with the next sync.
    /// - Parameter name: The name of the file to append to.
    func note(_ levels: [AudioLevel], in name: String) {
        guard !levels.isEmpty else { return }
        state.change { $0.notes[name, default: []] += levels.map(\.rawValue) }
    }

    /// Queues an entry for a file beside the movie. The entry is written with the next sync, or dropped if the queue is
    /// full.
    func note(_ entry: [UInt8], in name: String) {
        state.change { state in
            guard state.notes[name, default: []].count + entry.count <= Self.maxNotesLength else { return }
            state.notes[name, default: []] += entry
        }
    }

    /// Stores the current length of the recording, because an unchanged screen leaves no other trace of it.
    /// - Throws: `FileSystemError`.
    func note(elapsed: MediaTime) throws(FileSystemError) {
        try lock.note(elapsed)
        state.update { $0.isNoted = true }
    }

    /// The free space on the disk at its last answer, in bytes, or nil if unknown.
    var freeBytes: Int64? { state.read { $0.freeBytes } }

    private func noteFreeBytes() {
        let free = recording.folder.freeBytes
        state.change { $0.freeBytes = free }
    }

    /// Schedules a sync of the movie.
    func movieGrew(_ syncer: MovieSyncer) { state.update { $0.syncer = syncer } }

    /// Ends the journal after its queued work.
    func close() { state.update { $0.isClosed = true } }

    /// Waits until there is work, at most every `interval`. Events do not wait for that interval.
    /// - Returns: False if the journal is closed and no work is left.
    func awaitWork() -> Bool {
        let due = lastSync.read { $0 } + Self.interval
        _ = state.wait(until: due) { $0.isClosed || !$0.events.isEmpty ? true : nil }
        return state.wait(until: .distantFuture) { state -> Bool? in
            state.hasWork ? true : state.isClosed ? false : nil
        } ?? false
    }

    /// Writes the events and syncs everything to the disk. May stall. After an error it can be called again.
    /// - Throws: `FileSystemError`.
    func sync() throws {
        let work = state.update { state in
            defer { (state.syncer, state.isNoted, state.notes) = (nil, false, [:]) }
            return state
        }
        lastSync.update { $0 = .now }
        write(work.notes)
        if !work.events.isEmpty {
            try recording.append(work.events)
            state.update { $0.events.removeFirst(work.events.count) }
        }
        try work.syncer?.sync()
        if work.isNoted { try lock.sync() }
        noteFreeBytes()
    }

    /// Appends bytes to their files. A missing byte would shift the following ones, so that a file is not written again
    /// after an error.
    private func write(_ notes: [String: [UInt8]]) {
        for (name, bytes) in notes where !unwritable.withLock({ $0.contains(name) }) {
            do {
                try recording.folder.append(bytes, to: name, isDurable: false)
            } catch {
                unwritable.withLock { _ = $0.insert(name) }
                onEvent(.notesFailed("\(error)"))
            }
        }
    }
}
