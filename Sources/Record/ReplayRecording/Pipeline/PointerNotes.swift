package import Geometry
package import MediaTime
import ReplayLibrary
package import ReplaySources
import Synchronization

/// Notes beside the movie where the pointer is and which of its buttons are pressed, as far as the gate lets the screen through.
///
/// The journal's thread writes; who notes never waits for a disk. Where the file cannot be written, the recording goes on
/// without.
package final class PointerNotes: Sendable {
    private struct State {
        var pacer = PointerPacer()
        /// What has been given out last, in ticks.
        var lastTime: Int64
        /// How long the file is with all that was given out.
        var bytes: Int64
    }

    private let control: SessionControl
    private let journal: RecordingJournal
    private let state: Mutex<State>

    /// - Parameter size: of the file, in bytes.
    init(_ control: SessionControl, _ journal: RecordingJournal, size: Int64) {
        (self.control, self.journal) = (control, journal)
        state = Mutex(State(lastTime: 0, bytes: size))
    }

    /// Notes where the pointer is, and what happened to its buttons since the last call.
    /// - Parameter place: in pixels of the frame; nil: not over what is recorded.
    package func note(_ place: PixelPoint?, at time: HostTime, buttons: [ButtonEvent]) {
        state.withLock { state in
            var due = buttons.map { ($0.time, $0.kind, $0.button, Optional($0.place)) }
            if let sighting = state.pacer.see(place, at: time) {
                due.append((sighting.time, sighting.place == nil ? .left : .moved, 0, sighting.place))
            }
            for (time, kind, button, place) in due.sorted(by: { $0.0 < $1.0 }) {
                write(kind, button, at: place, time, &state)
            }
        }
    }

    /// Notes what happened to buttons since the last call, and where the pointer was last.
    package func note(_ buttons: [ButtonEvent]) {
        state.withLock { state in
            if let sighting = state.pacer.flush() {
                write(sighting.place == nil ? .left : .moved, 0, at: sighting.place, sighting.time, &state)
            }
            for event in buttons { write(event.kind, event.button, at: event.place, event.time, &state) }
        }
    }

    /// Notes that the screen is not taken any more: where the pointer is then is nobody's business.
    /// - Parameter time: when it was covered; nil: the recording is paused, and its clock stands still.
    package func stop(at time: HostTime?) {
        state.withLock { state in
            state.pacer.reset()
            guard let time, let clock = control.current?.clock, !clock.isPaused else { return }
            append(PointerEntry(time: ticks(time, clock, state), kind: .left), &state)
        }
    }

    private func write(
        _ kind: PointerEntry.Kind, _ button: UInt8, at place: PixelPoint?, _ time: HostTime, _ state: inout State
    ) {
        guard let gate = control.current, gate.takesScreen(at: time) else { return }
        append(
            PointerEntry(
                time: ticks(time, gate.clock, state), kind: kind, button: button, x: UInt16(clamping: place?.x ?? 0),
                y: UInt16(clamping: place?.y ?? 0)), &state)
    }

    /// Never earlier than what was written before: times of the server are a little off.
    private func ticks(_ time: HostTime, _ clock: SessionClock, _ state: State) -> Int64 {
        max(state.lastTime, clock.ticks(at: time, timescale: PointerEntry.timescale), 0)
    }

    private func append(_ entry: PointerEntry, _ state: inout State) {
        guard state.bytes + Int64(PointerEntry.length) <= Recording.maxPointerFileSize else { return }
        state.bytes += Int64(PointerEntry.length)
        state.lastTime = entry.time
        journal.note(entry.bytes, in: Recording.pointerName)
    }
}

extension ButtonEvent {
    fileprivate var kind: PointerEntry.Kind { isPress ? .pressed : .released }
}
