import Descriptors
package import Files
import Glibc
package import MediaTime

/// Says that a recording is being written, and how far it is: a file that its writer keeps locked.
///
/// The kernel drops the lock however the writer ends. What the file says of the time that has passed stays, for a
/// still frame leaves no other trace of it.
package final class RecordingLock: Sendable {
    package static let fileName = "lock"

    /// The note is written over in place and never changes its length, so that a sync of it is cheap.
    private static let noteLength = 32

    private let file: OwnedDescriptor
    private let path: String

    private init(_ file: OwnedDescriptor, in folder: Directory) {
        self.file = file
        path = folder.path + "/" + Self.fileName
    }

    deinit { Self.unlock(file) }

    /// Takes the lock of the recording in `folder`.
    /// - Returns: nil where another process has it.
    package static func take(in folder: Directory) throws(FileSystemError) -> RecordingLock? {
        let file = try folder.openFile(fileName, .readWrite, .create)
        // Some seconds at most: `isHeld(in:)` has a shared lock for a moment, which is no writer's.
        for _ in 0..<3_000 {
            if locks(file, LOCK_EX) { return RecordingLock(file, in: folder) }
            guard locks(file, LOCK_SH) else { return nil }
            usleep(1_000)
        }
        return nil
    }

    /// True if the recording in `folder` is being written, or if an error keeps that from being found out: a recording in
    /// progress must not be discarded, repaired or redacted.
    package static func isHeld(in folder: Directory) -> Bool {
        do throws(FileSystemError) {
            let file = try folder.openFile(fileName, .readOnly)
            defer { unlock(file) }
            return !locks(file, LOCK_SH)
        } catch {
            // Only a recording without a lock file has no writer.
            return error.code != ENOENT
        }
    }

    /// Tries to lock `file`; a lock of another kind that it has on it is given up first.
    private static func locks(_ file: OwnedDescriptor, _ kind: Int32) -> Bool {
        SystemCall.retrying { flock(file.descriptor.rawValue, kind | LOCK_NB) } == 0
    }

    /// Gives up the lock on `file`. To close it is not enough: a child process of another thread has a copy of the
    /// descriptor until its `execve`, and the lock would last as long.
    private static func unlock(_ file: OwnedDescriptor) {
        _ = flock(file.descriptor.rawValue, LOCK_UN)
    }

    /// Changes the note of a recording that this process has locked.
    package static func note(_ elapsed: MediaTime, in folder: Directory) throws(FileSystemError) {
        let lock = RecordingLock(try folder.openFile(fileName, .readWrite), in: folder)
        try lock.note(elapsed)
        try lock.sync()
    }

    /// Notes how long the recording is by now.
    package func note(_ elapsed: MediaTime) throws(FileSystemError) {
        var line = Array(elapsed.description.utf8.prefix(Self.noteLength - 1))
        line += Array(repeating: UInt8(ascii: " "), count: Self.noteLength - 1 - line.count) + [UInt8(ascii: "\n")]
        try FileSystemError.catching("write to", path) { try file.descriptor.writeAll(toAbsoluteOffset: 0, line) }
    }

    /// Brings the note to the disk. May stall: call it on a thread of its own.
    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(file.descriptor.rawValue) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    /// What the last writer noted; nil where there is no note that can be believed.
    package static func lastNote(in folder: Directory) -> MediaTime? {
        guard let bytes = try? folder.contents(of: fileName) else { return nil }
        return MediaTime(String(decoding: bytes.prefix(noteLength).prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
    }
}
