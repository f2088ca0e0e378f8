package import Descriptors
import Glibc
package import SystemPackage

/// An open folder. A file in it is named by a single path component. Files are opened relative to the descriptor, never
/// by a path and never through a symbolic link.
///
/// The class is `Sendable` because system calls on a descriptor are thread-safe.
package final class Directory: Sendable {
    private let owner: OwnedDescriptor

    /// The folder's path when it was opened: for messages only.
    package let path: String

    package init(_ descriptor: OwnedDescriptor, path: String) {
        owner = descriptor
        self.path = path
    }

    /// The raw descriptor, for system calls that swift-system lacks.
    package var descriptor: CInt { owner.descriptor.rawValue }
    /// True if the folder was removed after it was opened.
    package var isRemoved: Bool {
        // The status of an open folder can always be read. If not, the folder counts as removed.
        guard let status = try? owner.descriptor.stat() else { return true }
        return status.linkCount == 0
    }

    /// Opens the folder at `path`. Links in the path are followed, because the user named it.
    package static func open(_ path: String) throws(FileSystemError) -> Directory {
        Directory(try OwnedDescriptor(opening: path, mode: .readOnly, options: .directory), path: path)
    }

    /// Opens the folder at `path`. The folder and its parents are created with mode 0700 if they are missing.
    package static func create(_ path: String) throws(FileSystemError) -> Directory {
        var made = path.isAbsolutePath ? "" : "."
        for component in path.pathComponents {
            let parent = made
            made += "/" + component
            if mkdir(made.cPath, 0o700) == 0 {
                try open(parent.isEmpty ? "/" : parent).sync()
            } else if errno != EEXIST {
                throw FileSystemError(operation: "create the folder", subject: made)
            }
        }
        return try open(path)
    }

    /// Makes a system call that names a file in this folder.
    /// - Returns: False if it failed; `errno` has the reason.
    func succeeds(_ request: FileRequest) -> Bool { FileCalls.succeeds(request, in: owner.descriptor) }

    /// Opens a folder inside this folder.
    package func directory(_ name: String) throws(FileSystemError) -> Directory {
        Directory(try openFile(name, mode: .readOnly, options: .directory), path: path + "/" + name)
    }

    /// Makes a folder in this folder, with mode 0700 whatever the umask.
    /// - Throws: `FileSystemError`, with `EEXIST` if the name is taken.
    package func createDirectory(_ name: String) throws(FileSystemError) -> Directory {
        try check(name)
        guard succeeds(FileRequest(.makeFolder, name, permissions: 0o700)) else {
            throw FileSystemError(operation: "create the folder", subject: path + "/" + name)
        }
        let made = try directory(name)
        guard fchmod(made.descriptor, 0o700) == 0 else {
            throw FileSystemError(operation: "set the mode of", subject: made.path)
        }
        try sync()
        return made
    }

    /// Opens a file in this folder. With `create`, the file has mode 0600 whatever the umask.
    package func openFile(
        _ name: String, mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = []
    ) throws(FileSystemError) -> OwnedDescriptor {
        try check(name)
        guard let file = open(name, mode: mode, options: options.union(.noFollow), permissions: .ownerReadWrite) else {
            throw FileSystemError(operation: "open", subject: path + "/" + name)
        }
        if options.contains(.create), fchmod(file.descriptor.rawValue, 0o600) != 0 {
            throw FileSystemError(operation: "make private", subject: path + "/" + name)
        }
        return file
    }

    /// Calls openat(2), which swift-system lacks.
    /// - Parameter permissions: The permissions of a created file, before the umask is applied.
    /// - Returns: The descriptor, or nil if the call failed; `errno` has the reason.
    package func open(
        _ name: String, mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions,
        permissions: FilePermissions = []
    ) -> OwnedDescriptor? {
        let flags = mode.rawValue | options.union(.closeOnExec).rawValue
        let request = FileRequest(.open, name, flags: flags, permissions: permissions.rawValue)
        let reply = FileCalls.perform(request, in: owner.descriptor)
        errno = reply.code
        return reply.descriptor
    }

    /// Checks that the folder belongs to the user and that others may not write to it.
    /// - Parameter advice: Another remedy besides changing the folder, as the end of a sentence.
    /// - Throws: `FileSystemError` with `EPERM` if the check fails.
    package func requireOwned(advice: String) throws(FileSystemError) {
        let status = try FileSystemError.catching("inspect", subject: path) { try owner.descriptor.stat() }
        let reason: String
        if status.userID.rawValue != geteuid() {
            reason = "it belongs to another user; make this user its owner"
        } else if status.permissions.rawValue & 0o022 != 0 {
            reason = "other users may write to it; run “chmod go-w” on it"
        } else {
            return
        }
        let remedy = [reason, advice].filter { !$0.isEmpty }.joined(separator: ", ")
        throw FileSystemError(EPERM, operation: "use the folder", subject: path, reason: remedy)
    }

    package func contains(_ name: String) -> Bool {
        status(of: name) != nil
    }

    /// Returns the status of a file, or of the link itself; nil if there is no such file.
    package func status(of name: String) -> Stat? {
        FileCalls.perform(FileRequest(.status, name), in: owner.descriptor).status
    }

    /// Returns a file's size in bytes; 0 if there is no such file.
    package func size(of name: String) -> Int64 { status(of: name)?.size ?? 0 }

    /// Gives a name to a file from `createNamelessFile(_:)`.
    /// - Throws: `FileSystemError`, with `EEXIST` if the name is taken.
    package func link(_ file: OwnedDescriptor, as name: String) throws(FileSystemError) {
        try check(name)
        let own = "/proc/self/fd/\(file.descriptor.rawValue)"
        guard linkat(AT_FDCWD, own, descriptor, name.cPath, AT_SYMLINK_FOLLOW) == 0 else {
            throw FileSystemError(operation: "name", subject: path + "/" + name)
        }
    }

    /// Creates a hard link in another folder, with the same name.
    package func link(_ name: String, into other: Directory) throws(FileSystemError) {
        try check(name)
        guard linkat(descriptor, name.cPath, other.descriptor, name.cPath, 0) == 0 else {
            throw FileSystemError(operation: "link", subject: path + "/" + name)
        }
    }

    package func remove(_ name: String) throws(FileSystemError) {
        try check(name)
        guard succeeds(FileRequest(.remove, name)) || errno == ENOENT else {
            throw FileSystemError(operation: "remove", subject: path + "/" + name)
        }
    }

    /// Removes a folder of this folder and the files in it. It fails if the folder contains another folder.
    package func removeDirectory(_ name: String) throws(FileSystemError) {
        let folder = try directory(name)
        // Another process that has opened the folder may still write a file into it, such as a proxy.
        for _ in 0..<Self.removalAttempts {
            for entry in try folder.entries() { try folder.remove(entry) }
            do {
                return try removeFolder(name)
            } catch {
                guard error.code == ENOTEMPTY else { throw error }
            }
        }
        try removeFolder(name)
    }

    /// The number of times that a folder is emptied before its removal fails because of new files.
    private static let removalAttempts = 1000

    /// Removes an empty folder of this folder.
    func removeFolder(_ name: String) throws(FileSystemError) {
        try check(name)
        guard succeeds(FileRequest(.remove, name, flags: AT_REMOVEDIR)) || errno == ENOENT else {
            throw FileSystemError(operation: "remove", subject: path + "/" + name)
        }
    }

    /// Sets the length of a file, in bytes.
    package func truncate(_ name: String, to length: Int64) throws(FileSystemError) {
        let file = try openFile(name, mode: .writeOnly)
        try FileSystemError.catching("shorten", subject: path + "/" + name) { try file.descriptor.resize(to: length) }
    }

    /// Runs `body` while no other caller of this function for the same folder does, in this process or another.
    /// - Parameters:
    ///   - waits: True to wait for others.
    ///   - milliseconds: The longest time to wait.
    /// - Throws: `FileSystemError`, with `EWOULDBLOCK` if others still hold the lock; an error of `body`.
    package func exclusively<Result>(
        waits: Bool = true, limit milliseconds: Int = 10_000, _ body: () throws -> Result
    ) throws -> Result {
        guard let own = open(".", mode: .readOnly, options: .directory) else {
            throw FileSystemError(operation: "open", subject: path)
        }
        // A blocking `flock` has no timeout, and the process that holds the lock may be suspended.
        var rounds = waits ? milliseconds / Self.lockInterval : 0
        while SystemCall.retrying({ flock(own.descriptor.rawValue, LOCK_EX | LOCK_NB) }) != 0 {
            guard errno == EWOULDBLOCK && rounds > 0 else {
                throw FileSystemError(operation: "lock", subject: path)
            }
            rounds -= 1
            usleep(UInt32(Self.lockInterval) * 1000)
        }
        // Unlock explicitly: a child process may have a copy of the descriptor until its `execve`.
        defer { _ = flock(own.descriptor.rawValue, LOCK_UN) }
        return try body()
    }

    /// The interval between two attempts to take the lock, in milliseconds.
    private static let lockInterval = 10

    /// Returns the sorted names of the files and folders in this folder.
    /// - Parameter prefix: A prefix of ASCII characters that the names must have.
    package func entries(startingWith prefix: String = "") throws(FileSystemError) -> [String] {
        guard let copy = open(".", mode: .readOnly, options: .directory),
            let stream = fdopendir(copy.descriptor.rawValue)
        else {
            throw FileSystemError(operation: "list", subject: path)
        }
        copy.release()
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { text in
                    strncmp(text, prefix, prefix.utf8.count) == 0 ? String(path: text) : nil
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Syncs the folder, so that its names and renames survive a power cut.
    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fsync(descriptor) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    /// The free space on this folder's disk that the user may use, in bytes; nil if the file system does not report it.
    package var freeBytes: Int64? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        return Int64(clamping: status.f_bavail).multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
            .partialValue
    }

    /// Returns a path to `name` that fits into the 108 bytes of a socket address at any depth of the folder.
    package func shortPath(_ name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    package func check(_ name: String) throws(FileSystemError) {
        guard !name.isEmpty, name != ".", name != "..", !name.hasByte("/"), !name.hasByte("\0") else {
            throw FileSystemError(EINVAL, operation: "open", subject: path + "/" + name)
        }
    }
}
