import MediaTime
package import ReplayLibrary
package import ReplayTimeline

extension Recording {
    /// What the pointer did, where an edit shows it; else it is not read.
    /// - Throws: `FileSystemError`.
    package func pointerTrail(for edit: Edit) throws(FileSystemError) -> PointerTrail {
        edit.pointerEffects.isEmpty ? PointerTrail() : try pointerTrail
    }

    /// What the pointer did while it was recorded; nothing where that was not noted, or cannot be read.
    /// - Throws: `FileSystemError`.
    package var pointerTrail: PointerTrail {
        get throws(FileSystemError) {
            var steps: [PointerTrail.Step] = []
            var clicks: [PointerTrail.Click] = []
            try readPointerEntries { entry in
                let time = MediaTime(value: entry.time, timescale: PointerEntry.timescale)
                let place = PointerTrail.Place(x: Int(entry.x), y: Int(entry.y))
                switch entry.kind {
                case .moved: steps.append(PointerTrail.Step(time: time, place: place))
                case .left: steps.append(PointerTrail.Step(time: time, place: nil))
                case .pressed: clicks.append(PointerTrail.Click(time: time, place: place))
                case .released: break
                }
                return true
            }
            return PointerTrail(steps: steps, clicks: clicks)
        }
    }
}
