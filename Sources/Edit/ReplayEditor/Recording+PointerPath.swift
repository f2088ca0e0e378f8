package import Files
import MediaTime
package import ReplayLibrary
package import ReplayTimeline

extension Recording {
    /// What the pointer did, where an edit shows it; else it is not read.
    /// - Throws: `FileSystemError`.
    package func pointerPath(for edit: Edit) throws(FileSystemError) -> PointerPath {
        edit.pointerEffects.isEmpty ? PointerPath() : try pointerPath
    }

    /// What the pointer did while it was recorded; nothing where that was not noted, or cannot be read.
    /// - Throws: `FileSystemError`.
    package var pointerPath: PointerPath {
        get throws(FileSystemError) {
            var steps: [PointerPath.Step] = []
            var clicks: [PointerPath.Click] = []
            try readPointerEntries { entry in
                let time = MediaTime(value: entry.time, timescale: PointerEntry.timescale)
                let place = PointerPath.Place(x: Int(entry.x), y: Int(entry.y))
                switch entry.kind {
                case .moved: steps.append(PointerPath.Step(time: time, place: place))
                case .left: steps.append(PointerPath.Step(time: time, place: nil))
                case .pressed: clicks.append(PointerPath.Click(time: time, place: place))
                case .released: break
                }
                return true
            }
            return PointerPath(steps: steps, clicks: clicks)
        }
    }
}
