import CLinux
import Files
import Glibc
import SystemPackage

extension RecordingLibrary {
    /// Copies a recording and its edit. On a file system that supports it, the copy
    /// shares disk blocks with the original.
    /// - Parameters:
    ///   - recording: A recording that has ended.
    ///   - name: The name of the copy, or nil for none.
    /// - Throws: `FileSystemError`, with `EWOULDBLOCK` while the recording is written;
    ///   `DocumentError`. The partial copy is removed.
    package func duplicate(_ recording: Recording, named name: String?) throws -> Recording {
        guard let lock = try RecordingLock.take(in: recording.folder) else {
            throw FileSystemError(
                EWOULDBLOCK, operation: "duplicate", subject: "recording \(recording.id)",
                reason: "it is being recorded; duplicate it when it has ended")
        }
        defer { withExtendedLifetime(lock) {} }
        let facts = try recording.folder.read(RecordingFacts.self).copied(to: .generate(), named: name)
        // If the process is killed, a folder with neither an ending nor a movie does not count as a recording.
        var begun = facts
        begun.ending = nil
        let (copy, copyLock) = try create(begun)
        defer { withExtendedLifetime(copyLock) {} }
        do {
            for file in try recording.folder.entries() where Self.isCopied(file) {
                try recording.folder.copy(file, to: copy.folder)
            }
            try recording.folder.copy(Recording.movieName, to: copy.folder, as: Recording.unfinishedCopyName)
            try copy.folder.rename(Recording.unfinishedCopyName, to: Recording.movieName)
            try copy.folder.write(facts)
            try copy.folder.sync()
        } catch {
            // The first error is thrown. If this fails, the rest has no lock, and the next command removes it.
            try? remove(copy.id)
            throw error
        }
        return Recording(id: facts.id, facts: facts, folder: copy.folder)
    }

    /// Returns true if `duplicate` copies this file. It does not copy the facts, which it writes itself, the lock, the
    /// log and the movie, which it copies last. Exports and damaged originals belong to the first recording alone.
    private static func isCopied(_ file: String) -> Bool {
        let own = [
            RecordingFacts.fileName, RecordingExports.fileName, RecordingLock.fileName, Recording.logName,
            Recording.movieName,
        ]
        let isTemporary = file.hasSuffix(".new") || file.hasSuffix(".part") || file.hasPrefix(".")
        return !own.contains(file) && !isTemporary && !file.contains(".damaged")
    }
}

extension Directory {
    /// Copies a file into another folder, and waits until the copy is on the disk.
    fileprivate func copy(
        _ name: String, to other: Directory, as copyName: String? = nil
    ) throws(FileSystemError) {
        let source = try openFile(name, mode: .readOnly, options: .nonBlocking)
        try RegularFile.check(source, path: path + "/" + name)
        let target = try other.openFile(copyName ?? name, mode: .writeOnly, options: [.create, .exclusiveCreate])
        try FileSystemError.catching("copy", subject: path + "/" + name) {
            var left = try source.descriptor.stat().size
            while left > 0 {
                let count = replay_copy_file_range(
                    source.descriptor.rawValue, target.descriptor.rawValue, Int(clamping: left))
                guard count > 0 else { throw Errno(rawValue: count == 0 ? EIO : errno) }
                left -= Int64(count)
            }
            guard fsync(target.descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }
}
