import Descriptors
package import Files
import FoundationEssentials
import Glibc
package import ReplayLibrary

/// The file `capture.json`, which lists the recordings in progress. It is rewritten at each change and never names what
/// is on the screen. Use it from one thread.
///
/// Each recorder holds the lock of its own file `<id>.lock` in the same folder. The kernel releases the lock however
/// the recorder ends. The next recorder or command then removes the dead recorder's entry.
package final class BeaconFile {
    struct Contents: Codable {
        /// True if anything is captured, on any display.
        var isCaptured = false
        package var recordings: [Entry] = []
    }

    package struct Entry: Codable, Sendable {
        var id: RecordingID
        var pid: pid_t
        /// The start time of the recorder's process, in clock ticks since boot, as in `/proc/<pid>/stat`. It tells the
        /// recorder from a later process with the same pid. Nil if the kernel does not provide it.
        var startTime: Int64?
        var state: RecordingStatus.State
        var isMuted: Bool
        var isCovered: Bool

        package init(
            id: RecordingID, pid: Int32, startTime: Int64? = nil, state: RecordingStatus.State, isMuted: Bool,
            isCovered: Bool
        ) {
            self.id = id
            self.pid = pid
            self.startTime = startTime
            self.state = state
            self.isMuted = isMuted
            self.isCovered = isCovered
        }
    }

    static let fileName = "capture.json"
    private static let lockName = "capture.lock"

    private let folder: Directory
    /// The file whose lock shows that this recorder is alive.
    private var life: (id: RecordingID, lock: OwnedDescriptor)?

    package init(in folder: Directory) { self.folder = folder }

    /// Writes the state of this recorder's recording.
    /// - Parameter entry: The new state, or nil if the recording has ended.
    /// - Throws: `FileSystemError`.
    package func update(_ entry: Entry?) throws {
        let lock = try folder.openFile(Self.lockName, mode: .readWrite, options: .create)
        defer { withExtendedLifetime(lock) {} }
        guard Self.lock(lock, operation: LOCK_EX) else {
            throw FileSystemError(operation: "lock", subject: folder.path + "/" + Self.lockName)
        }
        if let entry, life == nil { life = (entry.id, try lockFile(of: entry.id)) }
        let own = life?.id
        let others = read().recordings.filter { $0.id != own && isAlive($0.id) }
        try write((others + [entry].compactMap(\.self)).sorted { $0.id < $1.id })
        if entry == nil, let own { try folder.remove(Self.lifeName(of: own)) }
    }

    /// Removes the entries of recorders that were killed. Does not wait for the lock, and writes nothing if all are
    /// alive.
    /// - Throws: `FileSystemError`.
    func removeDead() throws {
        guard !read().recordings.isEmpty else { return }
        let lock = try folder.openFile(Self.lockName, mode: .readWrite, options: .create)
        defer { withExtendedLifetime(lock) {} }
        // The process that holds the lock rewrites the file.
        guard Self.lock(lock, operation: LOCK_EX | LOCK_NB) else { return }
        let recordings = read().recordings
        let living = recordings.filter { isAlive($0.id) }
        if living.count < recordings.count { try write(living) }
    }

    /// - Returns: True if the lock was acquired. Otherwise `errno` holds the reason.
    private static func lock(_ file: OwnedDescriptor, operation: CInt) -> Bool {
        SystemCall.retrying { flock(file.descriptor.rawValue, operation) } == 0
    }

    private func write(_ recordings: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let contents = Contents(isCaptured: !recordings.isEmpty, recordings: recordings)
        // The file is useless after a power cut, so there is no reason to wait for the disk.
        try folder.replace(
            Self.fileName, with: [UInt8](encoder.encode(contents)) + [UInt8(ascii: "\n")], isDurable: false)
    }

    /// Returns the file's contents, or empty contents if the file cannot be read. Each recorder adds its own entry
    /// again at its next change.
    private func read() -> Contents {
        // A failure of the disk is reported when the file is written.
        (try? JSONDecoder().decode(Contents.self, from: Data(folder.contents(of: Self.fileName)))) ?? Contents()
    }

    private static func lifeName(of id: RecordingID) -> String { "\(id).lock" }

    private func lockFile(of id: RecordingID) throws(FileSystemError) -> OwnedDescriptor {
        let file = try folder.openFile(Self.lifeName(of: id), mode: .readWrite, options: .create)
        guard Self.lock(file, operation: LOCK_EX | LOCK_NB) else {
            throw FileSystemError(operation: "lock", subject: folder.path + "/" + Self.lifeName(of: id))
        }
        return file
    }

    /// Returns true if a recorder is alive, and removes the lock file of a dead one. Also true if this cannot be
    /// determined, so that no capture is hidden.
    private func isAlive(_ id: RecordingID) -> Bool {
        let file: OwnedDescriptor
        do throws(FileSystemError) {
            file = try folder.openFile(Self.lifeName(of: id), mode: .readOnly)
        } catch {
            return error.code != ENOENT
        }
        guard Self.lock(file, operation: LOCK_SH | LOCK_NB) else { return true }
        // If the removal fails, the next recorder tries again.
        try? folder.remove(Self.lifeName(of: id))
        return false
    }
}

extension BeaconFile {
    /// Removes the entries of killed recorders from `capture.json`. Does not wait for a lock and creates no file. An
    /// entry that cannot be removed now is left for the next call.
    /// - Parameter home: The library's home, or nil for the default one.
    package static func removeDead(home: String? = nil) {
        // Each recorder does this as well, and reports that it cannot write the file.
        guard let folder = try? RuntimeFolder.existing(holding: fileName, home: home) else { return }
        try? BeaconFile(in: folder).removeDead()
    }

    /// The start time of this process, in clock ticks since boot, or nil if the kernel does not provide it.
    package static var startTime: Int64? {
        // Without `/proc` the field is left out, as docs/CONTROL.md says.
        guard let text = try? Directory.open("/proc/self").contents(of: "stat"),
            // The process name before it, in parentheses, may contain any character.
            let nameEnd = text.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = text[nameEnd...].split(separator: UInt8(ascii: " "))
        return fields.count > startField ? Int64(String(decoding: fields[startField], as: UTF8.self)) : nil
    }

    /// The index of `starttime`, the 22nd field of the line, in a list that begins with the 2nd field (the name).
    private static let startField = 20
}
