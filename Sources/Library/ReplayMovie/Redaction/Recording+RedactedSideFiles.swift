package import Files
package import MediaTime
package import ReplayLibrary

/// Files beside the movie of which a redaction removes a part: what the pointer did, and captions.
extension Recording {
    /// The suffix of what is left of such a file, until that has its place.
    private static let redactedSuffix = ".part"
    private static let captionsPrefix = "captions"

    /// The names of the files with captions, those that no edit has any more among them.
    package func captionsFiles() throws(FileSystemError) -> [String] {
        try folder.entries(startingWith: Self.captionsPrefix).filter { !$0.hasSuffix(Self.redactedSuffix) }
    }

    /// Writes what is left of what the pointer did beside it.
    /// - Parameter range: of the recording, whose entries are removed.
    /// - Throws: `FileSystemError`.
    package func writeRedactedPointer(without range: TimeRange) throws(FileSystemError) {
        guard folder.contains(Self.pointerName) else { return }
        let ticks = range.converted(to: PointerEntry.timescale, rounding: .nearest)
        let left = try pointerEntries.without(ticks.start.value..<max(ticks.start.value, ticks.end.value))
        try writeRedacted(Self.pointerName, left.flatMap(\.bytes))
    }

    /// Writes what is left of a file beside it.
    /// - Throws: `FileSystemError`.
    package func writeRedacted(_ name: String, _ bytes: [UInt8]) throws(FileSystemError) {
        try folder.replace(name + Self.redactedSuffix, with: bytes)
    }

    /// Puts what is left in the place of the old files, which are overwritten. It may have been done before.
    /// - Returns: false if an old file could not be overwritten.
    func replaceSideFiles() throws(FileSystemError) -> Bool {
        var isWiped = true
        for name in try redactedSideFiles() {
            if folder.contains(name) { isWiped = try wipe(name) && isWiped }
            try folder.rename(name + Self.redactedSuffix, to: name)
            try folder.sync()
        }
        return isWiped
    }

    /// Removes what is left before it has replaced anything.
    func removeRedactedSideFiles() throws(FileSystemError) {
        for name in try redactedSideFiles() { try folder.remove(name + Self.redactedSuffix) }
        try folder.removeUnfinished(of: Self.pointerName + Self.redactedSuffix)
        for name in try captionsFiles() { try folder.removeUnfinished(of: name + Self.redactedSuffix) }
    }

    /// The names of the files that have a file with what is left of them.
    private func redactedSideFiles() throws(FileSystemError) -> [String] {
        let names = try folder.entries(startingWith: Self.captionsPrefix) + [Self.pointerName + Self.redactedSuffix]
        return names.filter { $0.hasSuffix(Self.redactedSuffix) && folder.contains($0) }
            .map { String($0.dropLast(Self.redactedSuffix.count)) }
    }
}
