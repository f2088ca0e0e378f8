package import Descriptors
import Glibc
import SystemPackage

/// The files that a process in a sandbox may use, and a broker that makes its system calls for them.
///
/// A request names a path that was granted, or a regular file directly in a folder that was opened by such a path. So a
/// process cannot reach other files, whatever it requests. Use it from one thread at a time.
package struct FileGrants {
    /// The use of a file, or of the regular files in a folder.
    package enum Use: Sendable {
        case reading
        /// Reading, creating, changing, renaming and removing.
        case writing
    }

    /// A folder that was opened. While it is open, no other folder can have its identifier.
    private struct Folder {
        let descriptor: OwnedDescriptor
        let use: Use
    }

    private var paths: [[UInt8]: Use] = [:]
    private var files: [[UInt8]: OwnedDescriptor] = [:]
    private var folders: [FileIdentifier: Folder] = [:]
    /// The number of files that may still be created, so that a process cannot fill a disk.
    private var remaining = 64

    /// Creates grants without any file.
    package init() {}

    /// Grants the use of the file or folder with exactly this path.
    package mutating func grant(_ path: String, for use: Use) { paths[path.pathBytes] = use }

    /// Grants an open file under a name that the process opens like a path. Its position is shared.
    package mutating func grant(_ file: OwnedDescriptor, as name: String) { files[name.pathBytes] = file }

    /// Makes the system call of a request if it is granted. Otherwise, the reply is `EACCES`.
    package mutating func perform(_ request: FileRequest, in folder: OwnedDescriptor?) -> FileReply {
        if folder == nil, request.call == .open, let file = files[request.name.pathBytes] {
            return FileReply(descriptor: file)
        }
        guard request.isPossible, let use = use(for: request, in: folder), use == .writing || !request.changes else {
            return FileReply(code: EACCES)
        }
        guard remaining > 0 || !request.creates else { return FileReply(code: EDQUOT) }
        let reply = request.restricted(isPath: folder == nil).perform(in: folder?.descriptor)
        if request.creates { remaining -= 1 }
        return reply.descriptor.map { checked($0, request: request, use: use, isPath: folder == nil) } ?? reply
    }

    private func use(for request: FileRequest, in folder: OwnedDescriptor?) -> Use? {
        guard let folder else { return request.call == .open ? paths[request.name.pathBytes] : nil }
        // A descriptor without a status was not opened here.
        guard let status = try? folder.descriptor.stat(), request.namesOneFile else { return nil }
        return folders[FileIdentifier(status)]?.use
    }

    /// Returns the reply with a file that was opened, unless it is of a kind that was not granted.
    private mutating func checked(
        _ file: OwnedDescriptor, request: FileRequest, use: Use, isPath: Bool
    ) -> FileReply {
        do {
            let status = try file.descriptor.stat()
            switch status.type {
            case .directory where isPath: folders[FileIdentifier(status)] = Folder(descriptor: file, use: use)
            case .directory where request.name != ".": return FileReply(code: EACCES)
            case .directory, .regular: break
            // The process says that the path, which the user has named, is no file.
            case _ where isPath: break
            default: return FileReply(code: EACCES)
            }
            // The mode of a new file does not depend on the umask.
            if request.creates, fchmod(file.descriptor.rawValue, 0o600) != 0 { return FileReply(code: errno) }
            return FileReply(descriptor: file)
        } catch {
            return FileReply(code: Errno(thrown: error).rawValue)
        }
    }
}

extension FileRequest {
    /// The flags that can be passed to openat(2).
    private static let openFlags =
        O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK | O_NOCTTY
    /// `RENAME_NOREPLACE` and `RENAME_EXCHANGE`
    private static let renameFlags: [Int32] = [0, 1, 2]

    /// True if the call is of a kind that a process in a sandbox needs. It makes no folders.
    fileprivate var isPossible: Bool {
        switch call {
        case .open, .status: true
        case .makeFolder: false
        case .remove: flags == 0
        case .rename: Self.renameFlags.contains(flags)
        }
    }

    /// True if the call changes a file or a folder, or opens a file so that it can be changed.
    fileprivate var changes: Bool {
        switch call {
        case .open: flags & O_ACCMODE != O_RDONLY || flags & (O_CREAT | O_TRUNC | O_APPEND) != 0
        case .status: false
        case .makeFolder, .remove, .rename: true
        }
    }

    /// True if the call may create a file.
    fileprivate var creates: Bool { call == .open && flags & O_CREAT != 0 }

    /// True if the names are those of files in the folder itself. “.” is the folder, which can only be opened.
    fileprivate var namesOneFile: Bool {
        [name, newName].compactMap(\.self).allSatisfy { name in
            let isFolder = name == "." && call == .open
            return isFolder || !(name.isEmpty || name == "." || name == ".." || name.hasByte("/") || name.hasByte("\0"))
        }
    }

    /// Returns the request without flags and permissions that are not needed. Links in a folder are not followed, and a
    /// pipe is opened without waiting.
    fileprivate func restricted(isPath: Bool) -> FileRequest {
        var request = self
        request.permissions = 0o600
        guard call == .open else { return request }
        request.flags = flags & Self.openFlags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isPath ? 0 : O_NOFOLLOW)
        return request
    }
}
