package import Geometry
package import MediaTime
package import PointerShapes
import ReplayLibrary
package import ReplaySources
import Synchronization

/// A writer of the pointer's positions and button presses beside the movie, while the gate admits the screen.
///
/// The journal's thread writes the file, so that the caller never waits for a disk. If the file cannot be written, the
/// recording continues without it.
package final class PointerWriter: Sendable {
    private struct State {
        var pacer = PointerPacer()
        /// The time of the last entry, in ticks.
        var lastTime: Int64
        /// The size of the file, in bytes, including queued entries.
        var bytes: Int64
        var shapes: StoredShapes
        /// The last entry of a shape, or nil if the shape is unknown.
        var shaped: (number: UInt16, scale: UInt16)?
    }

    /// The shapes in the file, and its size in bytes, including queued shapes.
    private struct StoredShapes {
        var numbers: [PointerShape: UInt16] = [:]
        var bytes = 0
    }

    private let control: SessionControl
    private let journal: RecordingJournal
    private let state: Mutex<State>

    /// - Parameters:
    ///   - size: The size of the existing file, in bytes.
    ///   - shapes: The shapes that an earlier recorder stored.
    init(_ control: SessionControl, journal: RecordingJournal, size: Int64, shapes: [PointerShape]) {
        (self.control, self.journal) = (control, journal)
        var stored = StoredShapes()
        for (place, shape) in shapes.enumerated() {
            stored.numbers[shape] = UInt16(clamping: place + 1)
            stored.bytes += shape.bytes.count
        }
        state = Mutex(State(lastTime: 0, bytes: size, shapes: stored))
    }

    /// Writes the pointer's position and the button events since the last call.
    /// - Parameters:
    ///   - place: The position in pixels of the frame, or nil if the pointer is not over the recorded area.
    ///   - shape: The shape of the pointer, or nil if it is in the frames.
    ///   - scale: The size of a pixel of the shape, in pixels of the frame.
    package func note(
        _ place: PixelPoint?, shape: PointerShape?, scale: Double, at time: HostTime, buttons: [ButtonEvent]
    ) {
        state.withLock { state in
            if place != nil, let shape { note(shape, scale: scale, at: time, state: &state) }
            var due = buttons.map { ($0.time, $0.kind, $0.button, Optional($0.place)) }
            if let sighting = state.pacer.see(place, at: time) {
                due.append((sighting.time, sighting.place == nil ? .left : .moved, 0, sighting.place))
            }
            for (time, kind, button, place) in due.sorted(by: { $0.0 < $1.0 }) {
                write(kind, button: button, at: place, time: time, state: &state)
            }
        }
    }

    /// Writes the button events since the last call, and the last known position.
    package func note(_ buttons: [ButtonEvent]) {
        state.withLock { state in
            if let sighting = state.pacer.flush() {
                write(
                    sighting.place == nil ? .left : .moved, button: 0, at: sighting.place, time: sighting.time,
                    state: &state)
            }
            for event in buttons {
                write(event.kind, button: event.button, at: event.place, time: event.time, state: &state)
            }
        }
    }

    /// Ends the track of the pointer, because the screen is no longer recorded and the position is private from then
    /// on.
    /// - Parameter time: The time of the cover. Nil if the recording is paused, because its clock is stopped.
    package func stop(at time: HostTime?) {
        state.withLock { state in
            state.pacer.reset()
            state.shaped = nil
            guard let time, let clock = control.current?.clock, !clock.isPaused else { return }
            append(PointerEntry(time: ticks(time, clock: clock, state: state), kind: .left), to: &state)
        }
    }

    private func write(
        _ kind: PointerEntry.Kind, button: UInt8, at place: PixelPoint?, time: HostTime, state: inout State
    ) {
        guard let gate = control.current, gate.takesScreen(at: time) else { return }
        append(
            PointerEntry(
                time: ticks(time, clock: gate.clock, state: state), kind: kind, button: button,
                x: UInt16(clamping: place?.x ?? 0),
                y: UInt16(clamping: place?.y ?? 0)), to: &state)
    }

    /// Writes a shape that is new, and notes that the pointer has it.
    private func note(_ shape: PointerShape, scale: Double, at time: HostTime, state: inout State) {
        guard let gate = control.current, gate.takesScreen(at: time) else { return }
        let shaped = (number: number(of: shape, state: &state), scale: UInt16(saturating: (scale * 1000).rounded()))
        if let last = state.shaped, last == shaped { return }
        append(
            PointerEntry(
                time: ticks(time, clock: gate.clock, state: state), kind: .shaped, x: shaped.number, y: shaped.scale),
            to: &state)
        state.shaped = shaped
    }

    /// Returns the number of a shape, which is stored if it is new. Returns 0 for one that is invisible or cannot be stored.
    private func number(of shape: PointerShape, state: inout State) -> UInt16 {
        if let known = state.shapes.numbers[shape] { return known }
        guard !shape.isInvisible, shape.canBeStored, state.shapes.numbers.count < Int(UInt16.max) else { return 0 }
        let bytes = shape.bytes
        guard state.shapes.bytes + bytes.count <= Recording.maxShapesFileSize else { return 0 }
        let number = UInt16(clamping: state.shapes.numbers.count + 1)
        state.shapes.numbers[shape] = number
        state.shapes.bytes += bytes.count
        journal.note(bytes, in: Recording.shapesName)
        return number
    }

    /// Returns a time in ticks that is not before the last entry, because the server's times are slightly off.
    private func ticks(_ time: HostTime, clock: SessionClock, state: State) -> Int64 {
        max(state.lastTime, clock.ticks(at: time, timescale: PointerEntry.timescale), 0)
    }

    private func append(_ entry: PointerEntry, to state: inout State) {
        guard state.bytes + Int64(PointerEntry.length) <= PointerEntry.maxFileSize else { return }
        state.bytes += Int64(PointerEntry.length)
        state.lastTime = entry.time
        // An entry without a position ends the shape too.
        if entry.kind == .left { state.shaped = nil }
        journal.note(entry.bytes, in: PointerEntry.fileName)
    }
}

extension ButtonEvent {
    fileprivate var kind: PointerEntry.Kind { isPress ? .pressed : .released }
}
