package import Files
import MediaTime
import PointerShapes
package import ReplayLibrary
package import ReplayTimeline

extension Recording {
    /// Returns the pointer of the recording if it is drawn or a zoom follows it. Otherwise, its path and shapes are empty.
    /// - Throws: `FileSystemError`.
    package func recordedPointer(for edit: Edit) throws(FileSystemError) -> RecordedPointer {
        let shapes = edit.pointerLook.isOff ? [] : try pointerShapes
        let needsPath = !shapes.isEmpty || !edit.pointerEffects.isEmpty || edit.zooms.contains(where: \.follows)
        return RecordedPointer(path: needsPath ? try pointerPath : PointerPath(), shapes: shapes)
    }

    /// Returns true if frames are shown otherwise than they are recorded: an edit alters them, or the pointer is drawn.
    package func showsAlteredFrames(in edit: Edit) -> Bool {
        edit.altersFrames || !edit.pointerLook.isOff && hasPointerShapes
    }

    /// The pointer data of the recording. Empty if the recording has none.
    /// - Throws: `FileSystemError`.
    package var pointerPath: PointerPath {
        get throws(FileSystemError) {
            var steps: [PointerPath.Step] = []
            var clicks: [PointerPath.Click] = []
            var shapes: [PointerPath.ShapeStep] = []
            try readEntries { (entry: PointerEntry) in
                let time = MediaTime(value: entry.time, timescale: PointerEntry.timescale)
                let place = PointerPath.Place(x: Int(entry.x), y: Int(entry.y))
                switch entry.kind {
                case .moved: steps.append(PointerPath.Step(time: time, place: place))
                case .left:
                    steps.append(PointerPath.Step(time: time, place: nil))
                    shapes.append(PointerPath.ShapeStep(time: time, number: 0))
                case .pressed: clicks.append(PointerPath.Click(time: time, place: place))
                case .released:
                    guard let last = clicks.last, last.release == nil else { break }
                    clicks[clicks.count - 1].release = PointerPath.Step(time: time, place: place)
                case .shaped:
                    shapes.append(
                        PointerPath.ShapeStep(time: time, number: Int(entry.x), scale: Double(entry.y) / 1000))
                }
                return true
            }
            return PointerPath(steps: steps, clicks: clicks, shapes: shapes)
        }
    }
}
