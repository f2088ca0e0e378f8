package import Files
import MediaTime
package import ReplayLibrary
package import ReplayTimeline

extension Recording {
    /// Returns the pointer data of the recording if the edit shows or follows the pointer, and an empty path otherwise.
    /// - Throws: `FileSystemError`.
    package func pointerPath(for edit: Edit) throws(FileSystemError) -> PointerPath {
        edit.pointerEffects.isEmpty && !edit.zooms.contains(where: \.follows) ? PointerPath() : try pointerPath
    }

    /// The pointer data of the recording. Empty if the recording has none.
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
