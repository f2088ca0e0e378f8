import Descriptors
package import Files
import Glibc
package import ReplayLibrary

/// How a movie is replaced by one from which something was removed, so that it is the old or the new one, whole, whenever
/// that is interrupted. The recording's lock must be held for all of it.
extension Recording {
    /// The new movie until it has its place.
    package static let redactedName = "redacted.mp4.part"
    /// The old movie when it has lost its place.
    private static let removedName = "removed.mp4.part"

    /// Notes that the new movie is about to be written, under `redactedName`.
    /// - Throws: `FileSystemError`, `DocumentError`.
    package func beginRedaction() throws {
        try folder.write(RedactionJournal(.writing, files: []))
    }

    /// Puts the new movie, which is whole and on the disk, in the place of the old one.
    /// - Parameter files: the names of those that go with what was removed.
    /// - Returns: true if the blocks of all files that go were overwritten.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`; the next command completes it then.
    package func replaceByRedacted(removing files: [String]) throws -> Bool {
        try folder.write(RedactionJournal(.replacing, files: files))
        return try completeRedaction(removing: files)
    }

    /// Brings a redaction that was killed to its end: completes it where the new movie was whole, else takes it back.
    /// - Returns: which; nil where there is none.
    /// - Throws: `FileSystemError`, `DocumentError`, `MovieError`.
    package func endRedaction() throws -> RedactionEnd? {
        // One that was killed as it began has left no more than this.
        try folder.removeUnfinished(of: RedactionJournal.fileName)
        guard hasUnfinishedRedaction else { return nil }
        let journal = try folder.read(RedactionJournal.self)
        guard journal.step == .replacing else {
            try takeRedactionBack()
            return .takenBack
        }
        return try completeRedaction(removing: journal.files) ? .completed : .completedWithoutWiping
    }

    /// Removes what a redaction has written that has not replaced anything yet.
    /// - Throws: `FileSystemError`.
    package func takeRedactionBack() throws(FileSystemError) {
        try folder.remove(Self.redactedName)
        try removeRedactedSideFiles()
        try folder.remove(RedactionJournal.fileName)
        try folder.sync()
    }

    /// Each step may have been done before.
    /// - Returns: true if the blocks of all files that go were overwritten.
    private func completeRedaction(removing files: [String]) throws -> Bool {
        var isWiped = true
        for name in files where folder.contains(name) { isWiped = try wipe(name) && isWiped }
        isWiped = try replaceSideFiles() && isWiped
        if folder.contains(Self.redactedName) {
            isWiped = try keepForWiping() && isWiped
            try folder.rename(Self.redactedName, to: Self.movieName)
            try folder.sync()
        }
        // Where there are no links it has no name any more.
        if folder.contains(Self.removedName) { isWiped = try wipe(Self.removedName) && isWiped }
        try folder.remove(RedactionJournal.fileName)
        try folder.sync()
        return isWiped
    }

    /// The names of the files besides the movie that have frames or audio of it: proxies, parts of a buffer, what repairs set
    /// aside, and where audio is removed, how loud that was as the recorder noted it and a page has drawn it.
    package func derivedFiles(ofAudio: Bool) throws(FileSystemError) -> [String] {
        let own = [Self.movieName, Self.redactedName, Self.removedName]
        return try folder.entries().filter { name in
            if name.utf8.firstRange(of: ".mp4".utf8) != nil { return !own.contains(name) }
            return ofAudio && (name == Self.waveformName || name.hasPrefix("levels-") && name.hasSuffix(".bin"))
        }
    }

    /// Gives the old movie a second name, under which it is found when it has lost the first.
    /// - Returns: false if it has none, so that it cannot be overwritten.
    private func keepForWiping() throws(FileSystemError) -> Bool {
        guard !folder.contains(Self.removedName) else { return true }
        do throws(FileSystemError) {
            try folder.link(try folder.openFile(Self.movieName, .readOnly), as: Self.removedName)
            return true
        } catch {
            // A file system without hard links: the movie is unlinked, and not overwritten.
            guard [EPERM, EOPNOTSUPP, ENOSYS, ENOENT, EMLINK].contains(error.code) else { throw error }
            return false
        }
    }

    /// Overwrites a file and removes it. Copies that a file system or a disk keeps of its blocks are not reached.
    /// - Returns: true if it was overwritten, and the zeros are on the disk. The file is removed in any case: one that stays has
    ///   more of what was removed than blocks that are free.
    func wipe(_ name: String) throws(FileSystemError) -> Bool {
        // One with other names may be the movie itself, if that was never replaced, or a file of somebody else's.
        let isWiped = folder.status(of: name)?.linkCount == 1 && (try? overwrite(name)) != nil
        try folder.remove(name)
        return isWiped
    }

    private func overwrite(_ name: String) throws {
        let file = try folder.openFile(name, .writeOnly)
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        let size = try file.descriptor.stat().size
        while offset < size {
            let count = Int(min(Int64(zeros.count), size - offset))
            try file.descriptor.writeAll(toAbsoluteOffset: offset, zeros[..<count])
            offset += Int64(count)
        }
        // Else the kernel may drop them with the name, and write none.
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path + "/" + name)
        }
    }
}
