import CLinux
import Descriptors
package import Files
import Glibc
import MediaTime
package import ReplayLibrary
import SystemPackage

/// The process that holds a recording's lock: its recorder. It is found by the lock and not by a stored pid, because
/// pids repeat.
package struct LockHolder: ~Copyable {
    /// A pidfd: it keeps identifying this process even if its pid is reused.
    private let process: OwnedDescriptor

    /// Finds the process that holds the lock of a recording.
    /// - Returns: Nil if no visible process holds it: none at all, or one in another container or on another host.
    package static func find(of recording: Recording) throws(FileSystemError) -> LockHolder? {
        let lock = try LockFile(recording)
        for pid in try Directory.open("/proc").entries().compactMap({ pid_t($0) }) where lock.isHeld(by: pid) {
            guard let process = OwnedDescriptor(replay_process_open(pid)) else { continue }
            // The pid may have been reused before the descriptor was opened.
            if lock.isHeld(by: pid) { return LockHolder(process: process) }
        }
        return nil
    }

    /// Kills the process with SIGKILL.
    /// - Returns: True if it ended within `limit`. A process that waits for a disk does not end.
    package consuming func end(within limit: Duration) -> Bool {
        guard replay_process_signal(process.descriptor.rawValue, SIGKILL) == 0 || errno == ESRCH else { return false }
        return AnswerTimeout.isReadable(process.descriptor, until: .now + limit)
    }
}

/// The lock file of a recording, and the processes that hold it by `/proc`.
private struct LockFile {
    private let ending: String
    private let file: FileIdentifier

    init(_ recording: Recording) throws(FileSystemError) {
        let lock = try recording.folder.openFile(RecordingLock.fileName, mode: .readOnly)
        let status = try FileSystemError.catching("inspect the lock of", subject: recording.path) {
            try lock.descriptor.stat()
        }
        file = FileIdentifier(status)
        ending = "/\(recording.id)/\(RecordingLock.fileName)"
    }

    func isHeld(by pid: pid_t) -> Bool {
        // Empty if the process has ended meanwhile or belongs to another user.
        guard let files = try? Directory.open("/proc/\(pid)/fd").entries() else { return false }
        return files.contains { isOurs("/proc/\(pid)/fd/\($0)") && isLocked(in: "/proc/\(pid)/fdinfo", name: $0) }
    }

    /// Compares the name first, so that no other file is accessed: its disk may not answer.
    private func isOurs(_ path: String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        // A file that cannot be looked at was closed meanwhile.
        guard count > 0, buffer[..<count].ends(with: ending.utf8), let status = try? Stat(path) else { return false }
        return FileIdentifier(status) == file
    }

    private func isLocked(in folder: String, name: String) -> Bool {
        // The descriptor may have been closed meanwhile.
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
