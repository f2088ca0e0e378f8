import CLinux
package import Descriptors
import Glibc
package import SystemPackage

/// A system call that names a file in a folder.
package struct FileRequest: Codable, Equatable, Sendable {
    /// The kind of system call.
    package enum Call: String, Codable, Sendable {
        /// openat(2)
        case open
        /// fstatat(2), without following a link
        case status
        /// mkdirat(2)
        case makeFolder
        /// unlinkat(2)
        case remove
        /// renameat2(2) in one folder
        case rename
    }

    /// The kind of system call.
    package var call: Call
    /// The file. It is a path if the request names no folder.
    package var name: String
    /// The new name for `rename`.
    package var newName: String?
    /// The flags of the call.
    package var flags: Int32 = 0
    /// The permissions of a file or folder that is made, before the umask is applied.
    package var permissions: UInt32 = 0

    /// Creates a request.
    /// Creates a reply.
    package init(_ call: Call, _ name: String, to newName: String? = nil, flags: Int32 = 0, permissions: UInt32 = 0) {
        (self.call, self.name, self.newName) = (call, name, newName)
        (self.flags, self.permissions) = (flags, permissions)
    }

    /// Makes the system call in this process, and again while a signal interrupts it.
    /// - Parameter folder: The folder; nil for the working folder.
    package func perform(in folder: FileDescriptor?) -> FileReply {
        let folder = folder?.rawValue ?? AT_FDCWD
        switch call {
        case .open:
            let file = OwnedDescriptor(
                SystemCall.retrying {
                    folder == AT_FDCWD
                        ? Glibc.open(name.cPath, flags, permissions)
                        : openat(folder, name.cPath, flags, permissions)
                })
            return file.map { FileReply(descriptor: $0) } ?? FileReply(code: errno)
        case .status:
            var status = stat()
            let result = fstatat(folder, name.cPath, &status, AT_SYMLINK_NOFOLLOW)
            return result == 0 ? FileReply(status: Stat(rawValue: status)) : FileReply(code: errno)
        case .makeFolder: return FileReply(result: mkdirat(folder, name.cPath, permissions))
        case .remove: return FileReply(result: unlinkat(folder, name.cPath, flags))
        case .rename:
            let new = (newName ?? "").cPath
            return FileReply(
                result: flags == 0
                    ? renameat(folder, name.cPath, folder, new)
                    : replay_rename(folder, name.cPath, new, UInt32(bitPattern: flags)))
        }
    }
}

/// The result of a system call.
package struct FileReply: Sendable {
    /// The `errno`; 0 if the call succeeded.
    package var code: Int32 = 0
    /// The file that was opened.
    package var descriptor: OwnedDescriptor?
    /// The status that was read.
    package var status: Stat?

    /// Creates a reply.
    package init(code: Int32 = 0, descriptor: OwnedDescriptor? = nil, status: Stat? = nil) {
        (self.code, self.descriptor, self.status) = (code, descriptor, status)
    }

    /// Creates a reply from the result of a C function, which is below 0 if `errno` has the reason.
    init(result: CInt) { self.init(code: result < 0 ? errno : 0) }
}
