import Descriptors
import FoundationEssentials
import Glibc
package import ReplayLibrary

/// `capture.json`, which says what is captured at the moment. It is written anew at each change and never names what is
/// seen. Used from one thread.
///
/// Each recorder holds the lock of a file of its own beside it, `<id>.lock`: the kernel drops it however the recorder ends,
/// and the next one, or the next command, takes out what it had said of itself.
package final class BeaconFile {
    struct Contents: Codable {
        /// Whether anything is captured, on any display.
        var isCaptured = false
        package var recordings: [Entry] = []
    }

    package struct Entry: Codable, Sendable {
        var id: RecordingID
        var pid: pid_t
        /// When the recorder was started, in the kernel's clock ticks since the boot, as in `/proc/<pid>/stat`: a process of
        /// this number that was started at another time is another one. Nil where the kernel does not say.
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
    /// The file whose lock says that this recorder lives.
    private var life: (id: RecordingID, lock: OwnedDescriptor)?

    package init(in folder: Directory) { self.folder = folder }

    /// Says how this recorder's recording stands.
    /// - Parameter entry: nil: it has ended.
    /// - Throws: `FileSystemError`.
    package func update(_ entry: Entry?) throws {
        let lock = try folder.openFile(Self.lockName, .readWrite, .create)
        defer { withExtendedLifetime(lock) {} }
        guard Self.lock(lock, LOCK_EX) else {
            throw FileSystemError(operation: "lock", subject: folder.path + "/" + Self.lockName)
        }
        if let entry, life == nil { life = (entry.id, try lockFile(of: entry.id)) }
        let own = life?.id
        let others = read().recordings.filter { $0.id != own && isAlive($0.id) }
        try write((others + [entry].compactMap(\.self)).sorted { $0.id < $1.id })
        if entry == nil, let own { try folder.remove(Self.lifeName(of: own)) }
    }

    /// Takes out what killed recorders had said of themselves. Waits for nobody, and does nothing where there is nothing to do.
    /// - Throws: `FileSystemError`.
    func removeDead() throws {
        guard !read().recordings.isEmpty else { return }
        let lock = try folder.openFile(Self.lockName, .readWrite, .create)
        defer { withExtendedLifetime(lock) {} }
        // Who has it writes the file anew.
        guard Self.lock(lock, LOCK_EX | LOCK_NB) else { return }
        let recordings = read().recordings
        let living = recordings.filter { isAlive($0.id) }
        if living.count < recordings.count { try write(living) }
    }

    /// - Returns: whether it has the lock; `errno` says why not.
    private static func lock(_ file: OwnedDescriptor, _ operation: CInt) -> Bool {
        SystemCall.retrying { flock(file.descriptor.rawValue, operation) } == 0
    }

    private func write(_ recordings: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let contents = Contents(isCaptured: !recordings.isEmpty, recordings: recordings)
        // Of no use after a power cut, and nothing to wait for a disk for.
        try folder.replace(
            Self.fileName, with: [UInt8](encoder.encode(contents)) + [UInt8(ascii: "\n")], isDurable: false)
    }

    /// What cannot be read is written anew: each recorder says its own once more at its next change.
    private func read() -> Contents {
        // A failure of the disk is reported when the file is written.
        (try? JSONDecoder().decode(Contents.self, from: Data(folder.contents(of: Self.fileName)))) ?? Contents()
    }

    private static func lifeName(of id: RecordingID) -> String { "\(id).lock" }

    private func lockFile(of id: RecordingID) throws(FileSystemError) -> OwnedDescriptor {
        let file = try folder.openFile(Self.lifeName(of: id), .readWrite, .create)
        guard Self.lock(file, LOCK_EX | LOCK_NB) else {
            throw FileSystemError(operation: "lock", subject: folder.path + "/" + Self.lifeName(of: id))
        }
        return file
    }

    /// Whether a recorder lives; the lock file of one that does not is removed. Where that cannot be found out, it does: a
    /// capture is not to be kept quiet.
    private func isAlive(_ id: RecordingID) -> Bool {
        let file: OwnedDescriptor
        do throws(FileSystemError) {
            file = try folder.openFile(Self.lifeName(of: id), .readOnly)
        } catch {
            return error.code != ENOENT
        }
        guard Self.lock(file, LOCK_SH | LOCK_NB) else { return true }
        // Where it stays, the next recorder removes it.
        try? folder.remove(Self.lifeName(of: id))
        return false
    }
}

extension BeaconFile {
    /// Takes what killed recorders had said of themselves out of `capture.json`. Waits for nobody, makes no file, and leaves
    /// what it cannot change to the next one.
    /// - Parameter home: the library's; nil: the default.
    package static func removeDead(home: String? = nil) {
        // Each recorder does this as well, and reports that it cannot write the file.
        guard let folder = try? RuntimeFolder.existing(holding: fileName, home: home) else { return }
        try? BeaconFile(in: folder).removeDead()
    }

    /// When this process was started, in clock ticks since the boot; nil where the kernel does not say.
    package static var startTime: Int64? {
        // Without `/proc` the field is left out, as docs/CONTROL.md says.
        guard let text = try? Directory.open("/proc/self").contents(of: "stat"),
            // The name before it, in parentheses, may hold anything.
            let nameEnd = text.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = text[nameEnd...].split(separator: UInt8(ascii: " "))
        return fields.count > startField ? Int64(String(decoding: fields[startField], as: UTF8.self)) : nil
    }

    /// The 22nd field of the line, whose second is the name.
    private static let startField = 20
}
