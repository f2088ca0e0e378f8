import MediaTime
import ReplayTimeline

/// What is drawn of the pointer, and when. A pure value.
struct DrawnPointer: Sendable, Equatable {
    let path: PointerPath
    let effects: [PointerEffect]

    init(_ path: PointerPath, _ effects: [PointerEffect]) { (self.path, self.effects) = (path, effects) }

    /// Where frames are altered, in ticks of the recording, in any order: where nothing is drawn they need not be encoded.
    func ranges(of kind: PointerEffect.Kind, timescale: Int32) -> [TimeRange] {
        // Rounded up, so that what begins a range is drawn at its first instant already.
        effects.filter { $0.kind == kind }.flatMap(path.ranges).map { $0.converted(to: timescale, rounding: .up) }
            .filter { !$0.isEmpty }
    }
}
