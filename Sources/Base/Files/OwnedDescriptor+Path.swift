package import Descriptors
package import SystemPackage

extension OwnedDescriptor {
    /// Opens a file that the user named. Links are followed, because the user chose the
    /// path. Child processes do not inherit it.
    /// - Parameters:
    ///   - permissions: The permissions of a created file, before the umask is applied.
    ///   - operation: The purpose for an error message, as a verb phrase.
    package convenience init(
        opening path: String, mode: FileDescriptor.AccessMode = .readOnly,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil, to operation: String = "open"
    ) throws(FileSystemError) {
        let flags = mode.rawValue | options.union(.closeOnExec).rawValue
        let request = FileRequest(.open, path, flags: flags, permissions: permissions?.rawValue ?? 0)
        let reply = FileCalls.perform(request, in: nil)
        guard let opened = reply.descriptor else {
            throw FileSystemError(reply.code, operation: operation, subject: path)
        }
        opened.release()
        self.init(opened.descriptor)
    }
}
