package import Files
import Glibc
package import MediaTime
import PointerShapes
package import ReplayLibrary

/// Files beside the movie from which a redaction removes a part: pointer entries and shapes, changes, shortcuts, captions
/// and comments.
extension Recording {
    /// The suffix of the redacted version of such a file before it replaces the file.
    private static let redactedSuffix = ".part"
    private static let captionsPrefix = "captions"
    /// The files that are no captions.
    private static let otherFiles = [
        PointerEntry.fileName, Recording.shapesName, ChangeEntry.fileName, KeyEntry.fileName,
        RecordingComment.fileName,
    ]

    /// Returns the names of the files with captions, including those that no edit uses any longer.
    package func captionsFiles() throws(FileSystemError) -> [String] {
        try folder.entries(startingWith: Self.captionsPrefix).filter { !$0.hasSuffix(Self.redactedSuffix) }
    }

    /// Checks that the files can be replaced, before anything is changed.
    /// - Throws: `FileSystemError` if one is a folder.
    package func checkSideFiles() throws(FileSystemError) {
        for name in try captionsFiles() + Self.otherFiles where folder.status(of: name)?.type == .directory {
            throw FileSystemError(EISDIR, operation: "redact", subject: path + "/" + name)
        }
    }

    /// Writes the pointer entries outside a range, and the shapes to which they refer, into new files beside the old ones.
    /// - Parameter range: The range of the recording whose entries are removed.
    /// - Throws: `FileSystemError`.
    package func writeRedactedPointer(without range: TimeRange) throws(FileSystemError) {
        guard folder.contains(PointerEntry.fileName) else { return }
        let ticks = range.converted(to: PointerEntry.timescale, rounding: .nearest)
        let left = try entries(of: PointerEntry.self).without(
            ticks.start.value..<max(ticks.start.value, ticks.end.value))
        try writeRedacted(PointerEntry.fileName, bytes: left.flatMap(\.bytes))
        guard folder.contains(Self.shapesName) else { return }
        let used = Set(left.lazy.filter { $0.kind == .shaped }.map { Int($0.x) })
        // The other shapes are emptied, so that the numbers stay.
        let shapes = try pointerShapes.enumerated().map { used.contains($0 + 1) ? $1 : .invisible }
        try writeRedacted(Self.shapesName, bytes: shapes.flatMap(\.bytes))
    }

    /// Writes the entries of a file outside a range into a new file beside the old one.
    /// - Parameter range: The range of the recording whose entries are removed.
    /// - Throws: `FileSystemError`.
    package func writeRedacted<Entry: RecordingEntry>(
        _ type: Entry.Type, without range: TimeRange
    ) throws(FileSystemError) {
        guard folder.contains(Entry.fileName) else { return }
        let ticks = range.converted(to: Entry.timescale, rounding: .nearest)
        let left = try entries(of: Entry.self).filter { $0.time < ticks.start.value || $0.time > ticks.end.value }
        try writeRedacted(Entry.fileName, bytes: left.flatMap(\.bytes))
    }

    /// Writes the comments outside a range into a new file beside the old one. Lines that cannot be read are left out.
    /// - Parameter range: The range of the recording whose comments are removed, because they may quote it.
    /// - Throws: `FileSystemError`, or an error of `JSONEncoder`.
    package func writeRedactedComments(without range: TimeRange) throws {
        guard folder.contains(RecordingComment.fileName) else { return }
        let left = try comments().filter { !range.contains($0.time) && $0.time != range.end }
        try writeRedacted(RecordingComment.fileName, bytes: try RecordingComment.encoded(left))
    }

    /// Writes the redacted version of a file beside it.
    /// - Throws: `FileSystemError`.
    package func writeRedacted(_ name: String, bytes: [UInt8]) throws(FileSystemError) {
        try folder.replace(name + Self.redactedSuffix, with: bytes)
    }

    /// Replaces the old files by their redacted versions, and overwrites the old files. It may be repeated.
    /// - Returns: False if an old file could not be overwritten.
    func replaceSideFiles() throws(FileSystemError) -> Bool {
        var isWiped = true
        for name in try redactedSideFiles() {
            if folder.contains(name) { isWiped = try wipe(name) && isWiped }
            try folder.rename(name + Self.redactedSuffix, to: name)
            try folder.sync()
        }
        return isWiped
    }

    /// Removes the redacted versions before they have replaced anything.
    func removeRedactedSideFiles() throws(FileSystemError) {
        for name in try redactedSideFiles() { try folder.remove(name + Self.redactedSuffix) }
        for name in try captionsFiles() + Self.otherFiles {
            try folder.removeUnfinished(of: name + Self.redactedSuffix)
        }
    }

    /// Returns the names of the files that have a redacted version.
    private func redactedSideFiles() throws(FileSystemError) -> [String] {
        let names =
            try folder.entries(startingWith: Self.captionsPrefix) + Self.otherFiles.map { $0 + Self.redactedSuffix }
        return names.filter { $0.hasSuffix(Self.redactedSuffix) && folder.contains($0) }
            .map { String($0.dropLast(Self.redactedSuffix.count)) }
    }
}
