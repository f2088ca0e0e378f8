package import MediaTime
package import PointerShapes

/// The drawing of the pointer: its path, its effects, and its own shapes if it was recorded apart. A pure value.
package struct DrawnPointer: Sendable, Equatable {
    package let path: PointerPath
    package let effects: [PointerEffect]
    /// The motion of a pointer that was recorded apart from the frames, or nil if nothing of it is drawn.
    package let motion: PointerMotion?
    private let shapes: [PointerShape]
    private let duration: MediaTime

    /// - Parameters:
    ///   - pointer: The pointer of the recording. Its path may be left out if the edit needs none.
    ///   - edit: The edit of the recording.
    package init(_ pointer: RecordedPointer, in edit: Edit) {
        (path, shapes, duration) = (pointer.path, pointer.shapes, edit.duration)
        let (look, isApart) = (edit.pointerLook, !pointer.shapes.isEmpty)
        let whole = TimeRange(start: .zero, end: edit.duration)
        effects = edit.pointerEffects + (isApart && look.click == .ring ? [PointerEffect(.clicks, during: whole)] : [])
        motion = isApart && !look.isOff ? PointerMotion(pointer.path, look: look) : nil
    }

    /// Returns the shape with a number, or nil if the file of shapes lacks it.
    package func shape(_ number: Int) -> PointerShape? {
        shapes.indices.contains(number - 1) ? shapes[number - 1] : nil
    }

    /// Returns the ranges in which an effect alters frames, in ticks of the recording, in any order. Outside them,
    /// nothing is drawn, so frames need not be encoded.
    package func ranges(of kind: PointerEffect.Kind, timescale: Int32) -> [TimeRange] {
        Self.ticks(effects.filter { $0.kind == kind }.flatMap(path.ranges), timescale)
    }

    /// Returns the ranges in which a pointer that was recorded apart is drawn, in ticks of the recording; ascending.
    package func shownRanges(timescale: Int32) -> [TimeRange] {
        Self.ticks(motion?.shownRanges(until: duration) ?? [], timescale)
    }

    /// Returns the ranges in which such a pointer changes while the frame may stay the same, in ticks; ascending.
    package func movingRanges(timescale: Int32) -> [TimeRange] {
        Self.ticks(motion?.movingRanges(until: duration) ?? [], timescale)
    }

    /// Rounds up, so that the event at the start of a range is drawn in the range's first frame.
    private static func ticks(_ ranges: [TimeRange], _ timescale: Int32) -> [TimeRange] {
        ranges.map { $0.converted(to: timescale, rounding: .up) }.filter { !$0.isEmpty }
    }
}
