package import Files
import MediaTime
package import ReplayLibrary
package import ReplayTimeline

extension Recording {
    /// Returns the shortcuts that an edit shows, or nil if it shows none.
    /// - Throws: `FileSystemError`.
    package func drawnKeys(for edit: Edit) throws(FileSystemError) -> DrawnKeys? {
        guard let look = edit.keysLook, !look.isOff else { return nil }
        let presses = try entries(of: KeyEntry.self).map { entry in
            ShortcutPath.Press(
                time: MediaTime(value: entry.time, timescale: KeyEntry.timescale),
                keys: entry.modifiers.names + [entry.key])
        }
        return DrawnKeys(ShortcutPath(presses, until: edit.duration), look: look)
    }
}

extension KeyEntry.Modifiers {
    /// The names of the modifiers, as on the keys.
    fileprivate var names: [String] {
        let all: [(KeyEntry.Modifiers, String)] = [
            (.control, "Ctrl"), (.superKey, "Super"), (.alt, "Alt"), (.shift, "Shift"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
