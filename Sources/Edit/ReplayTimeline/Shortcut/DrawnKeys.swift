package import MediaTime

/// The shortcuts that an edit shows. A pure value.
package struct DrawnKeys: Sendable, Equatable {
    package let path: ShortcutPath
    package let look: KeysLook

    package init(_ path: ShortcutPath, look: KeysLook) { (self.path, self.look) = (path, look) }

    /// Returns the parts in which shortcuts are shown, in ticks of the recording. They begin with a frame.
    package func parts(timescale: Int32) -> [(range: TimeRange, isMoving: Bool)] {
        path.parts.map { ($0.range.converted(to: timescale, rounding: .up), $0.isMoving) }.filter { !$0.0.isEmpty }
    }
}
