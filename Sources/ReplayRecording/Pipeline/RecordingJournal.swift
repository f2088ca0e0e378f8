import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import Synchronization
import Threads

/// What is written of a recording beside its movie: its events, and how long it is by now. One thread waits for work
/// and does it, so that a disk which stalls holds up nobody else.
final class RecordingJournal: Sendable {
    private struct State {
        var syncer: MovieSyncer?
        var events: [RecordingEvent] = []
        /// What is added to files beside the movie, by their names.
        var notes: [String: [UInt8]] = [:]
        var isNoted = false
        var isClosed = false
        var freeBytes: Int64?

        var hasWork: Bool { syncer != nil || !events.isEmpty || !notes.isEmpty || isNoted }
    }

    /// What was not on the disk half a second ago is now: a power cut costs no more.
    private static let interval = Duration.milliseconds(400)
    /// Of notes in one file while a disk stalls, in bytes.
    private static let maxNotesLength = 1 << 20
    /// More than anybody does by hand while a disk stalls.
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

    /// Writes an event down, soon.
    func note(_ event: RecordingEvent) {
        state.update { state in
            if state.events.count < Self.maxQueueLength { state.events.append(event) }
        }
    }

    /// Writes down how loud packets of audio are, with what comes next.
    /// - Parameter name: of the file that they are added to.
    func note(_ levels: [AudioLevel], in name: String) {
        guard !levels.isEmpty else { return }
        state.change { $0.notes[name, default: []] += levels.map(\.rawValue) }
    }

    /// Adds an entry to a file beside the movie, with what comes next; one that there is no room for is left out.
    func note(_ entry: [UInt8], in name: String) {
        state.change { state in
            guard state.notes[name, default: []].count + entry.count <= Self.maxNotesLength else { return }
            state.notes[name, default: []] += entry
        }
    }

    /// Notes how long the recording is by now: a still screen leaves no other trace of it.
    /// - Throws: `FileSystemError`.
    func note(elapsed: MediaTime) throws(FileSystemError) {
        try lock.note(elapsed)
        state.update { $0.isNoted = true }
    }

    /// Bytes left on the disk when it last answered, where known.
    var freeBytes: Int64? { state.read { $0.freeBytes } }

    private func noteFreeBytes() {
        let free = recording.folder.freeBytes
        state.change { $0.freeBytes = free }
    }

    /// There is more of the movie to be brought to the disk.
    func movieGrew(_ syncer: MovieSyncer) { state.update { $0.syncer = syncer } }

    /// Says that nothing more will come.
    func close() { state.update { $0.isClosed = true } }

    /// Waits until there is something to sync, not more often than twice a second; events do not wait.
    /// - Returns: false when it is closed and nothing is left.
    func awaitWork() -> Bool {
        let due = lastSync.read { $0 } + Self.interval
        _ = state.wait(until: due) { $0.isClosed || !$0.events.isEmpty ? true : nil }
        return state.wait(until: .distantFuture) { state -> Bool? in
            state.hasWork ? true : state.isClosed ? false : nil
        } ?? false
    }

    /// Writes the events and brings all to the disk. May stall; after an error it can be tried again.
    /// - Throws: `FileSystemError`
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

    /// A byte that is missing would move those after it: a file that cannot be written ends there.
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
