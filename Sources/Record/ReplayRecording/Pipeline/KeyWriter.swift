import MediaTime
import ReplayLibrary
package import ReplaySources
import Synchronization

/// A writer of shortcuts beside the movie, while the gate admits the screen.
///
/// The journal's thread writes the file, so that the caller never waits for a disk. If the file cannot be written, the
/// recording continues without it.
package final class KeyWriter: Sendable {
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

    /// Writes the shortcuts that were pressed while the screen was recorded.
    package func note(_ presses: [KeyPress]) {
        for press in presses {
            guard let gate = control.current, gate.takesScreen(at: press.time) else { continue }
            state.withLock { state in
                guard state.bytes + Int64(KeyEntry.length) <= Recording.maxKeysFileSize else { return }
                state.bytes += Int64(KeyEntry.length)
                // The server's times are slightly off.
                state.lastTime = max(state.lastTime, gate.clock.ticks(at: press.time, timescale: KeyEntry.timescale), 0)
                journal.note(KeyEntry(press.chord, time: state.lastTime).bytes, in: Recording.keysName)
            }
        }
    }
}

extension KeyEntry {
    fileprivate init(_ chord: KeyChord, time: Int64) {
        let bits: [(KeyChord.Modifier, Modifiers)] = [
            (.control, .control), (.alt, .alt), (.superKey, .superKey), (.shift, .shift),
        ]
        let held = bits.filter { chord.modifiers.contains($0.0) }.map(\.1)
        self.init(time: time, modifiers: Modifiers(held), key: chord.key)
    }
}
