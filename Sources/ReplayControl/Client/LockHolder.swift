import CLinux
import Descriptors
import Glibc
import MediaTime
package import ReplayLibrary
import SystemPackage

/// The process that holds the lock of a recording: its recorder. It is known by the lock, never by a number that somebody
/// wrote down, for numbers repeat.
package struct LockHolder: ~Copyable {
    /// A pidfd: it means this process, also after its number has gone to another.
    private let process: OwnedDescriptor

    /// - Returns: nil where no process that we can see has it: nobody, one in another container, or one on another host.
    package static func find(of recording: Recording) throws(FileSystemError) -> LockHolder? {
        let lock = try LockFile(recording)
        for pid in try Directory.open("/proc").entries().compactMap({ pid_t($0) }) where lock.isHeld(by: pid) {
            guard let process = OwnedDescriptor(replay_process_open(pid)) else { continue }
            // The number may have gone to another process before the descriptor was opened.
            if lock.isHeld(by: pid) { return LockHolder(process: process) }
        }
        return nil
    }

    /// Kills it.
    /// - Returns: whether it has ended within `limit`; one that waits for a disk has not.
    package consuming func end(within limit: Duration) -> Bool {
        guard replay_process_signal(process.descriptor.rawValue, SIGKILL) == 0 || errno == ESRCH else { return false }
        return AnswerTimeout.isReadable(process.descriptor, until: .now + limit)
    }
}

/// The lock of a recording, as the kernel shows it in `/proc`.
private struct LockFile {
    private let ending: String
    private let file: FileIdentifier

    init(_ recording: Recording) throws(FileSystemError) {
        let lock = try recording.folder.openFile(RecordingLock.fileName, .readOnly)
        let status = try FileSystemError.catching("look at the lock of", recording.path) { try lock.descriptor.stat() }
        file = FileIdentifier(status)
        ending = "/\(recording.id)/\(RecordingLock.fileName)"
    }

    func isHeld(by pid: pid_t) -> Bool {
        // It has ended meanwhile, or is another user's.
        guard let files = try? Directory.open("/proc/\(pid)/fd").entries() else { return false }
        return files.contains { isOurs("/proc/\(pid)/fd/\($0)") && isLocked("/proc/\(pid)/fdinfo", $0) }
    }

    /// The name first: nothing is asked of other files, whose disks may not answer.
    private func isOurs(_ path: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        // A file that cannot be looked at was closed meanwhile.
        guard count > 0, buffer[..<count].ends(with: ending.utf8), let status = try? Stat(path) else { return false }
        return FileIdentifier(status) == file
    }

    private func isLocked(_ folder: String, _ name: String) -> Bool {
        // It has been closed meanwhile.
        guard let text = try? Directory.open(folder).contents(of: name) else { return false }
        return text.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            return words.first?.hasPrefix("lock:") == true && words.contains("FLOCK") && words.contains("WRITE")
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with ending: String.UTF8View) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
