package import PointerShapes

/// The pointer of a recording: its path, and its shapes if it was recorded apart from the frames. A pure value.
package struct RecordedPointer: Sendable, Equatable {
    package let path: PointerPath
    /// The shapes in the order of their numbers, which begin at 1. Empty if the pointer is in the frames.
    package let shapes: [PointerShape]

    package init(path: PointerPath = PointerPath(), shapes: [PointerShape] = []) {
        (self.path, self.shapes) = (path, shapes)
    }
}
