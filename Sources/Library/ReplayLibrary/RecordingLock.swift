import Descriptors
package import Files
import Glibc
package import MediaTime

/// A lock that shows that a recording is being written: a locked file, which also contains the elapsed time.
///
/// The kernel releases the lock when the writer ends in any way. The file keeps the elapsed time, because a
/// still frame leaves no other trace of it.
package final class RecordingLock: Sendable {
    package static let fileName = "lock"

    /// The length of the note, in bytes. The note is overwritten in place and keeps
    /// its length, so that syncing is cheap.
    private static let noteLength = 32

    private let file: OwnedDescriptor
    private let path: String

    private init(_ file: OwnedDescriptor, in folder: Directory) {
        self.file = file
        path = folder.path + "/" + Self.fileName
    }

    deinit { Self.unlock(file) }

    /// Locks the recording in `folder`. It waits up to 3 s if another process only checks the lock.
    /// - Returns: The lock, or nil if another process has it.
    /// - Throws: `FileSystemError` if the lock file cannot be opened.
    package static func take(in folder: Directory) throws(FileSystemError) -> RecordingLock? {
        let file = try folder.openFile(fileName, mode: .readWrite, options: .create)
        // `isHeld(in:)` has a shared lock for a moment; a writer's lock is exclusive.
        for _ in 0..<3_000 {
            if locks(file, kind: LOCK_EX) { return RecordingLock(file, in: folder) }
            guard locks(file, kind: LOCK_SH) else { return nil }
            usleep(1_000)
        }
        return nil
    }

    /// Returns true if the recording in `folder` is being written, or if an error prevents the check. A recording in
    /// progress must not be discarded, repaired or redacted.
    package static func isHeld(in folder: Directory) -> Bool {
        do throws(FileSystemError) {
            let file = try folder.openFile(fileName, mode: .readOnly)
            defer { unlock(file) }
            return !locks(file, kind: LOCK_SH)
        } catch {
            // A recording without a lock file has no writer. Any other error leaves the state unknown.
            return error.code != ENOENT
        }
    }

    /// Tries to lock `file` without waiting. `flock(2)` first drops a lock of another kind that this descriptor has.
    private static func locks(_ file: OwnedDescriptor, kind: Int32) -> Bool {
        SystemCall.retrying { flock(file.descriptor.rawValue, kind | LOCK_NB) } == 0
    }

    /// Releases the lock on `file`. Closing the file is not enough: a child that another thread starts has a copy of
    /// the descriptor until its `execve`. The copy keeps the lock.
    private static func unlock(_ file: OwnedDescriptor) {
        _ = flock(file.descriptor.rawValue, LOCK_UN)
    }

    /// Overwrites the note of a recording that this process has locked, and syncs it.
    package static func note(_ elapsed: MediaTime, in folder: Directory) throws(FileSystemError) {
        let lock = RecordingLock(try folder.openFile(fileName, mode: .readWrite), in: folder)
        try lock.note(elapsed)
        try lock.sync()
    }

    /// Writes the current duration of the recording into the lock file.
    package func note(_ elapsed: MediaTime) throws(FileSystemError) {
        var line = Array(elapsed.description.utf8.prefix(Self.noteLength - 1))
        line += Array(repeating: UInt8(ascii: " "), count: Self.noteLength - 1 - line.count) + [UInt8(ascii: "\n")]
        try FileSystemError.catching("write to", subject: path) {
            try file.descriptor.writeAll(toAbsoluteOffset: 0, line)
        }
    }

    /// Syncs the note to the disk. This may stall, so call it on a thread of its own.
    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    /// Returns the duration that the last writer noted, or nil if there is no valid note.
    package static func lastNote(in folder: Directory) -> MediaTime? {
        guard let bytes = try? folder.contents(of: fileName) else { return nil }
        return MediaTime(String(decoding: bytes.prefix(noteLength).prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
    }
}
