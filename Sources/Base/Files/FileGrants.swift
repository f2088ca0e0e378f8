package import Descriptors
import Glibc
import SystemPackage

/// The files that a process in a sandbox may use, and a broker that makes its system calls for them.
///
/// A request names a path that was granted, or a file in a folder that this broker opened. So a process cannot reach
/// other files, whatever it requests. Use it from one thread at a time.
package struct FileGrants {
    /// The use of a file, or of all files in a folder and its folders.
    package enum Use: Sendable {
        case reading
        /// Reading, creating, changing, renaming and removing.
        case writing
    }

    private var paths: [[UInt8]: Use] = [:]
    private var files: [[UInt8]: OwnedDescriptor] = [:]
    private var folders: [FileIdentifier: Use] = [:]

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
        guard let use = use(for: request, in: folder), use == .writing || !request.changes else {
            return FileReply(code: EACCES)
        }
        let reply = request.restricted(isPath: folder == nil).perform(in: folder?.descriptor)
        // A file that is no folder is never the folder of a request.
        if let opened = reply.descriptor, let status = try? opened.descriptor.stat(), status.type == .directory {
            folders[FileIdentifier(status)] = use
        }
        return reply
    }

    private func use(for request: FileRequest, in folder: OwnedDescriptor?) -> Use? {
        guard let folder else { return request.call == .open ? paths[request.name.pathBytes] : nil }
        // A descriptor that has no status was not opened here.
        guard let status = try? folder.descriptor.stat(), status.type == .directory, request.namesOneFile else {
            return nil
        }
        return folders[FileIdentifier(status)]
    }
}

extension FileRequest {
    /// The flags that can be passed to openat(2).
    private static let openFlags =
        O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK | O_NOCTTY

    /// True if the call changes a file or a folder, or opens a file so that it can be changed.
    fileprivate var changes: Bool {
        switch call {
        case .open: flags & O_ACCMODE != O_RDONLY || flags & (O_CREAT | O_TRUNC | O_APPEND) != 0
        case .status: false
        case .makeFolder, .remove, .rename: true
        }
    }

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
        request.permissions &= call == .makeFolder ? 0o777 : 0o666
        guard call == .open else { return request }
        request.flags = flags & Self.openFlags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isPath ? 0 : O_NOFOLLOW)
        return request
    }
}
