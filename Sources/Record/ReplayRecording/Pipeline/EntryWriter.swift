import MediaTime
package import ReplayLibrary
import Synchronization

/// A writer of entries of one kind beside the movie, while the gate admits the screen.
///
/// The journal's thread writes the file, so that the caller never waits for a disk. If the file cannot be written, the
/// recording continues without it.
package final class EntryWriter<Entry: RecordingEntry>: Sendable {
    private struct State {
        /// The time of the last entry, in ticks.
        var lastTime: Int64 = 0
        /// The size of the file, in bytes, including queued entries.
        var bytes: Int64
    }

    private let control: SessionControl
    private let journal: RecordingJournal
    private let state: Mutex<State>

    /// - Parameter recording: The recording, which may have a file of an earlier recorder.
    init(_ control: SessionControl, journal: RecordingJournal, of recording: Recording) {
        (self.control, self.journal) = (control, journal)
        state = Mutex(State(bytes: recording.folder.size(of: Entry.fileName)))
    }

    /// Writes an entry if the screen was recorded at its time.
    /// - Parameter entry: Returns the entry at a time in ticks of the movie's clock.
    func note(at time: HostTime, _ entry: (Int64) -> Entry) {
        guard let gate = control.current, gate.takesScreen(at: time) else { return }
        state.withLock { state in
            guard state.bytes + Int64(Entry.length) <= Entry.maxFileSize else { return }
            state.bytes += Int64(Entry.length)
            // The server's times are slightly off.
            state.lastTime = max(state.lastTime, gate.clock.ticks(at: time, timescale: Entry.timescale), 0)
            journal.note(entry(state.lastTime).bytes, in: Entry.fileName)
        }
    }
}
