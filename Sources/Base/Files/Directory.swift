package import Descriptors
import Glibc
package import SystemPackage

/// An open folder. Files in it are named by a single component and reached through the descriptor,
/// never through a path, and never through a symbolic link.
///
/// `Sendable`: the kernel's calls on a descriptor are thread-safe.
package final class Directory: Sendable {
    private let owner: OwnedDescriptor

    /// The folder's path when it was opened: for messages only.
    package let path: String

    package init(_ descriptor: OwnedDescriptor, path: String) {
        owner = descriptor
        self.path = path
    }

    /// For the kernel's calls that swift-system does not have.
    package var descriptor: CInt { owner.descriptor.rawValue }

    /// Opens the folder at `path`; links on the way are followed, for that part of the path is the user's own.
    package static func open(_ path: String) throws(FileSystemError) -> Directory {
        Directory(try OwnedDescriptor(opening: path, .readOnly, .directory), path: path)
    }

    /// Opens the folder at `path`, made with mode 0700 where it is missing, as are its parents.
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

    /// Opens a folder in this one.
    package func directory(_ name: String) throws(FileSystemError) -> Directory {
        Directory(try openFile(name, .readOnly, .directory), path: path + "/" + name)
    }

    /// Makes a folder in this one, of mode 0700 whatever the umask.
    /// - Throws: `EEXIST` where the name is taken.
    package func createDirectory(_ name: String) throws(FileSystemError) -> Directory {
        try check(name)
        guard mkdirat(descriptor, name.cPath, 0o700) == 0 else {
            throw FileSystemError(operation: "create the folder", subject: path + "/" + name)
        }
        let made = try directory(name)
        guard fchmod(made.descriptor, 0o700) == 0 else {
            throw FileSystemError(operation: "set the mode of", subject: made.path)
        }
        try sync()
        return made
    }

    /// Opens a file in this folder; a created one has mode 0600 whatever the umask.
    package func openFile(
        _ name: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions = []
    ) throws(FileSystemError) -> OwnedDescriptor {
        try check(name)
        guard let file = open(name, mode, options.union(.noFollow), permissions: .ownerReadWrite) else {
            throw FileSystemError(operation: "open", subject: path + "/" + name)
        }
        if options.contains(.create), fchmod(file.descriptor.rawValue, 0o600) != 0 {
            throw FileSystemError(operation: "make private", subject: path + "/" + name)
        }
        return file
    }

    /// openat(2), which swift-system does not have.
    /// - Parameter permissions: of a created file, less the umask.
    /// - Returns: nil where it failed: `errno` says why.
    package func open(
        _ name: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions,
        permissions: FilePermissions = []
    ) -> OwnedDescriptor? {
        let flags = mode.rawValue | options.union(.closeOnExec).rawValue
        return OwnedDescriptor(SystemCall.retrying { openat(descriptor, name.cPath, flags, permissions.rawValue) })
    }

    /// - Parameter advice: what else the user can do about it than to change the folder, as the end of a sentence.
    /// - Throws: `FileSystemError` with `EPERM` where the folder is not the user's, or others may write to it.
    package func requireOwned(advice: String) throws(FileSystemError) {
        let status = try FileSystemError.catching("look at", path) { try owner.descriptor.stat() }
        let reason: String
        if status.userID.rawValue != geteuid() {
            reason = "it belongs to another user; give it to this user"
        } else if status.permissions.rawValue & 0o022 != 0 {
            reason = "other users may write to it; forbid that by “chmod go-w”"
        } else {
            return
        }
        let remedy = [reason, advice].filter { !$0.isEmpty }.joined(separator: ", ")
        throw FileSystemError(EPERM, operation: "use the folder", subject: path, reason: remedy)
    }

    package func contains(_ name: String) -> Bool {
        faccessat(descriptor, name.cPath, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// What the kernel says of a file, or of the link of that name; nil where there is none.
    package func status(of name: String) -> Stat? {
        try? Stat(name.cPath, relativeTo: owner.descriptor, flags: .symlinkNoFollow)
    }

    /// A file's length in bytes; 0 where there is none.
    package func size(of name: String) -> Int64 { status(of: name)?.size ?? 0 }

    /// Gives a nameless file a name.
    /// - Throws: `EEXIST` where the name is taken.
    package func link(_ file: OwnedDescriptor, as name: String) throws(FileSystemError) {
        try check(name)
        let own = "/proc/self/fd/\(file.descriptor.rawValue)"
        guard linkat(AT_FDCWD, own, descriptor, name.cPath, AT_SYMLINK_FOLLOW) == 0 else {
            throw FileSystemError(operation: "name", subject: path + "/" + name)
        }
    }

    /// Gives a file of this folder the same name in another one too.
    package func link(_ name: String, into other: Directory) throws(FileSystemError) {
        try check(name)
        guard linkat(descriptor, name.cPath, other.descriptor, name.cPath, 0) == 0 else {
            throw FileSystemError(operation: "link", subject: path + "/" + name)
        }
    }

    package func remove(_ name: String) throws(FileSystemError) {
        try check(name)
        guard unlinkat(descriptor, name.cPath, 0) == 0 || errno == ENOENT else {
            throw FileSystemError(operation: "remove", subject: path + "/" + name)
        }
    }

    /// Removes a folder of this one and the files in it. Folders within it are not expected and stop this.
    package func removeDirectory(_ name: String) throws(FileSystemError) {
        let folder = try directory(name)
        for entry in try folder.entries() { try folder.remove(entry) }
        try removeFolder(name)
    }

    /// Removes a folder of this one that is empty.
    func removeFolder(_ name: String) throws(FileSystemError) {
        try check(name)
        guard unlinkat(descriptor, name.cPath, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw FileSystemError(operation: "remove", subject: path + "/" + name)
        }
    }

    /// Shortens a file.
    package func truncate(_ name: String, to length: Int64) throws(FileSystemError) {
        let file = try openFile(name, .writeOnly)
        try FileSystemError.catching("shorten", path + "/" + name) { try file.descriptor.resize(to: length) }
    }

    /// Does something while nobody else does who asks for the same folder, in this process or another.
    /// - Parameters:
    ///   - waits: whether to wait for the others.
    ///   - milliseconds: how long.
    /// - Throws: `FileSystemError` with `EWOULDBLOCK` where they are still at it.
    package func exclusively<Result>(
        waits: Bool = true, limit milliseconds: Int = 10_000, _ body: () throws -> Result
    ) throws -> Result {
        guard let own = open(".", .readOnly, .directory) else {
            throw FileSystemError(operation: "open", subject: path)
        }
        // The kernel's wait has no limit, and who holds the lock may be suspended.
        var rounds = waits ? milliseconds / Self.lockInterval : 0
        while SystemCall.retrying({ flock(own.descriptor.rawValue, LOCK_EX | LOCK_NB) }) != 0 {
            guard errno == EWOULDBLOCK && rounds > 0 else {
                throw FileSystemError(operation: "lock", subject: path)
            }
            rounds -= 1
            usleep(UInt32(Self.lockInterval) * 1000)
        }
        // A child process may have a copy of the descriptor until its `execve`.
        defer { _ = flock(own.descriptor.rawValue, LOCK_UN) }
        return try body()
    }

    /// How often a lock that others hold is tried, in milliseconds.
    private static let lockInterval = 10

    /// The names of all that is in the folder, sorted.
    /// - Parameter prefix: of ASCII, with which they begin.
    package func entries(startingWith prefix: String = "") throws(FileSystemError) -> [String] {
        guard let copy = open(".", .readOnly, .directory), let stream = fdopendir(copy.descriptor.rawValue) else {
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

    /// Makes renames and new names last through a power cut.
    package func sync() throws(FileSystemError) {
        guard SystemCall.retrying({ fsync(descriptor) }) == 0 else {
            throw FileSystemError(operation: "sync", subject: path)
        }
    }

    /// Bytes that the user may still write on this folder's disk.
    package var freeBytes: Int64? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        return Int64(clamping: status.f_bavail).multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
            .partialValue
    }

    /// A path to `name` that fits the 108 bytes of a socket's address however deep the folder lies.
    package func shortPath(_ name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    package func check(_ name: String) throws(FileSystemError) {
        guard !name.isEmpty, name != ".", name != "..", !name.hasByte("/"), !name.hasByte("\0") else {
            throw FileSystemError(EINVAL, operation: "open", subject: path + "/" + name)
        }
    }
}
