import Descriptors
package import Files
import Glibc
package import ReplayLibrary

/// The replacement of a movie by a redacted one. After an interruption at any time, the movie is either the old or the
/// new one, complete. The caller must hold the recording's lock for the whole time.
extension Recording {
    /// The name of the new movie before it replaces the old one.
    package static let redactedName = "redacted.mp4.part"
    /// The name of the old movie after it was replaced.
    private static let removedName = "removed.mp4.part"

    /// Stores in the journal that the new movie is about to be written as `redactedName`.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package func beginRedaction() throws {
        try folder.write(RedactionJournal(.writing, files: []))
    }

    /// Replaces the old movie by the new one, which must be complete and on the disk.
    /// - Parameter files: The names of the files to remove with the old movie.
    /// - Returns: True if the disk blocks of all removed files were overwritten.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`. The next command then completes the redaction.
    package func replaceByRedacted(removing files: [String]) throws -> Bool {
        try folder.write(RedactionJournal(.replacing, files: files))
        return try completeRedaction(removing: files)
    }

    /// Ends a redaction whose process was killed: it is completed if the new movie was complete, otherwise undone.
    /// - Returns: The result, or nil if there was no such redaction.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`.
    package func endRedaction() throws -> RedactionEnd? {
        // A process that was killed right at the start left only this file.
        try folder.removeUnfinished(of: RedactionJournal.fileName)
        guard hasUnfinishedRedaction else { return nil }
        let journal = try folder.read(RedactionJournal.self)
        guard journal.step == .replacing else {
            try takeRedactionBack()
            return .takenBack
        }
        return try completeRedaction(removing: journal.files) ? .completed : .completedWithoutWiping
    }

    /// Undoes a redaction that has not replaced anything yet: removes the files that it has written.
    /// - Throws: `FileSystemError`.
    package func takeRedactionBack() throws(FileSystemError) {
        try folder.remove(Self.redactedName)
        try removeRedactedSideFiles()
        try folder.remove(RedactionJournal.fileName)
        try folder.sync()
    }

    /// Completes a redaction. Any of its steps may have been done before.
    /// - Returns: True if the disk blocks of all removed files were overwritten.
    private func completeRedaction(removing files: [String]) throws -> Bool {
        var isWiped = true
        for name in files where folder.contains(name) { isWiped = try wipe(name) && isWiped }
        isWiped = try replaceSideFiles() && isWiped
        if folder.contains(Self.redactedName) {
            isWiped = try keepForWiping() && isWiped
            try folder.rename(Self.redactedName, to: Self.movieName)
            try folder.sync()
        }
        // Without hard links the old movie has no name any longer.
        if folder.contains(Self.removedName) { isWiped = try wipe(Self.removedName) && isWiped }
        try folder.remove(RedactionJournal.fileName)
        try folder.sync()
        return isWiped
    }

    /// Returns the names of the other files that contain frames or audio of the movie:
    /// proxies, parts, and damaged originals.
    ///
    /// With `ofAudio`, the levels from the recorder and the waveform from the preview are included.
    package func derivedFiles(ofAudio: Bool) throws(FileSystemError) -> [String] {
        let own = [Self.movieName, Self.redactedName, Self.removedName]
        return try folder.entries().filter { name in
            if name.utf8.firstRange(of: ".mp4".utf8) != nil { return !own.contains(name) }
            return ofAudio && (name == Self.waveformName || name.hasPrefix("levels-") && name.hasSuffix(".bin"))
        }
    }

    /// Gives the old movie a second name, under which it can be overwritten after its replacement.
    /// - Returns: False if the file system has no hard links, so that the movie cannot be overwritten.
    private func keepForWiping() throws(FileSystemError) -> Bool {
        guard !folder.contains(Self.removedName) else { return true }
        do throws(FileSystemError) {
            try folder.link(try folder.openFile(Self.movieName, mode: .readOnly), as: Self.removedName)
            return true
        } catch {
            // Without hard links, the movie is removed but not overwritten.
            guard [EPERM, EOPNOTSUPP, ENOSYS, ENOENT, EMLINK].contains(error.code) else { throw error }
            return false
        }
    }

    /// Overwrites a file with zeros and removes it. Copies of its blocks in the file
    /// system or the disk are not overwritten.
    /// - Returns: True if the zeros are on the disk. The file is removed in any case, because a remaining
    ///   file reveals more than free blocks.
    func wipe(_ name: String) throws(FileSystemError) -> Bool {
        // A file with other names may be the movie itself, if it was never replaced, or another program's file.
        let isWiped = folder.status(of: name)?.linkCount == 1 && (try? overwrite(name)) != nil
        try folder.remove(name)
        return isWiped
    }

    private func overwrite(_ name: String) throws {
        let file = try folder.openFile(name, mode: .writeOnly)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        let size = try file.descriptor.stat().size
        while offset < size {
            let count = Int(min(Int64(zeros.count), size - offset))
            try file.descriptor.writeAll(toAbsoluteOffset: offset, zeros[..<count])
            offset += Int64(count)
        }
        // Without a sync the kernel may drop the zeros when the name is removed.
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path + "/" + name)
        }
    }
}
