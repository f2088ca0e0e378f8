package import MediaTime
package import ReplayTimeline

/// The drawing of the pointer: its path and its effects. A pure value.
package struct DrawnPointer: Sendable, Equatable {
    package let path: PointerPath
    package let effects: [PointerEffect]

    package init(_ path: PointerPath, effects: [PointerEffect]) { (self.path, self.effects) = (path, effects) }

    /// Returns the ranges in which an effect alters frames, in ticks of the recording, in any order. Outside them,
    /// nothing is drawn, so frames need not be encoded.
    package func ranges(of kind: PointerEffect.Kind, timescale: Int32) -> [TimeRange] {
        // Rounds up, so that the event at the start of a range is drawn in the range's first frame.
        effects.filter { $0.kind == kind }.flatMap(path.ranges).map { $0.converted(to: timescale, rounding: .up) }
            .filter { !$0.isEmpty }
    }
}
