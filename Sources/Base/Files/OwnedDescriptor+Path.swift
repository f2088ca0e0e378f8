package import Descriptors
package import SystemPackage

extension OwnedDescriptor {
    /// Opens a file that the user named; links are followed, for the path is the user's own. No child inherits it.
    /// - Parameters:
    ///   - permissions: of a file that is made, less the umask.
    ///   - operation: what it is opened for, as a verb phrase.
    package convenience init(
        opening path: String, _ mode: FileDescriptor.AccessMode = .readOnly,
        _ options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil, to operation: String = "open"
    ) throws(FileSystemError) {
        let descriptor = try FileSystemError.catching(operation, path) {
            try FileDescriptor.open(
                path.cPath, mode, options: options.union(.closeOnExec), permissions: permissions)
        }
        self.init(descriptor)
    }
}
