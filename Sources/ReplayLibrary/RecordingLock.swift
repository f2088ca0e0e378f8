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

    private let descriptor: Int32
    private let path: String

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Takes the lock of the recording in `folder`.
    /// - Returns: nil where another process has it.
    package static func take(in folder: Directory) throws(FileSystemError) -> RecordingLock? {
        let descriptor = try folder.openFile(fileName, flags: O_RDWR | O_CREAT)
        let lock = RecordingLock(descriptor: descriptor, path: folder.path + "/" + fileName)
        return SystemCall.retrying { flock(descriptor, LOCK_EX | LOCK_NB) } == 0 ? lock : nil
    }

    /// Whether the recording in `folder` is being written.
    package static func isHeld(in folder: Directory) -> Bool {
        guard let descriptor = try? folder.openFile(fileName, flags: O_RDONLY) else { return false }
        defer { close(descriptor) }
        return SystemCall.retrying { flock(descriptor, LOCK_SH | LOCK_NB) } != 0
    }

    /// Changes the note of a recording that this process has locked.
    package static func note(_ elapsed: MediaTime, in folder: Directory) throws(FileSystemError) {
        let path = folder.path + "/" + fileName
        let file = RecordingLock(descriptor: try folder.openFile(fileName, flags: O_RDWR), path: path)
        try file.note(elapsed)
        try file.sync()
    }

    /// Notes how long the recording is by now.
    package func note(_ elapsed: MediaTime) throws(FileSystemError) {
        var line = Array(elapsed.description.utf8.prefix(Self.noteLength - 1))
        line += Array(repeating: UInt8(ascii: " "), count: Self.noteLength - 1 - line.count) + [UInt8(ascii: "\n")]
        var done = 0
        while done < line.count {
            let count = line.withUnsafeBytes { bytes in
                SystemCall.retrying {
                    pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
                }
            }
            guard count > 0 else {
                throw FileSystemError(count < 0 ? errno : EIO, operation: "write to", subject: path)
            }
            done += count
        }
    }

    /// Brings the note to the disk. May stall: call it on a thread of its own.
    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fdatasync(descriptor) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    /// What the last writer noted; nil where there is no note that can be believed.
    package static func lastNote(in folder: Directory) -> MediaTime? {
        guard let bytes = try? folder.contents(of: fileName) else { return nil }
        return MediaTime(String(decoding: bytes.prefix(noteLength).prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self))
    }
}
