package import MediaTime
package import ReplayLibrary

/// What the pointer did goes with the frames in which it did it.
extension Recording {
    /// What is left of it until that has its place.
    private static let redactedPointerName = "pointer.bin.part"

    /// Writes beside it what is left of what the pointer did.
    /// - Parameter range: of the recording, whose entries are removed.
    /// - Throws: `FileSystemError`.
    package func writeRedactedPointer(without range: TimeRange) throws(FileSystemError) {
        guard folder.contains(Self.pointerName) else { return }
        let ticks = range.converted(to: PointerEntry.timescale, rounding: .nearest)
        let left = try pointerEntries.without(ticks.start.value..<max(ticks.start.value, ticks.end.value))
        try folder.replace(Self.redactedPointerName, with: left.flatMap(\.bytes))
    }

    /// Puts it in the place of the old one, which is overwritten. It may have been done before.
    /// - Returns: false if the old one could not be overwritten.
    func replacePointer() throws(FileSystemError) -> Bool {
        guard folder.contains(Self.redactedPointerName) else { return true }
        let isWiped = folder.contains(Self.pointerName) ? try wipe(Self.pointerName) : true
        try folder.rename(Self.redactedPointerName, to: Self.pointerName)
        try folder.sync()
        return isWiped
    }

    /// Removes it before it has replaced anything.
    func removeRedactedPointer() throws(FileSystemError) {
        try folder.removeUnfinished(of: Self.redactedPointerName)
        try folder.remove(Self.redactedPointerName)
    }
}
