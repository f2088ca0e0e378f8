package import Geometry
package import MediaTime
import ReplayLibrary
package import ReplaySources

extension EntryWriter<ChangeEntry> {
    /// Writes a change of the screen.
    /// - Parameters:
    ///   - area: The smallest rectangle with all changed pixels of the frame, or nil if nothing has changed.
    ///   - time: The time of the frame.
    package func note(_ area: PixelRect?, at time: HostTime) {
        guard let area, !area.isEmpty else { return }
        note(at: time) { ticks in
            ChangeEntry(
                time: ticks, x: UInt16(clamping: area.x0), y: UInt16(clamping: area.y0),
                width: UInt16(clamping: area.width), height: UInt16(clamping: area.height))
        }
    }
}

extension EntryWriter<KeyEntry> {
    /// Writes shortcuts.
    package func note(_ presses: [KeyPress]) {
        for press in presses { note(at: press.time) { KeyEntry(press.chord, time: $0) } }
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
