package import Geometry
package import MediaTime
import ReplayLibrary
import Synchronization

/// A writer of the places at which the screen changes, beside the movie, while the gate admits the screen.
///
/// The journal's thread writes the file, so that the caller never waits for a disk. If the file cannot be written, the
/// recording continues without it.
package final class ChangeWriter: Sendable {
    private struct State {
        /// The time of the last entry, in ticks.
        var lastTime: Int64 = 0
        /// The size of the file, in bytes, including queued entries.
        var bytes: Int64
    }

    private let control: SessionControl
    private let journal: RecordingJournal
    private let state: Mutex<State>

    /// - Parameter size: The size of the existing file, in bytes.
    init(_ control: SessionControl, journal: RecordingJournal, size: Int64) {
        (self.control, self.journal) = (control, journal)
        state = Mutex(State(bytes: size))
    }

    /// Writes a change.
    /// - Parameters:
    ///   - area: The smallest rectangle with all changed pixels of the frame, or nil if nothing has changed.
    ///   - time: The time of the frame.
    package func note(_ area: PixelRect?, at time: HostTime) {
        guard let area, !area.isEmpty, let gate = control.current, gate.takesScreen(at: time) else { return }
        state.withLock { state in
            guard state.bytes + Int64(ChangeEntry.length) <= Recording.maxChangesFileSize else { return }
            state.bytes += Int64(ChangeEntry.length)
            // The server's times are slightly off.
            state.lastTime = max(state.lastTime, gate.clock.ticks(at: time, timescale: ChangeEntry.timescale), 0)
            let entry = ChangeEntry(
                time: state.lastTime, x: UInt16(clamping: area.x0), y: UInt16(clamping: area.y0),
                width: UInt16(clamping: area.width), height: UInt16(clamping: area.height))
            journal.note(entry.bytes, in: Recording.changesName)
        }
    }
}
